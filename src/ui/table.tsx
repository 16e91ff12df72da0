import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ComponentChildren
  /** Makes the column sortable, by what its cells show or by this; compared as numbers if all values are numbers. */
  sortBy?: 'cell' | ((row: Row) => string | number)
  /** The column's checkboxes select rows, and the one in its heading all that are shown. */
  selectsAll?: boolean
  numeric?: boolean
  /** For long tables, whose columns do not adapt to their contents; numeric columns are narrow. */
  width?: 'narrow' | 'wide'
  /** The row's subject: on a phone it gets its own line, with the other cells below. */
  main?: boolean
  /** Shows the column's heading next to the cell there; always on for numbers. */
  labeled?: boolean
}

/** Above this the browser lays out only visible rows: 10,000 entries open in a third of the time. */
const longTable = 1000

export interface TableProps<Row> {
  name?: string
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowClass?: (row: Row) => string | undefined
  isWithoutRows?: boolean
}

/** Focusable, so that the arrow keys can scroll it sideways (WCAG 2.1.1). */
const scrollable = (label: string) =>
  ({ role: 'region', 'aria-label': label, tabIndex: 0 }) as const

/** Sorted and filtered in the browser; complete without JavaScript. */
export function Table<Row>({ name, caption, isWithoutRows, ...table }: TableProps<Row>) {
  const { columns, rows } = table
  return (
    <div class="table-scroll" {...scrollable(caption)}>
      <table class={tableClass(columns, rows.length)} data-filter-table={name} data-sortable>
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
                {column.selectsAll ? <SelectAll {...column} /> : column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{isWithoutRows ? <slot /> : <TableRows {...table} length={rows.length} />}</tbody>
      </table>
    </div>
  )
}

const SelectAll = ({ heading }: { heading: string }) => (
  <>
    <span class="visually-hidden">{heading}</span>
    <input type="checkbox" aria-label="Select all shown" data-select-all data-needs-script />
  </>
)

/** @param props.length the number of rows in the whole table */
export function TableRows<Row>(
  props: Pick<TableProps<Row>, 'columns' | 'rows' | 'rowClass'> & { length: number },
) {
  const { columns, rows, rowClass, length } = props
  const isStacked = isStackable(columns, length)
  return (
    <>
      {rows.map((row, index) => (
        <tr key={index} class={rowClass?.(row)}>
          {columns.map((column) => (
            <td
              key={column.heading}
              class={column.numeric ? 'numeric' : column.main ? 'main-cell' : undefined}
              data-label={
                isStacked && (column.numeric || column.labeled) ? column.heading : undefined
              }
              data-sort={sortValue(column, row)}
            >
              {shown(column, row)}
            </td>
          ))}
        </tr>
      ))}
    </>
  )
}

/** In a long table, repeating the heading in each cell would double the page's size. */
const isStackable = (columns: readonly Column<never>[], rowCount: number) =>
  rowCount <= longTable && columns.some(({ main }) => main)

function tableClass(columns: readonly Column<never>[], rowCount: number): string {
  if (isStackable(columns, rowCount))
    return `table table-stack main-${columns.findIndex(({ main }) => main) + 1}`
  if (rowCount <= longTable) return 'table'
  const widths = columns.flatMap(({ width = '', numeric }, index) => {
    const shown = width || (numeric && 'narrow')
    return shown ? [` column-${index + 1}-${shown}`] : []
  })
  return `table table-long${widths.join('')}`
}

/** Numbers are counts and get commas; a number that is a name, such as a docket number, is passed as text. */
function shown<Row>({ cell }: Column<Row>, row: Row): ComponentChildren {
  const content = cell(row)
  return typeof content === 'number' ? content.toLocaleString('en-US') : content
}

/** Left out if the cell shows the same value. */
function sortValue<Row>(column: Column<Row>, row: Row): string | undefined {
  if (!column.sortBy) return undefined
  const value = String(column.sortBy === 'cell' ? column.cell(row) : column.sortBy(row))
  return String(shown(column, row)) === value ? undefined : value
}
