import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { across, type Pdf, readingOf, write } from '../../../../test/support/drawn-page.ts'
import { expectLinear } from '../../../../test/support/growth.ts'
import { inReadingOrder } from './text-columns.ts'
import type { TextLine } from './text-rows.ts'

const textOf = async (draw: (pdf: Pdf) => void) =>
  (await readingOf(draw)).text
    .replace(/ *\t */g, ' | ')
    .replace(/\s+/g, ' ')
    .trim()

const OPINION = [
  'The lease of the warehouse|The deposit of $12,400 was',
  'ended on July 31, and the|paid to the landlord, who',
  'tenant moved out on the|has not returned it. The',
  'same day. The landlord|tenant asks for an order',
  'took the keys and did not|that compels its return',
  'complain of anything. On|within thirty days. That',
  'August 4 the tenant wrote|motion is granted in part',
  'for the first time.|for these reasons.',
]

/** A kind of rows, where their cells begin, and the rows. */
const ROWS = `
the caption of a pleading: 72 300 320
  JANE ROE,|)
  Plaintiff,|)|Case No. 1:26-cv-45
  v.|)
  ACME LLC,|)|MOTION TO DISMISS
  Defendant.|)
a docket sheet: 72 150 190
  01/02/2026|1|COMPLAINT against Acme
  ||filed by Jane Roe.
  01/05/2026|2|SUMMONS issued to the
  ||defendant by the clerk
  ||and returned on
  01/09/2026|3|ANSWER by Acme LLC.
a date beside a signature: 72 320
  Dated: May 5, 2026|Respectfully submitted,
  |/s/ Ann Larkin
  |Ann Larkin
  |attorney for the plaintiff
  |jane roe
tables of authorities: 72 480
  Smith v. Jones, 1 U.S. 2|4
  Roe v. Acme, 3 F.4th 5|6
  in re Harbor, 5 F.4th 7|9
  in re Larkin, 6 F.4th 8|12
  in re Vance, 7 F.4th 9|15
a list of parties beside what each is served with: 72 320
  Jane Roe|The notice of the hearing
  12 Main Street|that was mailed to all of
  Boston, MA 02109|the parties on the list by
  Acme Storage LLC|the clerk of the court and
  1 Harbor Way|by the plaintiff herself.
rows of short words: 72 320
  costs of the travel|paid
  copies of the exhibits|owed
  fees of the clerk|paid
  work on the brief|paid
  calls of the client|waived
  rent of the room|paid
rows of names: 72 320
  Diane Lee Manns v. C. R. Bard|Southern District of Ohio
  Dianna Roush v. C. R. Bard|Eastern District of Texas
  Mark Topping v. C. R. Bard|Western District of Maine
  Alana Bond v. C. R. Bard|District of New Jersey
  Jeffrey Miner v. C. R. Bard|District of Nebraska
a table of few rows: 72 320
  ended on july 31, and the|paid to the landlord, who
  tenant moved out on the|has not returned it. the
  same day. the landlord|tenant asks for an order
  took the keys and did not|that compels its return
`
  .trim()
  .split(/\n(?! )/)
  .map((kind) => {
    const [head = '', ...rows] = kind.split('\n  ')
    const [name = '', lefts = ''] = head.split(': ')
    return [name, lefts.split(' ').map(Number), rows] as const
  })

describe('columns written across the page', () => {
  test('are read one after another if they are prose', async () => {
    const [left, right] = [0, 1].map((at) => OPINION.map((row) => row.split('|')[at]).join(' '))
    expect(await textOf(across([72, 320], OPINION))).toBe(`${left} ${right}`)
  })

  test('are read below a heading and above a footer', async () => {
    const text = await textOf((pdf) => {
      write(pdf, 'OPINION', [260, 60], 14)
      across([72, 320], OPINION)(pdf)
      const footer = 'The Clerk of Court is ordered to send a copy of this to all of the parties.'
      write(pdf, footer, [72, 250])
    })
    expect(text).toMatch(/^OPINION The lease .*first time\. The deposit .*reasons\. The Clerk/)
  })

  test.each(ROWS)('keep their rows in %s', async (_, lefts, rows) => {
    const cells = rows.map((row) => row.split('|').filter(Boolean).join(' '))
    const text = await textOf(across(lefts, rows))
    expect(text.replace(/[ |]+/g, ' ').trim()).toBe(cells.join(' '))
  })
})

test('rows far apart are not lines of two columns', async () => {
  const text = await textOf(across([72, 320], OPINION, { step: 40 }))
  expect(text).toBe(OPINION.join(' ').replaceAll('|', ' | '))
})

test('a heading with fewer cells than its table is not part of it', async () => {
  const text = await textOf((pdf) => {
    write(pdf, 'Date Filed  Doc. No.', [72, 86], 10)
    write(pdf, 'Docket Text', [240, 86], 10)
    across([72, 140, 200], ['01/02/2026|12|COMPLAINT', '||by Jane Roe'])(pdf)
  })
  expect(text).toBe('Date Filed Doc. No. | Docket Text 01/02/2026 | 12 | COMPLAINT | | by Jane Roe')
})

test('the line numbers of pleading paper are not a column', async () => {
  const rows = OPINION.map((row, at) => `${at + 1}|${row.replace('|', ' ')}`)
  expect(await textOf(across([60, 96], rows, { step: 24 }))).toBe(
    rows.join(' ').replaceAll('|', ' '),
  )
})

test('no cell is lost, and none is added', () => {
  const number = fc.integer({ min: 0, max: 600 })
  const cell: fc.Arbitrary<TextLine> = fc.record({
    text: fc.constantFrom('a ', 'the court ', '1 ', '2 ', 'a b c d ', ' '),
    left: number,
    right: number,
    baseline: number.map((y) => -y),
    height: fc.constantFrom(0, 10, 12),
  })
  const wordsOf = (lines: readonly TextLine[]) =>
    lines.flatMap(({ text }) => text.split(/\s+/).filter(Boolean)).sort()
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), (rows) => {
      expect(wordsOf(inReadingOrder(rows))).toEqual(wordsOf(rows.flat()))
    }),
  )
})

const cell = (left: number, baseline: number): TextLine => {
  return { text: 'the court finds', left, right: left + 20, baseline: -baseline, height: 10 }
}
test.each<[string, (at: number) => TextLine]>([
  ['in one row', (at) => cell(at * 60, 100)],
  ['one below another', (at) => cell((at % 2) * 300, Math.floor(at / 2) * 12)],
  ['each at a place of its own', (at) => cell(at * 60, Math.floor(at / 2) * 12)],
  ['in a thousand columns', (at) => cell((at % 1000) * 60, Math.floor(at / 1000) * 12)],
])('very many fragments %s take time in proportion to their number', (_, place) => {
  expectLinear((count) => {
    const cells = Array.from({ length: count }, (_none, at) => place(at))
    return inReadingOrder([...Map.groupBy(cells, ({ baseline }) => baseline).values()])
  }, 100_000)
})
