import { expect, test } from 'vitest'
import { findTables } from './text-rules.ts'

const tablesIn = (page: string) => findTables(page.replaceAll('|', '\t').split('\n'))
const rowsIn = (page: string) => tablesIn(page).map(({ rows }) => rows.map((row) => row.join('|')))

test('successive rows with as many cells are a table, and it ends with another line', () => {
  const page = 'Fees\nReview|2.5\n\nCall|0.3\nDated'
  expect(tablesIn(page)).toMatchObject([{ first: 1, last: 3 }])
  expect(rowsIn(page)).toEqual([['Review|2.5', 'Call|0.3']])
  expect(rowsIn('a|b\nc|d\n1|2|3\n4|5|6')).toHaveLength(2)
  expect(rowsIn('a|b\nand so on\nc|d')).toEqual([])
})

test('a row without a first cell goes on with the row above', () => {
  expect(rowsIn('01/02/2026|1|COMPLAINT by\n||Jane Roe\n01/05/2026||SUMMONS')).toEqual([
    ['01/02/2026|1|COMPLAINT by Jane Roe', '01/05/2026||SUMMONS'],
  ])
})

test.each([
  ['one row', 'Dated: May 5|Ann Larkin'],
  ['rows mostly of one cell', 'f(a)|[Function]\na: a name|\nIt is|\nf(b)|[Function]\nb: a name|'],
  ['a caption with its border', 'JANE ROE,|)|Case No. 1\nPlaintiff,|)|MOTION\nv.|)|'],
])('%s is not a table', (_, page) => {
  expect(rowsIn(page)).toEqual([])
})
