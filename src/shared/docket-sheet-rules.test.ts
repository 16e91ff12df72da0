import { expect, test } from 'vitest'
import { readSheet } from '../../test/support/read-sheet.ts'
import { readDocketSheet } from './docket-sheet-rules.ts'

test('reads many rows with headings, continuation lines, and an entry without a number', () => {
  const motion = 'MOTION to Compel by Harbor Freight Co. (Attachments: # 1 Exhibit'
  const lines = [
    ...['Date Filed\t#\tDocket Text', `11/20/2026\t12\t${motion}`],
    ...['A, # 2 Text of Proposed Order) (Doe, Jane)', ''],
    '11/21/2026\tMINUTE ENTRY for proceedings held before Judge Doe',
    '11/22/2026\t13\tORDER granting 12 Motion to Compel.',
  ]
  const pasted = lines.join('\n')
  const attachments = ' [1 Exhibit A] [2 Text of Proposed Order]'
  expect(readSheet(pasted)).toEqual([
    `12|2026-11-20|${motion} A, # 2 Text of Proposed Order) (Doe, Jane)${attachments}`,
    '|2026-11-21|MINUTE ENTRY for proceedings held before Judge Doe',
    '13|2026-11-22|ORDER granting 12 Motion to Compel.',
  ])
  const types = readDocketSheet(pasted).rows.map(({ type, filed_by }) => `${type} ${filed_by}`)
  expect(types).toEqual(['Motion Harbor Freight Co.', 'Minute entry ', 'Order '])
})

test('a wrapped text may go on with a date or a number of a case', () => {
  const texts = [
    ['FEES for October 1, 2026 through', 'October 31, 2026 (related', '12) filed by Roe.'],
    ['MINUTE ENTRY: set for', '11/30/2026 at 11:00 AM in', '12-1201 and 12-1202.'],
    ['STIPULATION Signed on', '11/22/2026 Among Roe and Doe.'],
    ['FEES for', 'October 1, 2026 Through', 'October 31, 2026 by Roe. (Entered: 11/23/2026)'],
  ]
  const pasted = texts.map((lines, day) => `11/2${day}/2026  ${12 + day}  ${lines.join('\n')}`)
  const rows = texts.map((lines, day) => `${12 + day}|2026-11-2${day}|${lines.join(' ')}`)
  expect(readSheet(pasted.join('\n'))).toEqual(rows)
})

test.each(['53-1\t11/22/2026\tExhibit A', '11/22/2026\t53-1\tExhibit A', '053.1 Exhibit A'])(
  'a row for an attachment belongs to the row of its entry: %j',
  (attachment) => {
    const pasted = `53\t11/22/2026\tMOTION\n54\t11/22/2026\tORDER\n${attachment}`
    expect(readSheet(pasted)).toEqual(['53|2026-11-22|MOTION [1 Exhibit A]', '54|2026-11-22|ORDER'])
  },
)

const NOT_UNDERSTOOD = [
  '13\t22.11.2026\tORDER',
  '22.11.2026\t\tHearing',
  '9-1\t11/22/2026\tExhibit A',
]

test.each([
  [
    'with titles in lower case',
    '12 11/22/2026 motion to compel\n13 11/23/2026 order',
    ['12|2026-11-22|motion to compel', '13|2026-11-23|order'],
  ],
  ['with lines of attachments', '7\tNov 3, 2026\tA\nAtt 1\tLease', ['7|2026-11-03|A [1 Lease]']],
  [
    'of PACER, without its header and receipt',
    `U.S. District Court\nCIVIL DOCKET: 1:26-cv-45\nRoe v. Doe\nJudge X\nJury\nDate Filed\t#\tDocket Text\n12\t11/22/2026\tORDER\nPACER Service Center\nTransaction Receipt\n11/23/2026 10:12:11\nCost:\t0.40`,
    [
      '12|2026-11-22|ORDER',
      expect.stringContaining('Line 1 does not begin with a date or number'),
      ...['Line 2', 'Line 3'].map((line) => expect.stringContaining(line)),
      '2 more lines like these.',
    ],
  ],
  [
    'with lines that are not understood, each by its number',
    'some words\n02/30/2026\t3\tORDER\n11/22/2026\t4\tORDER',
    [
      '4|2026-11-22|ORDER',
      'Line 1 does not begin with a date or number. “some words”',
      'Line 2: this date does not exist. “02/30/2026 3 ORDER”',
    ],
  ],
  [
    'with such lines below a row, to which they add nothing',
    ['12\t11/22/2026\tMOTION', ...NOT_UNDERSTOOD].join('\n'),
    [
      '12|2026-11-22|MOTION',
      'Line 2 was not understood. “13 22.11.2026 ORDER”',
      'Line 3 was not understood. “22.11.2026 Hearing”',
      'Line 4 was not understood. “9-1 11/22/2026 Exhibit A”',
    ],
  ],
  [
    'with a row without text, which takes nothing from the next',
    '12\t11/22/2026\t\n13\t11/23/2026\tORDER',
    ['12|2026-11-22|', '13|2026-11-23|ORDER', 'No. 12 has no text.'],
  ],
  [
    'that is too long, in part',
    `12\t11/22/2026\tORDER${'\n'.repeat(20_000)}13\tORDER`,
    ['12|2026-11-22|ORDER', 'Only the first 20000 lines were read.'],
  ],
])('reads a sheet %s', (_, pasted, expected) => expect(readSheet(pasted)).toEqual(expected))

test('says how much more was not understood', () => {
  const lost = Array.from({ length: 25 }, (_, index) => `${index + 13}\t22.11.2026\tORDER`)
  const { problems } = readDocketSheet(['12\t11/22/2026\tMOTION', ...lost].join('\n'))
  expect([problems.length, problems.at(-1)]).toEqual([21, '5 more lines like these.'])
})

test('texts alone are rows if each ends in the day of entry', () => {
  const motion = 'MOTION to Stay\nby Acme. (Entered: 11/16/2026)'
  const read = `|2026-11-16|${motion.replace('\n', ' ')}`
  expect(readSheet(motion)).toEqual([read])
  const [row] = readDocketSheet(motion).rows
  expect(row).toMatchObject({ title: 'MOTION to Stay', filed_by: 'Acme' })
  const order = 'ORDER. (Entered: 11/17/2026)'
  expect(readSheet(`12 ${motion}\n13 ${order}`)).toEqual([`12${read}`, `13|2026-11-17|${order}`])
})
