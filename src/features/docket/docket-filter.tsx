import type { DocketFilters } from './views.ts'

interface DocketFilterProps {
  filters: DocketFilters
  types: readonly string[]
}

/** A plain GET form: every result has an address that can be kept and sent on. */
export function DocketFilter({ filters, types }: DocketFilterProps) {
  return (
    <search>
      <form class="docket-filter" method="get" action="/" aria-label="Search the docket">
        <div class="filter-search">
          <label class="visually-hidden" for="filter-q">
            Search the entries and the text of the PDFs
          </label>
          <input
            class="control"
            type="search"
            id="filter-q"
            name="q"
            value={filters.q}
            placeholder="Search entries and PDF text"
            maxLength={200}
          />
        </div>
        <div class="filter-type">
          <label class="filter-label" for="filter-type">
            Type
          </label>
          <select class="control" id="filter-type" name="type">
            <option value="">All types</option>
            {types.map((type) => (
              <option key={type} value={type} selected={type === filters.type}>
                {type}
              </option>
            ))}
          </select>
        </div>
        <FilterDate name="from" label="From" value={filters.from} />
        <FilterDate name="to" label="To" value={filters.to} />
        <div class="filter-order">
          <label class="filter-label" for="filter-order">
            Order
          </label>
          <select class="control" id="filter-order" name="order">
            <option value="newest" selected={filters.order === 'newest'}>
              Newest first
            </option>
            <option value="oldest" selected={filters.order === 'oldest'}>
              Oldest first
            </option>
          </select>
        </div>
        <button type="submit" class="button filter-submit">
          Search
        </button>
      </form>
    </search>
  )
}

interface FilterDateProps {
  name: 'from' | 'to'
  label: string
  value: string
}

function FilterDate({ name, label, value }: FilterDateProps) {
  return (
    <div class="filter-date">
      <label class="filter-label" for={`filter-${name}`}>
        {label}
      </label>
      <input class="control" type="date" id={`filter-${name}`} name={name} value={value} />
    </div>
  )
}
