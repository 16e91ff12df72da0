import { expect, test } from 'vitest'
import { readDocketSheet } from './docket-sheet-rules.ts'

const brief = (pasted: string) =>
  readDocketSheet(pasted).rows.map(({ number, filedOn, title }) => `${number}|${filedOn}|${title}`)

test.each([
  ['date first, tabs', '11/22/2026\t12\tMOTION to Compel by Harbor Freight Co.'],
  ['date first, spaces', '11/22/2026  12  MOTION to Compel by Harbor Freight Co.'],
  ['number first', '12\tNov 22, 2026\tMOTION to Compel by Harbor Freight Co.'],
  ['a written month', 'November 22, 2026 12 MOTION to Compel by Harbor Freight Co.'],
  ['pages after the number', '11/22/2026 12 (5 pgs; 2 docs) MOTION to Compel by Harbor Freight'],
  ['bars', '| 12 | 2026-11-22 | MOTION to Compel by Harbor Freight Co. |'],
  ['cells on lines of their own', '12\nNov 22, 2026\nMOTION to Compel by Harbor Freight Co.'],
  ['the same, the date first', '11/22/2026\n12\nMOTION to Compel by Harbor Freight Co.'],
])('reads a row: %s', (_, pasted) => {
  expect(brief(pasted)).toEqual(['12|2026-11-22|MOTION to Compel'])
})

test('reads many rows with headings, continuation lines, and an entry without a number', () => {
  const { rows, problems } = readDocketSheet(
    [
      'Date Filed\t#\tDocket Text',
      '11/20/2026\t12\tMOTION to Compel by Harbor Freight Co. (Attachments: # 1 Exhibit',
      'A, # 2 Text of Proposed Order) (Doe, Jane)',
      '',
      '11/21/2026\tMINUTE ENTRY for proceedings held before Judge Doe',
      '11/22/2026\t13\tORDER granting 12 Motion to Compel.',
    ].join('\n'),
  )
  expect(rows.map(({ number, type }) => [number, type])).toEqual([
    ['12', 'Motion'],
    ['', 'Minute entry'],
    ['13', 'Order'],
  ])
  expect([...(rows[0]?.attachments ?? [])]).toEqual([
    [1, 'Exhibit A'],
    [2, 'Text of Proposed Order'],
  ])
  expect(rows[0]?.filedBy).toBe('Harbor Freight Co.')
  expect(problems).toEqual([])
})

test('reads attachments that have lines of their own', () => {
  const [row] = readDocketSheet(
    '7\tNov 3, 2026\tNOTICE of Filing\nAtt 1\tDeclaration of Smith',
  ).rows
  expect(row?.attachments.get(1)).toBe('Declaration of Smith')
})

test('reads notices of electronic filing', () => {
  const notice = (number: number) => `Notice of Electronic Filing
The following transaction was entered by Doe, Jane on 11/22/2026 at 4:10 PM EST and filed on 11/21/2026
Case Name: Harbor Freight Co. v. Roe
Case Number: 1:26-cv-00045-ABC
Filer: Harbor Freight Co.
Document Number: ${number}
Docket Text:
MOTION to Compel (Attachments: # (1) Exhibit A)(Doe, Jane)

1:26-cv-00045-ABC Notice has been electronically mailed to:`
  const { rows, problems } = readDocketSheet(`${notice(12)}\n${notice(13)}`)
  expect(rows).toMatchObject([
    {
      number: '12',
      filedOn: '2026-11-21',
      title: 'MOTION to Compel',
      filedBy: 'Harbor Freight Co.',
    },
    { number: '13' },
  ])
  expect(rows[0]?.text).toBe('MOTION to Compel (Attachments: # (1) Exhibit A)(Doe, Jane)')
  expect(problems).toEqual([])
})

test('says what was not understood, by its line', () => {
  const { rows, problems } = readDocketSheet(
    'some words\n02/30/2026\t3\tORDER\n11/22/2026\t4\tORDER',
  )
  expect(rows.map(({ number }) => number)).toEqual(['4'])
  expect(problems).toEqual([
    'Line 1 begins with no date or number. “some words”',
    'Line 2: there is no such date. “02/30/2026 3 ORDER”',
  ])
})

test('a long paste takes no time', () => {
  const started = performance.now()
  readDocketSheet(`${'11/22/2026 '.repeat(2000)}\n${'Date '.repeat(4000)}\n${'1 '.repeat(40_000)}`)
  expect(performance.now() - started).toBeLessThan(2000)
})
