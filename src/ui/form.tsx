import type { ComponentChildren, FormHTMLAttributes, InputHTMLAttributes } from 'preact'
import { Button } from './button.tsx'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

type InputSettings = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'autocomplete' | 'autofocus' | 'inputMode' | 'max' | 'maxLength' | 'min' | 'multiple'
>

interface ControlProps extends InputSettings {
  name: string
  label: string
  value?: string | number | undefined
  hint?: string | undefined
  errors?: readonly string[] | undefined
  required?: boolean | undefined
  id?: string | undefined
}

interface FieldProps extends ControlProps {
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'time' | 'number' | 'url'
  /** Anything else may be typed. */
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

export function TextArea({ value, rows = 6, ...props }: ControlProps & { rows?: number }) {
  const { labeled, control } = tie(props)
  return (
    <Labeled {...labeled}>
      <textarea class="control" rows={rows} {...control} value={value ?? ''} />
    </Labeled>
  )
}

/** Labels by value. */
type Options = { options: Readonly<Record<string, string>> }

export function Select({ value, options, ...props }: ControlProps & Options) {
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

const PDF = '.pdf,application/pdf'

export function FileField({
  accept = PDF,
  ...props
}: ControlProps & { webkitdirectory?: boolean }) {
  const { labeled, control } = tie(props)
  return (
    <Labeled {...labeled}>
      <input class="control control-file" type="file" accept={accept} {...control} />
    </Labeled>
  )
}

export function Checkbox({ value = '1', ...props }: ControlProps) {
  const { labeled, control } = tie(props)
  return (
    <div class="field field-checkbox" data-field={labeled.name}>
      <input type="checkbox" value={value} {...control} />
      <label for={labeled.id}>{labeled.label}</label>
      <Explanation {...labeled} />
    </div>
  )
}

export const CsrfField = ({ token }: { token: string }) => (
  <input type="hidden" name="_csrf" value={token} />
)

interface PostFormProps extends FormHTMLAttributes<HTMLFormElement> {
  token: string
  /** Its label, or the buttons themselves. */
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

type FormErrorsProps = { errors: FieldErrors; title?: string | undefined }

const NOTHING_SAVED = 'Nothing was saved. Please correct the following:'

export function FormErrors({ errors, title = NOTHING_SAVED }: FormErrorsProps) {
  const reasons = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => (
      <li key={name + message}>
        <a href={`#field-${name}`}>{message}</a>
      </li>
    )),
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
      <ul data-form-errors-list>{reasons}</ul>
    </div>
  )
}

type LabeledProps = ReturnType<typeof tie>['labeled'] & { children?: ComponentChildren }

function Labeled({ children, ...labeled }: LabeledProps) {
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
function Explanation({ id, hint, errors }: LabeledProps) {
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

function tie<Props extends ControlProps>(props: Props) {
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
