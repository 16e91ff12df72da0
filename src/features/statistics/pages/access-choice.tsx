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
import { presetsOf, type RangeLimits } from '../range-rules.ts'

export function RangeForm({ choice, limits }: { choice: AccessChoice; limits: RangeLimits }) {
  const ranges = presetsOf(limits).map(({ label, range }) => ({ label, change: range }))
  return (
    <div class="access-range-form">
      <Links class="access-presets" name="Common ranges" choice={choice} links={ranges} />
      <form class="access-days" method="get" action={PAGE}>
        <Field name="from" label="First day" type="date" value={choice.from} />
        <Field name="to" label="Last day" type="date" value={choice.to} />
        {Object.entries(choiceQuery(choice)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>Show</Button>
      </form>
    </div>
  )
}

export function ViewChoice({ choice, totals }: { choice: AccessChoice; totals: AccessTotals }) {
  const counts = robotCounts(choice.robots, totals)
  const views = Object.keys(VIEW_LABELS) as AccessView[]
  return (
    <div class="access-choice">
      <Links
        class="access-tabs"
        name="View"
        choice={choice}
        links={views.map((view) => ({ label: VIEW_LABELS[view], change: { view } }))}
      />
      <Links
        class="access-tabs"
        name="Bots"
        choice={choice}
        links={[
          { label: 'Bots included', change: { robots: 'include' }, count: counts.include },
          { label: 'Bots excluded', change: { robots: 'exclude' }, count: counts.exclude },
        ]}
      />
    </div>
  )
}

interface LinksProps {
  class: string
  name: string
  choice: AccessChoice
  links: readonly { label: string; change: Partial<AccessChoice>; count?: number }[]
}

function Links({ class: className, name, choice, links }: LinksProps) {
  const current = accessUrl(choice)
  return (
    <nav class={className} aria-label={name}>
      <ul>
        {links.map(({ label, change, count }) => {
          const href = accessUrl({ ...choice, ...change })
          return (
            <li key={label}>
              <a href={href} aria-current={href === current ? 'page' : undefined}>
                {label}
                {count !== undefined && (
                  <>
                    {' '}
                    <span class="access-count">{count.toLocaleString('en-US')}</span>
                  </>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
