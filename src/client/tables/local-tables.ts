import { element } from '../element.ts'

/** Filters a table as you type: `data-filter-input` names the `data-filter-table`. */
export function startLocalFilters(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-filter-input]')) {
    const name = input.dataset.filterInput ?? ''
    const table = document.querySelector<HTMLTableElement>(`[data-filter-table="${name}"]`)
    const count = document.querySelector<HTMLElement>(`[data-filter-count="${name}"]`)
    if (table && count) filterTable(input, table, count)
  }
}

function filterTable(input: HTMLInputElement, table: HTMLTableElement, count: HTMLElement) {
  const rows = [...(table.tBodies[0]?.rows ?? [])]
  let texts: string[] | undefined
  const apply = () => {
    texts ??= rows.map((row) => searchableText(row.textContent ?? ''))
    const isMatch = matcher(input.value)
    const matching = rows.filter((row, index) => {
      const isHidden = !isMatch(texts?.[index] ?? '')
      if (row.hidden !== isHidden) row.hidden = isHidden
      return !isHidden
    })
    const [shown, all] = [matching, rows].map(({ length }) => length.toLocaleString('en-US'))
    count.textContent = shown === all ? `${all} shown` : `${shown} of ${all} shown`
  }
  input.addEventListener('input', apply)
  // Browsers restore what was typed when a reader returns to the page.
  if (input.value !== '') apply()
}

export const searchableText = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')

/** Every word typed must occur. */
export function matcher(query: string): (text: string) => boolean {
  const words = searchableText(query).split(' ')
  return (text) => words.every((word) => text.includes(word))
}

/** The checkbox in a heading selects the rows that the filter shows, or none. */
export function startSelectAll(): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('[data-select-all]')) {
    const boxes = 'tbody tr:not([hidden]) input[type=checkbox]'
    all.addEventListener('change', () => {
      for (const box of all.closest('table')?.querySelectorAll<HTMLInputElement>(boxes) ?? [])
        box.checked = all.checked
    })
  }
}

/** Turns the `data-sort-column` headings of `data-sortable` tables into buttons that sort. */
export function startSortableTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
    for (const heading of table.querySelectorAll<HTMLTableCellElement>('th[data-sort-column]')) {
      makeSortable(table, heading)
    }
  }
}

function makeSortable(table: HTMLTableElement, heading: HTMLTableCellElement) {
  const button = element('button', { type: 'button', class: 'sort-button' }, ...heading.childNodes)
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
  const cells = rows.map((row) => row.cells[column])
  const values = cells.map((cell) => cell?.dataset.sort ?? cell?.textContent?.trim() ?? '')
  const ordered = document.createDocumentFragment()
  for (const position of sortedPositions(values, direction)) ordered.append(rows[position] ?? '')
  body.append(ordered)
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

type SortDirection = 'ascending' | 'descending'

/** Sorts as numbers if all values are, otherwise as text with embedded numbers by size. Empty values always come last. */
export function sortedPositions(values: readonly string[], direction: SortDirection): number[] {
  const sign = direction === 'ascending' ? 1 : -1
  const filled = values.filter((value) => value !== '')
  const areNumbers = filled.every((value) => Number.isFinite(Number(value)))
  const compare = (a: string, b: string) =>
    areNumbers ? Number(a) - Number(b) : collator.compare(a, b)
  return [...values.keys()].sort((one, other) => {
    const [a = '', b = ''] = [values[one], values[other]]
    if (a === '' || b === '') return Number(a === '') - Number(b === '')
    return sign * compare(a, b)
  })
}
