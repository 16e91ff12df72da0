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

type Cell = [text: string, x: number, y: number]
const draw = (pdf: Pdf, cells: Cell[]) => {
  for (const [text, x, y] of cells) write(pdf, text, [x, y])
}

test.each<[string, Cell[], string[]]>([
  [
    'the answers of a flattened form come after all of its labels',
    [
      ['Social Security number:', 72, 200],
      ['Date of birth:', 72, 220],
      ['123456789', 300, 200],
      ['03/15/1985', 300, 220],
    ],
    ['Social Security number xxxxx6789', 'Date of birth xx/xx/1985'],
  ],
  [
    'a table has its labels at its head',
    [
      ['Name', 72, 200],
      ['SSN', 200, 200],
      ['Account No.', 320, 200],
      ['Roe', 72, 220],
      ['123456789', 200, 220],
      ['0012345678', 320, 220],
      ['Doe', 72, 240],
      ['123456780', 200, 240],
      ['0012345679', 320, 240],
    ],
    [
      'Social Security number xxxxx6789',
      'Account number xxxxxx5678',
      'Social Security number xxxxx6780',
      'Account number xxxxxx5679',
    ],
  ],
  [
    'a label stands below its line',
    [
      ['123456789', 72, 200],
      ['Social Security number', 72, 215],
    ],
    ['Social Security number xxxxx6789'],
  ],
  [
    'pleading paper numbers its lines',
    [
      ['7 and has the Social Security number', 72, 200],
      ['8 123456789. She was', 72, 220],
    ],
    ['Social Security number xxxxx6789'],
  ],
  [
    'columns of prose and of amounts',
    [
      ['was born in', 72, 200],
      ['1,234,567.00 on', 300, 200],
      ['Balance', 72, 300],
      ['Date', 300, 300],
      ['123456789', 72, 320],
      ['03/15/1985', 300, 320],
    ],
    [],
  ],
])('%s', async (_, cells, expected) => {
  const { findings } = await readingOf((pdf) => draw(pdf, cells))
  expect(findings.map(({ text }) => text)).toEqual(expected)
})
