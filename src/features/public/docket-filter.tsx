import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/form.tsx'
import { defaultOrder, isReversed } from '../docket/entries/docket-url.ts'
import type { DocketFilters } from '../docket/entries/views.ts'
import type { FilterChoices } from '../search/queries.ts'

type FilterProps = { filters: DocketFilters; choices: FilterChoices }

const SEARCH_LABEL = 'Search entries and documents, or enter an ECF number'

/** A plain GET form, so that every result has a link that can be bookmarked and shared. */
export function DocketFilterForm({ filters, choices }: FilterProps) {
  const { q, type, filer, from, to, order } = filters
  const usual = defaultOrder(q)
  // The default order is sent as an empty value, so that a search from this page shows the best match first.
  const orders = q === '' ? { '': 'Newest first' } : { '': 'Best match', newest: 'Newest first' }
  const isNarrowed = `${type}${filer}${from}${to}` !== '' || order !== usual
  const field = (name: string, value: string) => ({ name, id: `filter-${name}`, value })
  return (
    <search>
      <form class="docket-filter" method="get" action="/" aria-label="Search the docket">
        <input
          class="control"
          type="search"
          id="filter-q"
          name="q"
          value={q}
          aria-label={SEARCH_LABEL}
          placeholder={SEARCH_LABEL}
          maxLength={200}
        />
        <Button class="button filter-submit">Search</Button>
        <details class="filter-narrow" open={isNarrowed} data-needs-server>
          <summary>Filter and sort</summary>
          <div class="filter-fields">
            <Select
              {...field('type', type)}
              label="Type"
              options={optionsFor('All types', choices.types, type)}
            />
            <Select
              {...field('filer', filer)}
              label="Filed by"
              options={optionsFor('Everyone', choices.filers, filer)}
            />
            <Field
              {...field('from', from)}
              label="From"
              type="date"
              errors={isReversed(filters) ? ['“From” is after “To”.'] : []}
            />
            <Field {...field('to', to)} label="To" type="date" />
            <Select
              {...field('order', order === usual ? '' : order)}
              label="Sort by"
              options={{ ...orders, oldest: 'Oldest first' }}
            />
            <Button class="button filter-apply">Apply</Button>
          </div>
        </details>
      </form>
    </search>
  )
}

const optionsFor = (all: string, values: readonly string[], chosen: string) =>
  Object.fromEntries([['', all], ...[...values, chosen].filter(Boolean).map((one) => [one, one])])
