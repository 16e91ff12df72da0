import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitPages, readBlocks, type TextBlock } from './text-rules.ts'

const paragraph = (text: string): TextBlock => ({ kind: 'paragraph', text })
const list = (...items: string[]): TextBlock => ({ kind: 'list', items })

test('paragraphs and lists keep their words', () => {
  const page = 'ORDER\n\nThe defendant\nmoves\r\nto dismiss.\n\n1. One\ngoes on\n(b) Two\n\nEnd.'
  expect(readBlocks(page)).toEqual([
    paragraph('ORDER'),
    paragraph('The defendant moves to dismiss.'),
    list('1. One goes on', '(b) Two'),
    paragraph('End.'),
  ])
})

test('the line numbers of pleading paper are left out; a number that stands alone is kept', () => {
  const numbers = Array.from({ length: 28 }, (_, index) => index + 1).join('\n')
  expect(readBlocks(`${numbers}\nText of the case`)).toEqual([paragraph('Text of the case')])
  expect(readBlocks('Text\n\n7')).toContainEqual(paragraph('7'))
})

test('an initial, a “v.”, and a phone number at the start of a line are not list items', () => {
  for (const page of [
    'before Attorney General Aaron\nM. Frey of Maine',
    'In Hernandez Roman, et al.\nv. Wolf, et al.',
    'Atlanta, GA 30309\n(404) 815-6095',
  ])
    expect(readBlocks(page)).toEqual([paragraph(page.replace('\n', ' '))])
  expect(readBlocks('A. First\nB. Second')).toEqual([list('A. First', 'B. Second')])
})

test('a heading in capitals is not run into its paragraph', () => {
  const page = 'BRIEF PROCEDURAL BACKGROUND\nBoth cases are appeals\nof DISTRICT COURT\norders.'
  expect(readBlocks(page)).toEqual([
    paragraph('BRIEF PROCEDURAL BACKGROUND'),
    paragraph('Both cases are appeals of DISTRICT COURT orders.'),
  ])
})

test('a table is between its paragraphs; cells outside a table are kept apart', () => {
  const page = 'The fees\nare:\n\nReview \t2.5\t$1,000\n\nCall\t0.3\t$120\nDated: May 5\tAnn Larkin'
  const rows = [
    ['Review', '2.5', '$1,000'],
    ['Call', '0.3', '$120'],
  ]
  expect(readBlocks(page)).toEqual([
    paragraph('The fees are:'),
    { kind: 'table', rows },
    paragraph('Dated: May 5\u2003Ann Larkin'),
  ])
})

/** The rows of each table, with their cells apart. */
const tablesIn = (page: string) =>
  readBlocks(page.replaceAll('|', '\t')).flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.join('|'))] : [],
  )

test.each([
  ['ends with another line', 'Fees\nReview|2.5\n\nCall|0.3\nDated', [['Review|2.5', 'Call|0.3']]],
  [
    'has as many cells in each row',
    'a|b\nc|d\n1|2|3\n4|5|6',
    [
      ['a|b', 'c|d'],
      ['1|2|3', '4|5|6'],
    ],
  ],
  ['goes on where a row has no first cell', '1|by\n|Roe\n2|x', [['1|by Roe', '2|x']]],
  ['is not made by rows apart', 'a|b\nand so on\nc|d', []],
  ['is not one row', 'Dated: May 5|Ann Larkin', []],
  ['is not rows mostly of one cell', 'f(a)|[F]\na: a name|\nIt is|\nf(b)|[F]\nb: a name|', []],
  ['is not a caption with its border', 'ROE,|)|Case No. 1\nPlaintiff,|)|MOTION\nv.|)|', []],
])('a table %s', (_, page, tables) => {
  expect(tablesIn(page)).toEqual(tables)
})

const wordsOf = (block: TextBlock): string[] => {
  if (block.kind === 'table') return block.rows.flat()
  return block.kind === 'list' ? block.items : [block.text]
}

test('no word is lost and none is added', () => {
  const words = ['Motion', 'to', '(a)', '1.', '•', 'dismiss.', '§ 12']
  const word = fc.constantFrom(...words, '\n', '\n\n', '\r\n', '\t')
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const page = words.join(' ')
      const read = readBlocks(page).flatMap(wordsOf)
      expect(read.join(' ').replace(/\s+/g, '')).toBe(page.replace(/\s+/g, ''))
    }),
  )
})

test('a page of nothing but line numbers takes no longer for each line than a short one', () => {
  const numbers = Array.from({ length: 200_000 }, (_, index) => String((index % 99) + 1))
  expect(readBlocks(numbers.join('\n'))).toEqual([])
})

describe('what is shown at once', () => {
  const numbered = (pages: readonly string[]) =>
    new Map(pages.map((text, index) => [index + 1, text]))

  test('is every requested page, if they are ordinary', () => {
    const page = 'Fifty characters are what a line of a brief has.\n'.repeat(56)
    const texts = numbered(Array.from({ length: 50 }, () => page))
    expect(fitPages(texts, [1, 50])).toEqual({ texts, last: 50, isCut: false })
  })

  test('ends before a page that is too long with the others', () => {
    const pages = ['short', 'x'.repeat(150_000), 'x'.repeat(150_000)]
    expect(fitPages(numbered(pages), [1, 3])).toMatchObject({ last: 2, isCut: false })
    expect(fitPages(numbered(pages), [3, 3])).toMatchObject({ last: 3, isCut: false })
  })

  test.each([
    ['characters', 'x'.repeat(2_000_000), 200_000],
    ['lines', '1\n'.repeat(1_000_000), 10_000],
  ])('is the beginning of a page with too many %s', (_, text, max) => {
    const { texts, last, isCut } = fitPages(new Map([[7, text]]), [7, 9])
    expect({ last, isCut }).toEqual({ last: 7, isCut: true })
    expect(texts.get(7)?.length).toBeGreaterThan(max / 2)
    expect(texts.get(7)?.length).toBeLessThanOrEqual(max)
  })
})
