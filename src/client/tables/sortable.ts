/** Makes the columns of `data-sortable` tables that are marked `data-sort-column` sort when their heading is pressed. */
export function startSortableTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
    for (const heading of table.querySelectorAll<HTMLTableCellElement>('th[data-sort-column]')) {
      makeSortable(table, heading)
    }
  }
}

function makeSortable(table: HTMLTableElement, heading: HTMLTableCellElement) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'sort-button'
  button.append(...heading.childNodes)
  heading.replaceChildren(button)
  button.addEventListener('click', () => {
    const direction = heading.ariaSort === 'ascending' ? 'descending' : 'ascending'
    for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort')
    heading.setAttribute('aria-sort', direction)
    sortRows(table, heading.cellIndex, direction)
  })
}

function sortRows(table: HTMLTableElement, column: number, direction: SortDirection) {
  const body = table.tBodies[0]
  if (!body) return
  const rows = [...body.rows]
  const values = rows.map((row) => sortValue(row.cells[column]))
  const ordered = document.createDocumentFragment()
  for (const position of sortedPositions(values, direction)) ordered.append(rows[position] ?? '')
  body.append(ordered)
}

function sortValue(cell: HTMLTableCellElement | undefined): string {
  return cell?.dataset.sort ?? cell?.textContent?.trim() ?? ''
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

export type SortDirection = 'ascending' | 'descending'

/**
 * The order in which rows with these values are to stand: numbers by size where all are numbers, otherwise as text with
 * its numbers by size; equal ones stay as they were, and what is empty stays last in both directions.
 */
export function sortedPositions(values: readonly string[], direction: SortDirection): number[] {
  const sign = direction === 'ascending' ? 1 : -1
  const filled = values.filter((value) => value !== '')
  const areNumbers = filled.every((value) => Number.isFinite(Number(value)))
  const compare = areNumbers
    ? (a: string, b: string) => Number(a) - Number(b)
    : (a: string, b: string) => collator.compare(a, b)
  return values
    .map((value, position) => ({ value, position }))
    .sort((a, b) => {
      if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '')
      return sign * compare(a.value, b.value)
    })
    .map(({ position }) => position)
}
