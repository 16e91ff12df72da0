import { type SortDirection, sortedPositions } from './sort-rows.ts'

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
