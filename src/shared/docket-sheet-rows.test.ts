import { expect, test } from 'vitest'
import { readSheet } from '../../test/support/read-sheet.ts'
import { readDocketRow, readDocketSheet } from './docket-sheet-rules.ts'

const brief = (pasted: string) =>
  readDocketSheet(pasted).rows.map((row) => `${row.number}|${row.filed_on}|${row.title}`)

test.each([
  ['date first, tabs', '11/22/2026\t12\tMOTION to Compel by Harbor Freight Co.'],
  ['date first, spaces', '11/22/2026  12  MOTION to Compel by Harbor Freight Co.'],
  ['number first, spaces', '12 11/22/2026  MOTION to Compel by Harbor Freight Co.'],
  ['number first, CourtListener’s dates', '12   Nov 22, 2026   MOTION to Compel by Harbor'],
  ['number first', '12\tNov 22, 2026\tMOTION to Compel by Harbor Freight Co.'],
  ['a written month', 'November 22, 2026 12 MOTION to Compel by Harbor Freight Co.'],
  ['pages after the number', '11/22/2026 12 (5 pgs; 2 docs) MOTION to Compel by Harbor Freight'],
  ['bars', '| 12 | 2026-11-22 | MOTION to Compel by Harbor Freight Co. |'],
  ['cells on lines of their own', '12\nNov 22, 2026\nMOTION to Compel by Harbor Freight Co.'],
  ['the same, the date first', '11/22/2026\n12\nMOTION to Compel by Harbor Freight Co.'],
  ['two digits for the year', '11/22/26\t12\tMOTION to Compel by Harbor Freight Co.'],
  ['minus signs in the date', '12\t11-22-2026\tMOTION to Compel by Harbor Freight Co.'],
  ['the day first', '22 Nov 2026\t12\tMOTION to Compel by Harbor Freight Co.'],
  ['the same behind a number', '12 22 November 2026 MOTION to Compel by Harbor Freight Co.'],
  ['a day of the week', 'Sunday, November 22nd, 2026\t12\tMOTION to Compel by Harbor'],
  ['a time', '11/22/2026 4:10 PM EST\t12\tMOTION to Compel by Harbor Freight Co.'],
  ['a time as programs write it', '12\t2026-11-22T16:10:00Z\tMOTION to Compel by Harbor'],
  ['a label', 'Docket No. 12\t11/22/2026\tMOTION to Compel by Harbor Freight Co.'],
  ['bullets, and what is not seen', '• \ufeff12\t11/22/2026\tMOTION\u200b to Compel by Harbor'],
  ['spaces that do not break', '11/22/2026\u00a0\u00a012\u00a0\tMOTION\u00a0to Compel by Roe\r\n'],
  ['brackets', '[12] 11/22/2026 MOTION to Compel by Harbor Freight Co.'],
  ['parentheses', '(12) 11/22/2026 MOTION to Compel by Harbor Freight Co.'],
  ['a spreadsheet’s date', '12\t22-Nov-26\tMOTION to Compel by Harbor Freight Co.'],
  ['the word “filing”', 'November 22, 2026\tFiling 12\tMOTION to Compel by Harbor Freight Co.'],
  ['brackets in a cell', '11/22/2026\t[12]\tMOTION to Compel by Harbor Freight Co.'],
  ['parentheses in a cell', '11/22/2026\t(12)\tMOTION to Compel by Harbor Freight Co.'],
  ['dashes', '12 - 11/22/2026 - MOTION to Compel by Harbor Freight Co.'],
  ['colons', '12: Nov 22, 2026: MOTION to Compel by Harbor Freight Co.'],
  ['a court’s empty cell', '11/22/2026\t \t12 \n(5 pgs; 2 docs)\tMOTION to Compel by Harbor'],
  ['a circuit’s size', '11/22/2026\t12\t15 pg, 200.5 KB\tMOTION to Compel by Harbor'],
])('reads a row: %s', (_, pasted) => {
  expect(brief(pasted)).toEqual(['12|2026-11-22|MOTION to Compel'])
})

test('rows that were copied as one line are rows', () => {
  const line = '11/16/2026 12 MOTION (Entered: 11/16/2026) 11/17/2026 Hearing (Entered: 11/18/2026)'
  const rows = ['12|2026-11-16|MOTION', '|2026-11-17|Hearing', '13|2026-11-18|ORDER']
  expect(brief(`${line} 11/18/2026 13 ORDER`)).toEqual(rows)
})

test.each([
  ...['1.1', '12A', '12(a)', '1,234', '12, 13', '12; 13', '12-15', '(12) & (13)', '12 and 13'],
  ...['12 & 13', 'No. [12]', '12/13', '11/23/2026'],
])('a cell that is not the number of an entry is pointed out: %s', (cell) => {
  const problem = `Line 1: “${cell}” is not the number of an entry.`
  expect(readSheet(`11/22/2026\t${cell}\tMOTION`)).toEqual([`|2026-11-22|${cell} MOTION`, problem])
})

test('takes no number from the text, and no time of a hearing from it', () => {
  const texts = ['BRIEF filed by Roe. [5049810]', '341 meeting held', '2:00 PM hearing held']
  const rows = [' \t9 pg, 20.5 KB\t', '\t', ''].map((cell, at) => `11/22/2026\t${cell}${texts[at]}`)
  expect(readSheet(rows.join('\n'))).toEqual(texts.map((text) => `|2026-11-22|${text}`))
})

test.each([
  [
    '03/23/2023\t14\tMOTION for Leave by SERB SA. (Attachments: # 1 A)(DOE, J) (Entered: 03/23/2023)',
    { number: '14', filed_on: '2023-03-23', title: 'MOTION for Leave', filed_by: 'SERB SA' },
  ],
  [' 1/2/2026 Minute Entry: Held.', { number: '', filed_on: '2026-01-02', type: 'Minute entry' }],
  [
    '02/02/2010\n4304 \n(3 pgs; 2 docs)\nStatement of Fees filed by Acme, Inc.. (Roe, Jane)',
    { number: '4304', filed_on: '2010-02-02', type: 'Report', filed_by: 'Acme, Inc.' },
  ],
  ['1/2/2026\t53\tORDER set\n1/3/2026 at 10', { description: 'ORDER set 1/3/2026 at 10' }],
  ['ORDER. (Entered: 07/30/2026)', { number: '', filed_on: '2026-07-30', type: 'Order' }],
])('%j', (pasted, expected) => expect(readDocketRow(pasted)).toMatchObject(expected))

test.each([
  ...['', 'Some words', '13/45/2023 14 MOTION', '03/23/2023', '14 MOTION'],
  ...['53 13/45/2026 MOTION', '53 Foo 22, 2026 MOTION'],
])('%j is not a line of a docket', (pasted) => expect(readDocketRow(pasted)).toBeUndefined())
