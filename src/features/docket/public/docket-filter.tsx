import type { FilterChoices } from '../../search/queries.ts'
import { defaultOrder } from '../entries/docket-address.ts'
import type { DocketFilters, DocketOrder } from '../entries/views.ts'

interface DocketFilterProps {
  filters: DocketFilters
  choices: FilterChoices
}

/** A plain GET form: every result has an address that can be kept and sent on. */
export function DocketFilter({ filters, choices }: DocketFilterProps) {
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
            placeholder="Search entries and documents, or enter an ECF number"
            maxLength={200}
          />
        </div>
        {/* Folded on a narrow screen, so that the first entry can be seen; a wide one shows it always. */}
        <details class="filter-narrow" open={isNarrowed(filters)}>
          <summary>Filter and sort</summary>
          <div class="filter-fields">
            <FilterChoice
              name="type"
              label="Type"
              all="All types"
              {...{ filters, of: choices.types }}
            />
            <FilterChoice
              name="filer"
              label="Filed by"
              all="Everyone"
              {...{ filters, of: choices.filers }}
            />
            <FilterDate name="from" label="From" value={filters.from} />
            <FilterDate name="to" label="To" value={filters.to} />
            <div class="filter-order">
              <label class="filter-label" for="filter-order">
                Sort by
              </label>
              <select class="control" id="filter-order" name="order">
                {ordersFor(filters.q).map((order) => (
                  <option
                    key={order}
                    value={order === defaultOrder(filters.q) ? '' : order}
                    selected={order === filters.order}
                  >
                    {ORDER_LABELS[order]}
                  </option>
                ))}
              </select>
            </div>
          </div>
        </details>
        <button type="submit" class="button filter-submit">
          Search
        </button>
      </form>
    </search>
  )
}

/** What the folded part says is in use. */
const isNarrowed = ({ type, filer, from, to, q, order }: DocketFilters) =>
  `${type}${filer}${from}${to}` !== '' || order !== defaultOrder(q)

const ORDER_LABELS: Record<DocketOrder, string> = {
  relevance: 'Best match',
  newest: 'Newest first',
  oldest: 'Oldest first',
}

/** The usual one is sent empty, so that whoever types words next is answered with the best match. */
function ordersFor(q: string): DocketOrder[] {
  return q === '' ? ['newest', 'oldest'] : ['relevance', 'newest', 'oldest']
}

interface FilterChoiceProps {
  name: 'type' | 'filer'
  label: string
  all: string
  of: readonly string[]
  filters: DocketFilters
}

function FilterChoice({ name, label, all, of, filters }: FilterChoiceProps) {
  const chosen = filters[name]
  const options = chosen === '' || of.includes(chosen) ? of : [chosen, ...of]
  return (
    <div class={`filter-${name}`}>
      <label class="filter-label" for={`filter-${name}`}>
        {label}
      </label>
      <select class="control" id={`filter-${name}`} name={name}>
        <option value="">{all}</option>
        {options.map((value) => (
          <option key={value} value={value} selected={value === chosen}>
            {value}
          </option>
        ))}
      </select>
    </div>
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
