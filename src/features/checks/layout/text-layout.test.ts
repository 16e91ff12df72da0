import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../../test/support/growth.ts'
import { layOut } from './text-layout.ts'
import type { TextLine } from './text-rows.ts'

/** `text baseline [left [height [right]]]` of each line. */
const column = (lines: string) =>
  layOut(
    lines.split(', ').map((line) => {
      const [text = '', ...numbers] = line.split(' ')
      const [baseline = 0, left = 72, height = 12, right = 540] = numbers.map(Number)
      return { text: text.replace('_', ' '), baseline, left, right, height }
    }),
  )

test.each([
  ['a wider space begins a paragraph', 'a 700, b 686, c 672, d 644, e 630', 'a\nb\nc\n\nd\ne\n'],
  ['an indented line does', 'a 700, b 672, c 644 108, d 616', 'a\nb\n\nc\nd\n'],
  ['other letters do', 'TITLE 700 72 18, a 680, b 666', 'TITLE\n\na\nb\n'],
  ['centered headings do', 'Facts 700 250 12 360, In_June 686 108, a 672', 'Facts\n\nIn June\na\n'],
  ['an indented first line does not', 'In_June 700 108, The 686', 'In June\nThe\n'],
  ['a column does not', 'a 100, b 86, c 700 320, d 686 320', 'a\nb\nc\nd\n'],
  ['the head of a page after its foot does', '3 40, Court 700, finds 686', '3\n\nCourt\nfinds\n'],
  ['an item’s 2nd line does not', '1._One 700, more 686 90, 2._Two 672', '1. One\nmore\n2. Two\n'],
])('%s', (_, lines, laidOut) => {
  expect(column(lines)).toBe(laidOut)
})

const textOf = (...rows: string[]) =>
  layOut(rows.map((text, at) => ({ text, left: 72, right: 540, baseline: -14 * at, height: 12 })))

test('a word broken at the end of a cell goes on in the same cell of the next row', () => {
  expect(textOf('7\tthe plead-', '\tings are closed')).toBe('7\tthe pleadings\n\tare closed\n')
  expect(textOf('7\tthe plead-', 'ings\tare closed')).toBe('7\tthe plead-\nings\tare closed\n')
})

test('a compound that is on the page elsewhere keeps its hyphen', () => {
  const privilege = ['The attorney-client privilege', 'is the Attorney-']
  expect(textOf(...privilege, 'client’s, not the plead-', 'ing’s.')).toBe(
    'The attorney-client privilege\nis the Attorney-client’s,\nnot the pleading’s.\n',
  )
})

test.each(['a', 'a-', 'a1', 'a '])('lines of %j are laid out in linear time', (piece) => {
  expectSteadyGrowth((text) => textOf(`${text}-`, text), piece)
})

test('a word broken at the end of a line of pleading paper goes on after the next number', () => {
  expect(textOf('9 of Hold-', '10 ings in')).toBe('9 of Holdings\n10 in\n')
  expect(textOf('9 of Hold-', '10 ings')).toBe('9 of Holdings\n10 \n')
  expect(textOf('over six-', '12 months')).toBe('over six-\n12 months\n')
})

test('every line is kept, in its order, and nothing is added but blank lines', () => {
  const number = fc.double({ noNaN: true })
  const line: fc.Arbitrary<TextLine> = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '•'), minLength: 1 }),
    left: number,
    right: number,
    baseline: number,
    height: fc.oneof(fc.constant(0), number),
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(layOut(lines).split('\n').filter(Boolean)).toEqual(lines.map(({ text }) => text))
    }),
  )
})
