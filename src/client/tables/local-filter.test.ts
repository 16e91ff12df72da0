import { expect, test } from 'vitest'
import { matchingRows, searchableText } from './local-filter.ts'

const rows = ['45\n Motion to  Dismiss', '46 Order on MOTION', '47 Notice'].map(searchableText)

test.each([
  ['', [0, 1, 2]],
  ['motion', [0, 1]],
  ['MOTION order', [1]],
  ['to dismiss', [0]],
  ['dism mot', [0]],
  ['zebra', []],
])('%j finds the rows %j', (query, found) => {
  expect([...matchingRows(rows, query)]).toEqual(found)
})
