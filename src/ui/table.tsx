import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ComponentChildren
  /** Makes the column sortable in the browser; the value compares as a number where it is one. */
  sortBy?: (row: Row) => string | number
  numeric?: boolean
}

interface TableProps<Row> {
  /** Names the table for the filter, and for screen readers through the caption. */
  name: string
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  rowClass?: (row: Row) => string | undefined
}

/** A table of any length on one page: sorted and filtered in the browser, whole without JavaScript. */
export function Table<Row>({ name, caption, columns, rows, rowKey, rowClass }: TableProps<Row>) {
  return (
    <div class="table-scroll">
      <table class="table" data-filter-table={name} data-sortable>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.heading}
                scope="col"
                class={column.numeric ? 'numeric' : undefined}
                data-sort-column={column.sortBy ? '' : undefined}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} class={rowClass?.(row)}>
              {columns.map((column) => (
                <td
                  key={column.heading}
                  class={column.numeric ? 'numeric' : undefined}
                  data-label={column.heading}
                  data-sort={column.sortBy?.(row)}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableFilterProps {
  /** The name of the table. */
  table: string
  label: string
  total: number
}

/** Filters as one types. Without JavaScript it stays hidden: the browser's own search finds everything on the page. */
export function TableFilter({ table, label, total }: TableFilterProps) {
  return (
    <div class="table-filter" data-needs-script hidden>
      <label class="field-label" for={`filter-${table}`}>
        {label}
      </label>
      <input
        class="control"
        type="search"
        id={`filter-${table}`}
        data-filter-input={table}
        autocomplete="off"
        spellcheck={false}
      />
      <p class="table-filter-count" role="status" data-filter-count={table}>
        {total.toLocaleString('en-US')} shown
      </p>
    </div>
  )
}
