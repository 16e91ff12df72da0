import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberedAlike, settleNumbers } from './arrange-documents.ts'

const numbered = (numbers: readonly number[]) =>
  numbers.map((attachment_number, index) => ({ id: index + 1, attachment_number }))

const wanted = (typed: Record<number, number>) =>
  new Map(Object.entries(typed).map(([id, number]) => [Number(id), number]))

test.each<[string, number[], Record<number, number>, number[]]>([
  ['nothing typed', [0, 1, 5], {}, [0, 1, 5]],
  ['5 becomes the main document', [0, 1, 5], { 3: 0 }, [5, 1, 0]],
  ['the typed number wins, whoever had it', [0, 1, 2], { 1: 1, 2: 2, 3: 0 }, [1, 2, 0]],
  ['a free number', [0, 1], { 2: 7 }, [0, 7]],
  ['a chain of moves frees the last one’s number', [0, 1, 2], { 2: 0, 3: 1 }, [2, 0, 1]],
])('%s', (_, before, typed, after) => {
  const settled = settleNumbers(numbered(before), wanted(typed))
  expect(before.map((_, index) => settled.get(index + 1))).toEqual(after)
})

test('a number typed for two documents is refused, but not one that only a third document had', () => {
  const before = numbered([0, 1, 2])
  expect(numberedAlike(before, wanted({ 2: 0, 3: 0 }))).toEqual([2, 3])
  expect(numberedAlike(before, wanted({ 1: 0, 3: 0 }))).toEqual([])
})

test('numbers are never shared, and typed ones are kept', () => {
  const numbers = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 8 })
  const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(9)), { maxLength: 8 })
  fc.assert(
    fc.property(numbers, pairs, (had, chosen) => {
      const before = numbered(had)
      const typed = new Map(chosen)
      fc.pre(numberedAlike(before, typed).length === 0)
      const settled = settleNumbers(before, typed)
      expect(new Set(settled.values()).size).toBe(had.length)
      for (const { id, attachment_number } of before) {
        const number = typed.get(id)
        if (number !== undefined && number !== attachment_number) {
          expect(settled.get(id)).toBe(number)
        }
      }
    }),
  )
})
