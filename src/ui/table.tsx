import type { ComponentChildren } from 'preact'

interface Sorted {
  href: string
  direction: 'ascending' | 'descending' | undefined
}

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ComponentChildren
  /** Makes the column sortable; values compare as numbers where all are. */
  sortBy?: (row: Row) => string | number
  /** Sorted by the server instead: where the heading leads, and how the rows are sorted now. */
  sorted?: Sorted

  numeric?: boolean
  /** In long tables, whose columns do not fit themselves to their contents; a number is narrow. */
  width?: 'narrow' | 'wide'
  /** What the row is about: a phone shows it on a line of its own, with the other cells below it. */
  main?: boolean
  /** Whether it needs its heading beside it there; a number always does. */
  labelled?: boolean
  total?: ComponentChildren
}

/** Above it the browser lays out only the rows in sight: 10,000 entries open in a third of the time. */
const longTable = 1000

interface TableProps<Row> {
  name: string
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  rowClass?: (row: Row) => string | undefined
  /** For renderWithRows to put in. */
  isWithoutRows?: boolean
}

/** Scrolling sideways with the arrow keys needs the focus (WCAG 2.1.1). */
export const scrollable = (label: string) =>
  ({ role: 'region', 'aria-label': label, tabIndex: 0 }) as const

/** Sorted and filtered in the browser, whole without JavaScript. */
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
                aria-sort={column.sorted?.direction}
              >
                {column.sorted ? (
                  <a class="sort-button" href={column.sorted.href}>
                    {column.heading}
                  </a>
                ) : (
                  column.heading
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{!isWithoutRows && <TableRows {...table} length={rows.length} />}</tbody>
        {columns.some(({ total }) => total !== undefined) && <Totals columns={columns} />}
      </table>
    </div>
  )
}

interface TableRowsProps<Row>
  extends Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey' | 'rowClass'> {
  /** Of the whole table. */
  length: number
}

export function TableRows<Row>({ columns, rows, rowKey, rowClass, length }: TableRowsProps<Row>) {
  const isStacked = isStackable(columns, length)
  return (
    <>
      {rows.map((row) => (
        <tr key={rowKey(row)} class={rowClass?.(row)}>
          {columns.map((column) => (
            <td
              key={column.heading}
              class={column.numeric ? 'numeric' : undefined}
              data-label={
                isStacked && (column.numeric || column.labelled) ? column.heading : undefined
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

function Totals<Row>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ heading, numeric, total }) => (
          <td key={heading} class={numeric ? 'numeric' : undefined}>
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** In a long table the headings in each cell would double the page. */
function isStackable<Row>(columns: readonly Column<Row>[], rowCount: number): boolean {
  return rowCount <= longTable && columns.some(({ main }) => main)
}

function tableClass<Row>(columns: readonly Column<Row>[], rowCount: number): string {
  if (isStackable(columns, rowCount)) {
    return `table table-stack main-${columns.findIndex(({ main }) => main) + 1}`
  }
  if (rowCount <= longTable) return 'table'
  const widths = columns.flatMap(({ width, numeric }, index) => {
    const shown = width ?? (numeric ? 'narrow' : undefined)
    return shown ? [`column-${index + 1}-${shown}`] : []
  })
  return ['table', 'table-long', ...widths].join(' ')
}

/** A number is a count; one that is a name, as a docket number is, comes as a text. */
function shown<Row>({ cell }: Column<Row>, row: Row): ComponentChildren {
  const content = cell(row)
  return typeof content === 'number' ? content.toLocaleString('en-US') : content
}

/** Left out where the cell shows just that. */
function sortValue<Row>(column: Column<Row>, row: Row): string | undefined {
  if (!column.sortBy) return undefined
  const value = String(column.sortBy(row))
  return String(shown(column, row)) === value ? undefined : value
}

interface TableFilterProps {
  table: string
  label: string
  total: number
}

/** Filters as you type. Without JavaScript it stays hidden: the browser's own search finds everything on the page. */
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
