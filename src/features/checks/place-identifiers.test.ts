import { expect, test } from 'vitest'
import { type Pdf, readingOf, write } from '../../../test/support/drawn-page.ts'
import { identifiersIn } from './place-identifiers.ts'

test('the label of a field says what a typed number is', () => {
  const box = { left: 0, top: 0, right: 9, bottom: 9 }
  const typed = { kind: 'field', text: '123456789', box } as const
  expect(identifiersIn({ ...typed, label: 'Social Security number' })).toHaveLength(1)
  expect(identifiersIn({ ...typed, label: 'Invoice' })).toEqual([])
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
