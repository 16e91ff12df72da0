import { formatDate } from '../../shared/date.ts'
import { defaultOrder, docketUrl, isReversed } from '../docket/entries/docket-url.ts'
import type { DocketFilters } from '../docket/entries/views.ts'
import type { FilterChoices } from '../search/queries.ts'

interface DocketFilterProps {
  filters: DocketFilters
  choices: FilterChoices
}

/** A plain GET form, so that every result has a link that can be bookmarked and shared. */
export function DocketFilterForm({ filters, choices }: DocketFilterProps) {
  const usual = defaultOrder(filters.q)
  return (
    <search>
      <form class="docket-filter" method="get" action="/" aria-label="Search the docket">
        <div>
          <label class="visually-hidden" for="filter-q">
            Search entries and documents, or enter an ECF number
          </label>
          <input
            class="control"
            type="search"
            id="filter-q"
            name="q"
            value={filters.q}
            placeholder="Search entries and documents, or enter an ECF number"
            maxLength={200}
          />
        </div>
        {/* Folded by default, so that the docket comes first. */}
        <details class="filter-narrow" open={isNarrowed(filters)} data-needs-server>
          <summary>Filter and sort</summary>
          <div class="filter-fields">
            <FilterSelect
              name="type"
              label="Type"
              options={optionsFor('All types', choices.types, filters.type)}
              chosen={filters.type}
            />
            <FilterSelect
              name="filer"
              label="Filed by"
              options={optionsFor('Everyone', choices.filers, filters.filer)}
              chosen={filters.filer}
            />
            <FilterDate name="from" label="From" filters={filters} />
            <FilterDate name="to" label="To" filters={filters} />
            {isReversed(filters) && <Reversed filters={filters} />}
            <FilterSelect
              name="order"
              label="Sort by"
              options={ordersFor(filters.q)}
              chosen={filters.order === usual ? '' : filters.order}
            />
            <button type="submit" class="button filter-apply">
              Apply
            </button>
          </div>
        </details>
        <button type="submit" class="button filter-submit">
          Search
        </button>
      </form>
    </search>
  )
}

const isNarrowed = ({ type, filer, from, to, q, order }: DocketFilters) =>
  `${type}${filer}${from}${to}` !== '' || order !== defaultOrder(q)

type Option = readonly [value: string, label: string]

/** The default order is sent as an empty value, so that a search from this page shows the best match first. */
function ordersFor(q: string): Option[] {
  const oldest: Option = ['oldest', 'Oldest first']
  if (q === '') return [['', 'Newest first'], oldest]
  return [['', 'Best match'], ['newest', 'Newest first'], oldest]
}

function optionsFor(all: string, values: readonly string[], chosen: string): Option[] {
  const offered = chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
  return [['', all], ...offered.map((value) => [value, value] as const)]
}

interface FilterSelectProps {
  name: 'type' | 'filer' | 'order'
  label: string
  options: readonly Option[]
  chosen: string
}

function FilterSelect({ name, label, options, chosen }: FilterSelectProps) {
  return (
    <div>
      <FilterLabel name={name} label={label} />
      <select class="control" id={`filter-${name}`} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

const FilterLabel = ({ name, label }: { name: string; label: string }) => (
  <label class="filter-label" for={`filter-${name}`}>
    {label}
  </label>
)

const REVERSED = 'filter-dates-error'

function Reversed({ filters }: { filters: DocketFilters }) {
  const { from, to } = filters
  return (
    <p class="field-error filter-error" id={REVERSED}>
      “From” is after “To”.{' '}
      <a href={docketUrl({ ...filters, from: to, to: from, page: 1 })}>
        Search from {formatDate(to)} to {formatDate(from)}
      </a>
    </p>
  )
}

interface FilterDateProps {
  name: 'from' | 'to'
  label: string
  filters: DocketFilters
}

function FilterDate({ name, label, filters }: FilterDateProps) {
  const isWrong = isReversed(filters)
  return (
    <div>
      <FilterLabel name={name} label={label} />
      <input
        class="control"
        type="date"
        id={`filter-${name}`}
        name={name}
        value={filters[name]}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? REVERSED : undefined}
      />
    </div>
  )
}
