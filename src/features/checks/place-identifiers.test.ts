import { expect, test } from 'vitest'
import { type Pdf, readingOf, write } from '../../../test/support/drawn-page.ts'
import { identifiersIn } from './place-identifiers.ts'

test.each([
  ['its name', { label: 'Social Security number' }, [], 1],
  ['another name', { label: 'Invoice' }, [], 0],
  ['what is beside it', { label: 'Text1' }, [['Social Security No.', 10, 100]], 1],
  ['what is beside another', { label: 'Text1' }, [['Social Security No.', 10, 60]], 0],
  ['the head of its column', { label: 'Text1' }, [['SSN', 105, 60]], 1],
  ['what is below its line', { label: 'Text1' }, [['SSN', 105, 114]], 1],
] as const)('%s says what a number in a field is', (_, { label }, words, count) => {
  const boxAt = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 10 })
  const lines = words.map(([text, x, y]) => ({ text, isUpright: true, box: boxAt(x, y) }))
  const field = { kind: 'field', text: '123456789', label, box: boxAt(100, 100) } as const
  expect(identifiersIn(field, lines)).toHaveLength(count)
})

/** `left,top text` of each cell. */
const draw = (pdf: Pdf, cells: string) => {
  for (const cell of cells.split(/ \| |\n/)) {
    const [, x, y, text = ''] = /^(\d+),(\d+) (.*)$/.exec(cell) ?? []
    write(pdf, text, [Number(x), Number(y)])
  }
}

const SSN = 'Social Security number xxxxx6789'

test.each([
  [
    'the answers of a flattened form come after all of its labels',
    '72,200 Social Security number: | 72,220 Date of birth: | 300,200 123456789 | 300,220 03/15/1985',
    `${SSN}, Date of birth xx/xx/1985`,
  ],
  [
    'a table has its labels at its head',
    `72,200 Name | 200,200 SSN | 320,200 Account No.
72,220 Roe | 200,220 123456789 | 320,220 0012345678
72,240 Doe | 200,240 123456780 | 320,240 0012345679`,
    `${SSN}, Account number xxxxxx5678, ${SSN.replace('89', '80')}, Account number xxxxxx5679`,
  ],
  ['a label stands below its line', '72,200 123456789 | 72,215 Social Security number', SSN],
  ['pleading paper', '72,200 7 Social Security number | 72,220 8 123456789. She was', SSN],
  [
    'columns of prose and of amounts',
    `72,200 was born in | 300,200 1,234,567.00 on
72,300 Balance | 300,300 Date
72,320 123456789 | 300,320 03/15/1985`,
    '',
  ],
])('%s', async (_, cells, expected) => {
  const { findings } = await readingOf((pdf) => draw(pdf, cells))
  expect(findings.map(({ text }) => text).join(', ')).toBe(expected)
})
