import { expect, test } from 'vitest'
import { matchingRows, searchableText, sortedPositions } from './local-tables.ts'

const rows = ['45\n Motion to  Dismiss', '46 Order on MOTION', '47 Notice'].map(searchableText)

test.each([
  ['', [0, 1, 2]],
  ['motion', [0, 1]],
  ['MOTION order', [1]],
  ['to dismiss', [0]],
  ['dism mot', [0]],
  ['zebra', []],
])('%j finds the rows %j', (query, positions) => {
  expect([...matchingRows(rows, query)]).toEqual(positions)
})

const sorted = (values: string[], direction: 'ascending' | 'descending') =>
  sortedPositions(values, direction).map((position) => values[position])

test('numbers are sorted by size', () => {
  expect(sorted(['10', '9', '-1', '1436'], 'ascending')).toEqual(['-1', '9', '10', '1436'])
})

test('dates as YYYY-MM-DD are sorted by time', () => {
  const dates = ['2026-10-01', '2025-12-31', '2026-02-03']
  expect(sorted(dates, 'descending')).toEqual(['2026-10-01', '2026-02-03', '2025-12-31'])
})

test('text is sorted as people do: letters in any case, numbers inside by size', () => {
  expect(sorted(['exhibit 10', 'Exhibit 9', 'answer'], 'ascending')).toEqual([
    'answer',
    'Exhibit 9',
    'exhibit 10',
  ])
})

test.each(['ascending', 'descending'] as const)('%s: what is empty stays last', (direction) => {
  expect(sorted(['', '2', '', '1'], direction).slice(2)).toEqual(['', ''])
})

test('equal values keep their order', () => {
  expect(sortedPositions(['b', 'a', 'b', 'a'], 'ascending')).toEqual([1, 3, 0, 2])
  expect(sortedPositions(['b', 'a', 'b', 'a'], 'descending')).toEqual([0, 2, 1, 3])
})
