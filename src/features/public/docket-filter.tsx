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
  const types = optionsFor('All types', choices.types, type)
  const filers = optionsFor('Everyone', choices.filers, filer)
  // The default order is sent as an empty value, so that a search from this page shows the best match first.
  const first = q === '' ? { '': 'Newest first' } : { '': 'Best match', newest: 'Newest first' }
  const orders = { ...first, oldest: 'Oldest first' }
  const isNarrowed = `${type}${filer}${from}${to}` !== '' || order !== usual
  const field = (name: string, label: string, value: string) => {
    return { name, label, id: `filter-${name}`, value }
  }
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
            <Select {...field('type', 'Type', type)} options={types} />
            <Select {...field('filer', 'Filed by', filer)} options={filers} />
            <Field
              {...field('from', 'From', from)}
              type="date"
              errors={isReversed(filters) ? ['“From” is after “To”.'] : []}
            />
            <Field {...field('to', 'To', to)} type="date" />
            <Select {...field('order', 'Sort by', order === usual ? '' : order)} options={orders} />
            <Button class="button filter-apply">Apply</Button>
          </div>
        </details>
      </form>
    </search>
  )
}

const optionsFor = (all: string, values: readonly string[], chosen: string) =>
  Object.fromEntries([['', all], ...[...values, chosen].filter(Boolean).map((one) => [one, one])])
