import type { AccessView } from '../access-address.ts'
import { type AccessChoice, accessAddress, VIEW_LABELS } from '../access-address.ts'
import type { AccessTotals } from '../figures/statistics-rules.ts'
import type { DayRange } from '../range-rules.ts'
import { robotCounts } from '../visitor-rules.ts'

interface ViewChoiceProps {
  range: DayRange
  choice: AccessChoice
  totals: AccessTotals
}

/** The three views of one range, and robots with or without; each is a link, so that each has its address. */
export function ViewChoice({ range, choice, totals }: ViewChoiceProps) {
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
                href={accessAddress(range, { ...choice, view })}
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
                href={accessAddress(range, { ...choice, robots: value })}
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
