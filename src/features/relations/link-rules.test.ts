import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkNumbers } from './link-rules.ts'

const related = [
  { id: 7, number: 45 },
  { id: 8, number: 4264 },
  { id: 9, number: null },
]
const linked = (text: string) =>
  linkNumbers(text, related).flatMap((piece) => (piece.href ? `${piece.text} ${piece.href}` : []))

test.each([
  ['(Related Doc # 4264 )', ['4264 /entries/8']],
  ['RESPONSE re 45 MOTION, [45], 45', ['45 /entries/7']],
  ['re: Doc. No. 45-2, filed 45', ['45-2 /entries/7']],
  ['re 45, 4264', ['45 /entries/7', '4264 /entries/8']],
  ['on 8/45/2023 at 10:45, § 45.1, 145, 450, 45%, 1,045', []],
  ['nothing', []],
])('%s', (text, expected) => expect(linked(text)).toEqual(expected))

test('the text stays the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(99)), (text, numbers) => {
      const pieces = linkNumbers(
        text,
        numbers.map((number, id) => ({ id, number })),
      )
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    }),
  )
})
