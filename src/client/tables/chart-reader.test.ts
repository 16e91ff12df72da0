import { expect, test } from 'vitest'
import { barAt, moved } from './chart-reader.ts'

test.each([
  [-0.1, 0],
  [0, 0],
  [0.49, 4],
  [0.5, 5],
  [1, 9],
  [2, 9],
])('at %f of the width is bar %i of ten', (share, index) => {
  expect(barAt(share, 10)).toBe(index)
})

test.each([
  ['ArrowLeft', 5, 4],
  ['ArrowDown', 5, 4],
  ['ArrowRight', 5, 6],
  ['ArrowUp', 5, 6],
  ['PageDown', 9, 2],
  ['PageUp', 1, 8],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 9, 9],
  ['PageDown', 3, 0],
  ['PageUp', 8, 9],
])('%s leads from bar %i to bar %i', (key, from, to) => {
  expect(moved(key, from, 10)).toBe(to)
})

test.each(['Tab', 'Enter', 'a', 'toString'])('%s leads nowhere', (key) => {
  expect(moved(key, 5, 10)).toBeUndefined()
})
