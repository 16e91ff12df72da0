import { isCalendarDate } from '../../../shared/field-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, type FieldErrors, FormErrors } from '../../../ui/form.tsx'
import {
  type AccessChoice,
  type AccessView,
  accessUrl,
  choiceQuery,
  type DaylessChoice,
  PAGE,
  VIEW_LABELS,
} from '../access-url.ts'
import { type AccessTotals, robotCounts } from '../figures/statistics-rules.ts'
import type { DayRange, Preset } from '../range-rules.ts'

export interface RangeFormProps {
  choice: DaylessChoice
  presets: readonly Preset[]
  /** The values of the two date fields; as typed, if they were refused. */
  typed: DayRange
  errors?: FieldErrors | undefined
}

export function RangeForm({ choice, presets, typed, errors = {} }: RangeFormProps) {
  return (
    <div class="access-range-form">
      <FormErrors errors={errors} title="Please correct the following:" />
      <nav class="access-presets" aria-label="Common ranges">
        <ul>
          {presets.map(({ label, range }) => (
            <li key={label}>
              <a
                href={accessUrl({ ...choice, ...range })}
                aria-current={
                  range.from === typed.from && range.to === typed.to ? 'page' : undefined
                }
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
        {Object.entries(choiceQuery(choice)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>Show</Button>
      </form>
    </div>
  )
}

/** A date field cannot show text that is not a date. */
const fieldType = (typed: string) => (typed === '' || isCalendarDate(typed) ? 'date' : 'text')

export function ViewChoice(props: { choice: AccessChoice; totals: AccessTotals }) {
  const { choice, totals } = props
  const counts = robotCounts(choice.robots, totals)
  const robots = [
    { value: 'include', label: 'Bots included', count: counts.include },
    { value: 'exclude', label: 'Bots excluded', count: counts.exclude },
  ] as const
  return (
    <div class="access-choice">
      <nav class="access-tabs" aria-label="View">
        <ul>
          {(Object.keys(VIEW_LABELS) as AccessView[]).map((view) => (
            <li key={view}>
              <a
                href={accessUrl({ ...choice, view })}
                aria-current={view === choice.view ? 'page' : undefined}
              >
                {VIEW_LABELS[view]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <nav class="access-tabs" aria-label="Bots">
        <ul>
          {robots.map(({ value, label, count }) => (
            <li key={value}>
              <a
                href={accessUrl({ ...choice, robots: value })}
                aria-current={value === choice.robots ? 'page' : undefined}
              >
                {label} <span class="access-count">{count.toLocaleString('en-US')}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
