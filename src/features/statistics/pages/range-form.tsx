import { isCalendarDate } from '../../../platform/http/request/parse.ts'
import { Field, type FieldErrors, FormErrors } from '../../../ui/form.tsx'
import { type AccessChoice, accessAddress, PAGE } from '../access-address.ts'
import type { DayRange, Preset } from '../range-rules.ts'

export interface RangeFormProps {
  choice: AccessChoice
  presets: readonly Preset[]
  /** What stands in the two fields: the range, or as it was typed where it was refused. */
  typed: { from: string; to: string }
  errors?: FieldErrors | undefined
}

/** Which days: one of the usual ranges, or any other. */
export function RangeForm({ choice, presets, typed, errors = {} }: RangeFormProps) {
  return (
    <div class="access-range-form">
      <FormErrors errors={errors} title="Please correct the following:" />
      <nav class="access-presets" aria-label="Common ranges">
        <ul>
          {presets.map(({ label, range }) => (
            <li key={label}>
              <a
                href={accessAddress(range, choice)}
                aria-current={isSame(range, typed) ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form class="access-days" method="get" action={PAGE} noValidate>
        <Field
          name="from"
          label="First day"
          type={fieldType(typed.from)}
          value={typed.from}
          errors={errors.from}
        />
        <Field
          name="to"
          label="Last day"
          type={fieldType(typed.to)}
          value={typed.to}
          errors={errors.to}
        />
        <Kept choice={choice} />
        <button type="submit" class="button">
          Show
        </button>
      </form>
    </div>
  )
}

/** A date field would show nothing of what is no date. */
const fieldType = (typed: string) => (typed === '' || isCalendarDate(typed) ? 'date' : 'text')

const isSame = (range: DayRange, typed: { from: string; to: string }): boolean =>
  range.from === typed.from && range.to === typed.to

/** Another range, the same view. */
function Kept({ choice: { view, robots, documentId } }: Pick<RangeFormProps, 'choice'>) {
  return (
    <>
      {view !== 'day' && <input type="hidden" name="view" value={view} />}
      {robots !== 'include' && <input type="hidden" name="robots" value={robots} />}
      {documentId !== undefined && <input type="hidden" name="document" value={documentId} />}
    </>
  )
}
