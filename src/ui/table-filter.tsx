import { Button } from './button.tsx'
import { Field, Select } from './form.tsx'

type Filter = { q: string; state: string | undefined }

export function filteredUrl(path: string, { q, state = '' }: Filter, page: number): string {
  const parameters = { q, state, page: page > 1 ? String(page) : '' }
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))
  return query.size > 0 ? `${path}?${query}` : path
}

interface TableFilterProps {
  action: string
  label: string
  filter: Filter
  states?: Readonly<Record<string, string>>
}

export function TableFilter({ action, label, filter, states }: TableFilterProps) {
  const options = states && { '': 'All', ...states }
  return (
    <search>
      <form class="table-filter" method="get" action={action}>
        <Field name="q" label={label} type="search" value={filter.q} autocomplete="off" />
        {options && (
          <Select name="state" label="State" value={filter.state ?? ''} options={options} />
        )}
        <div class="form-actions">
          <Button>Search</Button>
          {(filter.q || filter.state) && <a href={action}>Show all</a>}
        </div>
      </form>
    </search>
  )
}
