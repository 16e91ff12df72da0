import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summary } from './summary.ts'

test.each([
  ['short', 200, 'short'],
  ['  two\n lines ', 200, 'two lines'],
  ['one two three', 9, 'one two …'],
  ['one, two', 5, 'one …'],
  ['unbroken', 4, 'unbr …'],
])('%j within %i is %j', (text, most, expected) => expect(summary(text, most)).toBe(expected))

test('never much longer than asked, never half a character, on one line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      (text, most) => {
        const cut = summary(text, most)
        expect(cut.length).toBeLessThanOrEqual(most + 2)
        expect(cut).not.toMatch(/[\n\r]/)
        expect(cut.isWellFormed() || !text.isWellFormed()).toBe(true)
      },
    ),
  )
})
