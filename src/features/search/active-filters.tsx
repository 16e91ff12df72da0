import { formatDate } from '../../shared/date.ts'
import { docketAddress } from '../docket/entries/docket-address.ts'
import type { DocketFilters } from '../docket/entries/views.ts'

const LABELS = { q: 'Words', type: 'Type', filer: 'Filed by', from: 'From', to: 'To' } as const

type FilterName = keyof typeof LABELS

/** What narrows the docket now, each with a link that takes it away alone. */
export function ActiveFilters({ filters }: { filters: DocketFilters }) {
  const names = (Object.keys(LABELS) as FilterName[]).filter((name) => filters[name] !== '')
  if (names.length === 0) return null
  return (
    <ul class="active-filters" aria-label="Filters in use">
      {names.map((name) => (
        <li key={name}>
          <a class="tag active-filter" href={docketAddress({ ...filters, [name]: '', page: 1 })}>
            <span class="visually-hidden">Remove the filter </span>
            {LABELS[name]}: {shown(filters, name)}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      {names.length > 1 && (
        <li>
          <a href="/">Remove all</a>
        </li>
      )}
    </ul>
  )
}

function shown(filters: DocketFilters, name: FilterName): string {
  const value = filters[name]
  return name === 'from' || name === 'to' ? formatDate(value) : value
}
