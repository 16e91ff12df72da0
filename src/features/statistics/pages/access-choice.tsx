import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import {
  type AccessChoice,
  type AccessView,
  accessUrl,
  choiceQuery,
  PAGE,
  VIEW_LABELS,
} from '../access-url.ts'
import { type AccessTotals, robotCounts } from '../figures/statistics-rules.ts'
import type { Preset } from '../range-rules.ts'

interface RangeFormProps {
  choice: AccessChoice
  presets: readonly Preset[]
}

export function RangeForm({ choice, presets }: RangeFormProps) {
  const { from, to } = choice
  return (
    <div class="access-range-form">
      <nav class="access-presets" aria-label="Common ranges">
        <ul>
          {presets.map(({ label, range }) => (
            <li key={label}>
              <a
                href={accessUrl({ ...choice, ...range })}
                aria-current={range.from === from && range.to === to ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form class="access-days" method="get" action={PAGE}>
        <Field name="from" label="First day" type="date" value={from} />
        <Field name="to" label="Last day" type="date" value={to} />
        {Object.entries(choiceQuery(choice)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>Show</Button>
      </form>
    </div>
  )
}

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
