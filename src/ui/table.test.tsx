import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { type Column, Table } from './table.tsx'

type Row = { id: number; date: string }

const columns: Column<Row>[] = [
  { heading: 'No.', cell: ({ id }) => id, sortBy: ({ id }) => id, numeric: true },
  { heading: 'Filed', cell: ({ date }) => `on ${date}`, sortBy: ({ date }) => date, width: 'wide' },
  { heading: 'Actions', cell: () => 'Show' },
]

const table = (count: number, shown = columns) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id, date: '2026-07-30' }))
  const table = { name: 'entries', caption: 'Entries', columns: shown, rows }
  return renderToString(<Table {...table} />)
}

test('every row is on the page, and the filter finds the table by its name', () => {
  expect(table(3).match(/<tr/g)).toHaveLength(4)
  expect(table(3)).toContain('data-filter-table="entries"')
})

test('a cell states its sort value if it does not show it', () => {
  expect(table(1)).toContain('data-sort="2026-07-30"')
  expect(table(1)).not.toContain('data-sort="0"')
  expect(table(1).match(/<th[^>]*data-sort-column/g)).toHaveLength(2)
})

test('only long tables are laid out by the rows in sight', () => {
  expect(table(1000)).not.toContain('table-long')
  expect(table(1001)).toContain('class="table table-long column-1-narrow column-2-wide"')
})

test('a table that names what its rows are about can be stacked on a phone, unless it is long', () => {
  const stackable = columns.map((one) => (one.heading === 'Filed' ? { ...one, main: true } : one))
  expect(table(1, stackable)).toContain('class="table table-stack main-2"')
  expect(table(1, stackable).match(/data-label="[^"]*"/g)).toEqual(['data-label="No."'])
  expect(table(1001, stackable)).not.toContain('data-label')
  expect(table(1)).not.toContain('data-label')
})
