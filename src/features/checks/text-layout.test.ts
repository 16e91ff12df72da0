import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut, type TextLine } from './text-layout.ts'

/** Lines set 12 points apart. */
const column = (
  lines: readonly [text: string, baseline: number, left?: number, height?: number][],
) =>
  layOut(
    lines.map(([text, baseline, left = 72, height = 12]) => ({ text, baseline, left, height })),
  )

test('a wider space, an indented line and other letters begin a paragraph; a column does not', () => {
  expect(
    column([
      ['a', 700],
      ['b', 686],
      ['c', 672],
      ['d', 644],
      ['e', 630],
    ]),
  ).toBe('a\nb\nc\n\nd\ne\n')
  expect(
    column([
      ['a', 700],
      ['b', 672],
      ['c', 644, 108],
      ['d', 616],
    ]),
  ).toBe('a\nb\n\nc\nd\n')
  expect(
    column([
      ['TITLE', 700, 72, 18],
      ['a', 680],
      ['b', 666],
    ]),
  ).toBe('TITLE\n\na\nb\n')
  expect(
    column([
      ['a', 100],
      ['b', 86],
      ['c', 700, 320],
      ['d', 686, 320],
    ]),
  ).toBe('a\nb\nc\nd\n')
})

test('what begins at the head of a page after its foot begins a paragraph', () => {
  expect(
    column([
      ['3', 40],
      ['The court', 700],
      ['finds', 686],
    ]),
  ).toBe('3\n\nThe court\nfinds\n')
})

test('the second line of a list’s item belongs to it', () => {
  expect(
    column([
      ['1. One', 700],
      ['goes on', 686, 90],
      ['2. Two', 672],
    ]),
  ).toBe('1. One\ngoes on\n2. Two\n')
})

test('every line is kept, in its order, and nothing is added but blank lines', () => {
  const number = fc.double({ noNaN: true })
  const line: fc.Arbitrary<TextLine> = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '•'), minLength: 1 }),
    left: number,
    baseline: number,
    height: fc.oneof(fc.constant(0), number),
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(layOut(lines).split('\n').filter(Boolean)).toEqual(lines.map(({ text }) => text))
    }),
  )
})
