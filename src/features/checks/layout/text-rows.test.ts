import { expect, test } from 'vitest'
import { across, characterAt, readingOf, write } from '../../../../test/support/drawn-page.ts'
import { splitCells, type TextLine, wordRows } from './text-rows.ts'

const SIZE = 10

/** A row of words, each after a gap of that many times the letters' height. */
const rowOf = (...parts: (string | number)[]): TextLine[] => {
  const words: TextLine[] = []
  let left = 72
  for (const part of parts) {
    if (typeof part === 'number') left += part * SIZE
    else {
      words.push({ text: `${part} `, left, right: left + 40, baseline: -100, height: SIZE })
      left += 40
    }
  }
  return words
}

const cellsOf = (words: TextLine[]) => splitCells(words).map(({ text }) => text.trim())

test.each<[string, (string | number)[], string[]]>([
  ['a wide gap is between cells', ['No.', 0.3, '12', 1.8, 'Motion'], ['No. 12', 'Motion']],
  ['a space is not', ['The', 0.3, 'court', 0.4, 'finds'], ['The court finds']],
  [
    'a space of a justified line is not, though one of its spaces may be narrow',
    ['The', 1.7, 'division', 1.7, '§', 0.2, '12', 1.8, 'guarantee', 1.7, 'it'],
    ['The division § 12 guarantee it'],
  ],
  ['a gap of three letters always is', ['$1', 3.2, '$2', 3.2, '$3'], ['$1', '$2', '$3']],
  ['a gap after an item’s number is not', ['19.', 1.8, 'In', 0.3, 'Question'], ['19. In Question']],
  ['a “v.” far from the number of the case is', ['v.', 9, 'Case', 0.3, 'No.'], ['v.', 'Case No.']],
  ['the gap after a number in the margin is not', ['7', 2.4, 'It', 0.3, 'was'], ['7 It was']],
])('%s', (_, row, cells) => {
  expect(cellsOf(rowOf(...row))).toEqual(cells)
})

test('a row with more parts than a table has columns is one', () => {
  const row = (count: number) => rowOf(...Array.from({ length: count }, () => ['a', 9]).flat())
  expect(cellsOf(row(12))).toHaveLength(12)
  expect(cellsOf(row(13))).toEqual([Array.from({ length: 13 }, () => 'a').join(' ')])
})

test('a tab that the page itself has is a space', () => {
  const typed = Array.from('a\tb', (text, at) =>
    characterAt(text, { left: 6 * at, right: 6 * at + 5, top: 0, bottom: 10 }),
  )
  expect(wordRows(typed)).toMatchObject([[{ text: 'a ' }, { text: 'b' }]])
})

test('tabs stand between the cells of a page’s rows, and blank cells keep their place', async () => {
  const rows = [
    'Ex. No.|Notes|Description',
    '8583||Report of April 19',
    '9080|sealed|Letter of Dr. Lehman',
    '||and its enclosures',
  ]
  const { text } = await readingOf(across([72, 202, 332], rows, { step: 14, size: 12 }))
  expect(text.replace(/ *\t */g, '|').split(/\s*\n\s*/)).toEqual(rows)
})

test('a row that PDFium joins to the row above it is a row of its own', async () => {
  const rows = [1, 2, 3].map((at) => `${at}|Declaration|${at}/05/2026`)
  const { text } = await readingOf(across([60, 110, 400], rows, { step: 14, size: 11 }))
  expect(text.split('\n').map((row) => row.trim().replace(/\s+/g, '|'))).toEqual(rows)
})

test('the words of a stamp along the side of the page are one row', async () => {
  const { text } = await readingOf((pdf) => {
    write(pdf, 'Case 1:20-cv-10189 Document 12 Filed 02/05/20', [90, 10], 9)
    Object.assign(pdf.page.dictionary.data, { Rotate: 90 })
  })
  expect(text).toBe('Case 1:20-cv-10189 Document 12 Filed 02/05/20')
})
