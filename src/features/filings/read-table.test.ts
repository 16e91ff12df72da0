import { expect, test } from 'vitest'
import { readDocketText } from './read-table.ts'

const read = (lines: readonly string[]) => {
  const { rows, problems } = readDocketText(lines.join('\r\n'))
  return { rows: rows.map((row) => [row.number, row.filed_on, row.description]), problems }
}
const MOTION = ['12', '2026-11-22', 'MOTION to Compel, by "Roe"']
const ORDER = ['13', '2026-11-23', 'ORDER']

test.each<[string, string[]]>([
  [
    'CSV, its columns named as PACER names them',
    [
      '\ufeff"Date Filed","#","Docket Text"',
      '"11/22/2026","12","MOTION to Compel,\r\nby ""Roe"""',
      '11/23/2026,13,ORDER',
    ],
  ],
  [
    'CSV of a docket program, with columns that do not count',
    [
      'Entry #,Filing Date,Judge,Description,Pages',
      '12,2026-11-22 09:00:00+00:00,X,"MOTION to Compel, by ""Roe""",4',
      '13.0,11/23/26,X,ORDER,2',
    ],
  ],
  ['CSV without headings', ['11/22/2026,12,"MOTION to Compel, by ""Roe"""', '11/23/2026,13,ORDER']],
  [
    'text with commas that have no quotes',
    ['12,11/22/2026,MOTION to Compel,by "Roe"', '13,11/23/2026,ORDER'],
  ],
  [
    'semicolons',
    ['No.;Date;Text', '12;11/22/2026;MOTION to Compel, by "Roe"', '13;11/23/2026;ORDER'],
  ],
  [
    'a table copied from a spreadsheet',
    [
      'Docket #\tDate Filed\tDocket Text',
      '12\t11/22/2026\t"MOTION to Compel,\nby ""Roe"""',
      '13\t11/23/2026\tORDER',
    ],
  ],
  [
    'a table of a claims agent, with pages, costs, and its headings again',
    [
      'Date Filed\tDocket Number\tDocket Text\tPages\tCost',
      '11/22/2026\t12\tMOTION to Compel, by "Roe"\t12\t$1.20',
      'Date Filed\tDocket Number\tDocket Text\tPages\tCost',
      '11/23/2026\t13\tORDER\t3\t$0.30',
    ],
  ],
])('reads %s', (_, lines) => {
  expect(read(lines)).toEqual({ rows: [MOTION, ORDER], problems: [] })
})

test('reads the CSV that CourtListener hands out: a row for each document', () => {
  const { rows } =
    readDocketText(`docketentry_id,docketentry_date_created,docketentry_date_filed,docketentry_entry_number,docketentry_description,recapdocument_id,recapdocument_document_number,recapdocument_attachment_number,recapdocument_description
1,2026-11-23 09:00:00+00:00,2026-11-22,12,"MOTION to Compel, by Roe",7,12,,Motion to Compel
1,2026-11-23 09:00:00+00:00,2026-11-22,12,"MOTION to Compel, by Roe",8,12,1,Exhibit A
2,2026-11-24 09:00:00+00:00,2026-11-23,,Minute entry,9,,,`)
  expect(rows).toMatchObject([
    { number: '12', filed_on: '2026-11-22', attachments: new Map([[1, 'Exhibit A']]) },
    { number: '', filed_on: '2026-11-23', description: 'Minute entry' },
  ])
})

test('says which row of a table was not understood, by its line', () => {
  const lines = [
    'a head',
    'No.,Date,Text',
    '12,11/22/2026,"two',
    'lines"',
    '13,22.11.2026,ORDER',
    '14,02/30/2026,ORDER',
  ]
  expect(read(lines)).toEqual({
    rows: [['12', '2026-11-22', 'two lines']],
    problems: [
      'Line 1 begins with no date or number. “a head”',
      'Line 5 was not understood. “13 22.11.2026 ORDER”',
      'Line 6: there is no such date. “14 02/30/2026 ORDER”',
    ],
  })
})

test.each([
  '11/22/2026 51 Motion for Relief, filed by the Bank (Roe, Jane)',
  '11/22/2026\t51\tMotion for Relief, filed by the Bank (Roe, Jane)',
  'Date Filed\t#\tDocket Text\n11/22/2026\t\n51\n(4 pgs; 2 docs)\nMotion for Relief, filed by the Bank (Roe, Jane)',
])('leaves commas in the text alone: %j', (pasted) => {
  expect(readDocketText(pasted)).toMatchObject({
    rows: [{ number: '51', description: 'Motion for Relief, filed by the Bank (Roe, Jane)' }],
    problems: [],
  })
})

test('a cell without its closing quote is said', () => {
  expect(
    read(['No.,Date,Text', '12,11/22/2026,"MOTION', '13,11/23/2026,ORDER']).problems,
  ).toHaveLength(3)
})
