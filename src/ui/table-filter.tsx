import { Field, Select } from './form.tsx'

interface TableFilterProps {
  /** Where the table is without a filter. */
  action: string
  /** What the typed text is looked for in. */
  label: string
  filter: { q: string; state: string | undefined }
  states: readonly { value: string; label: string }[]
}

/** Over a table: the rows of a state, and those with a text in them. Works without JavaScript. */
export function TableFilter({ action, label, filter, states }: TableFilterProps) {
  const options = [{ value: '', label: 'All' }, ...states]
  return (
    <search>
      <form class="table-filter" method="get" action={action}>
        <Field name="q" label={label} type="search" value={filter.q} autocomplete="off" />
        <Select name="state" label="State" value={filter.state ?? ''} options={options} />
        <div class="form-actions">
          <button type="submit" class="button">
            Search
          </button>
          {(filter.q || filter.state) && <a href={action}>Show all</a>}
        </div>
      </form>
    </search>
  )
}
