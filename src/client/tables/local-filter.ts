/** Filters a table as one types: `data-filter-input` names the `data-filter-table`. */
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
  let planned = 0
  const apply = () => {
    texts ??= rows.map((row) => searchableText(row.textContent ?? ''))
    const matching = matchingRows(texts, input.value)
    rows.forEach((row, index) => {
      if (row.hidden === matching.has(index)) row.hidden = !row.hidden
    })
    count.textContent = describeCount(matching.size, rows.length)
  }
  // Several keys within one frame are one pass over the rows.
  const plan = () => {
    cancelAnimationFrame(planned)
    planned = requestAnimationFrame(apply)
  }
  input.addEventListener('input', plan)
  // Browsers bring back what was typed when one returns to the page.
  if (input.value !== '') plan()
}

function describeCount(shown: number, total: number): string {
  const all = total.toLocaleString('en-US')
  return shown === total ? `${all} shown` : `${shown.toLocaleString('en-US')} of ${all} shown`
}

/** What is searched in a row: its text in lower case, made once. */
export function searchableText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

/** The positions of the rows that contain every word of the query, in any order. */
export function matchingRows(texts: readonly string[], query: string): Set<number> {
  const words = searchableText(query).split(' ').filter(Boolean)
  const matching = new Set<number>()
  texts.forEach((text, index) => {
    if (words.every((word) => text.includes(word))) matching.add(index)
  })
  return matching
}
