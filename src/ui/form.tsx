import type { ComponentChildren, FormHTMLAttributes, InputHTMLAttributes } from 'preact'
import { Button } from './button.tsx'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

interface LabeledProps {
  name: string
  label: string
  hint?: string | undefined
  errors?: readonly string[] | undefined
  required?: boolean | undefined
  id?: string | undefined
}

type InputSettings = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autocomplete' | 'autofocus' | 'inputMode' | 'max' | 'maxLength' | 'min'
>

interface FieldProps extends LabeledProps, InputSettings {
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'time' | 'number' | 'url'
  value?: string | number | undefined
  /** Suggested values; anything else may be typed. */
  suggestions?: readonly string[] | undefined
}

export function Field({ type = 'text', value, suggestions = [], ...props }: FieldProps) {
  const { labeled, control } = tie(props)
  const list = suggestions.length > 0 ? `${control.id}-suggestions` : undefined
  return (
    <Labeled {...labeled}>
      {/* Preact's types accept only one literal type here. */}
      <input class="control" type={type as 'text'} value={value ?? ''} list={list} {...control} />
      {type === 'password' && (
        <button
          type="button"
          class="link-button show-password"
          aria-controls={control.id}
          data-show-password
          data-needs-script
        >
          Show password
        </button>
      )}
      {list && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Labeled>
  )
}

interface TextAreaProps extends LabeledProps {
  value?: string | undefined
  rows?: number
  maxLength?: number
}

export function TextArea({ value, rows = 6, ...props }: TextAreaProps) {
  const { labeled, control } = tie(props)
  return (
    <Labeled {...labeled}>
      <textarea class="control" rows={rows} {...control} value={value ?? ''} />
    </Labeled>
  )
}

interface SelectProps extends LabeledProps {
  value?: string | undefined
  options: Readonly<Record<string, string>>
}

export function Select({ value, options, ...props }: SelectProps) {
  const { labeled, control } = tie(props)
  return (
    <Labeled {...labeled}>
      <select class="control" {...control}>
        {Object.entries(options).map(([option, label]) => (
          <option key={option} value={option} selected={option === value}>
            {label}
          </option>
        ))}
      </select>
    </Labeled>
  )
}

interface FileFieldProps extends LabeledProps {
  accept?: string | undefined
  multiple?: boolean
  webkitdirectory?: boolean
}

export function FileField({ accept = '.pdf,application/pdf', ...props }: FileFieldProps) {
  const { labeled, control } = tie(props)
  return (
    <Labeled {...labeled}>
      <input class="control control-file" type="file" accept={accept} {...control} />
    </Labeled>
  )
}

export function Checkbox({ value = '1', ...props }: LabeledProps & { value?: string | undefined }) {
  const { labeled, control } = tie(props)
  return (
    <div class="field field-checkbox" data-field={labeled.name}>
      <input type="checkbox" value={value} {...control} />
      <label for={labeled.id}>{labeled.label}</label>
      <Explanation {...labeled} />
    </div>
  )
}

export function CsrfField({ token }: { token: string }) {
  return <input type="hidden" name="_csrf" value={token} />
}

interface PostFormProps extends FormHTMLAttributes<HTMLFormElement> {
  token: string
  submit: ComponentChildren
  cancel?: string
}

/** The token comes first, so that a forged request is refused before the rest is read. */
export function PostForm({ token, submit, cancel, children, ...form }: PostFormProps) {
  return (
    <form class="form" method="post" {...form}>
      <CsrfField token={token} />
      {children}
      <div class="form-actions">
        {typeof submit === 'string' ? <Button kind="primary">{submit}</Button> : submit}
        {cancel && <a href={cancel}>Cancel</a>}
      </div>
    </form>
  )
}

export function FormErrors({
  errors,
  title = 'Nothing was saved. Please correct the following:',
}: {
  errors: FieldErrors
  title?: string | undefined
}) {
  const reasons = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  )
  return (
    <div
      class="notice notice-error"
      role="alert"
      tabIndex={-1}
      data-form-errors
      hidden={reasons.length === 0}
    >
      <p class="notice-title">{title}</p>
      <ul data-form-errors-list>
        {reasons.map(({ name, message }) => (
          <li key={name + message}>
            <a href={`#field-${name}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface LabeledControl extends LabeledProps {
  id: string
  children?: ComponentChildren
}

function Labeled({ children, ...labeled }: LabeledControl) {
  return (
    <div class="field" data-field={labeled.name}>
      <label class="field-label" for={labeled.id}>
        {labeled.label}
        {labeled.required === false && <span class="field-optional"> (optional)</span>}
      </label>
      {children}
      <Explanation {...labeled} />
    </div>
  )
}

/** The element for errors is always present, so that a script can fill it. */
function Explanation({ id, hint, errors = [] }: LabeledControl) {
  return (
    <>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" id={`${id}-error`} data-field-error hidden={errors.length === 0}>
        {errors.join('\n')}
      </p>
    </>
  )
}

function tie<Props extends LabeledProps>(props: Props) {
  const { name, label, hint, errors = [], required, id = `field-${name}`, ...rest } = props
  const describedBy = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ')
  return {
    labeled: { id, name, label, hint, errors, required },
    control: {
      id,
      name,
      required: required === true,
      'aria-invalid': errors.length > 0 ? ('true' as const) : undefined,
      'aria-describedby': describedBy,
      ...rest,
    },
  }
}
