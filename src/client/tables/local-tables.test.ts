import { expect, test } from 'vitest'
import { matcher, searchableText, sortedPositions } from './local-tables.ts'

const rows = ['45\n Motion to  Dismiss', '46 Order on MOTION', '47 Notice'].map(searchableText)

test.each([
  ['', [0, 1, 2]],
  ['motion', [0, 1]],
  ['MOTION order', [1]],
  ['to dismiss', [0]],
  ['dism mot', [0]],
  ['zebra', []],
])('%j finds the rows %j', (query, positions) => {
  const isMatch = matcher(query)
  expect([0, 1, 2].filter((at) => isMatch(rows[at] ?? ''))).toEqual(positions)
})

const sorted = (values: string[], direction: 'ascending' | 'descending') =>
  sortedPositions(values, direction).map((position) => values[position])

test.each([
  ['numbers by size', ['10', '9', '-1', '1436'], ['-1', '9', '10', '1436']],
  ['days by time', ['2026-10-01', '2025-12-31'], ['2025-12-31', '2026-10-01']],
  ['letters in any case, numbers inside by size', ['a 10', 'B', 'A 9'], ['A 9', 'a 10', 'B']],
])('sorts %s', (_, values, expected) => {
  expect(sorted(values, 'ascending')).toEqual(expected)
  expect(sorted(values, 'descending')).toEqual(expected.toReversed())
})

test.each(['ascending', 'descending'] as const)('%s: empty values stay last', (direction) => {
  expect(sorted(['', '2', '', '1'], direction).slice(2)).toEqual(['', ''])
})

test('equal values keep their order', () => {
  expect(sortedPositions(['b', 'a', 'b', 'a'], 'ascending')).toEqual([1, 3, 0, 2])
  expect(sortedPositions(['b', 'a', 'b', 'a'], 'descending')).toEqual([0, 2, 1, 3])
})
