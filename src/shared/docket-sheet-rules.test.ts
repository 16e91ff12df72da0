import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine } from './clean-text.ts'
import { readDocketRow, readDocketSheet } from './docket-sheet-rules.ts'

const brief = (pasted: string) =>
  readDocketSheet(pasted).rows.map(
    ({ number, filed_on, title }) => `${number}|${filed_on}|${title}`,
  )

test.each([
  ['date first, tabs', '11/22/2026\t12\tMOTION to Compel by Harbor Freight Co.'],
  ['date first, spaces', '11/22/2026  12  MOTION to Compel by Harbor Freight Co.'],
  ['number first, spaces', '12 11/22/2026  MOTION to Compel by Harbor Freight Co.'],
  [
    'number first, dates as CourtListener has them',
    '12   Nov 22, 2026   MOTION to Compel by Harbor',
  ],
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
  [
    'spaces that do not break',
    '11/22/2026\u00a0\u00a012\u00a0\tMOTION\u00a0to Compel by Harbor\r\n',
  ],
  ['brackets', '[12] 11/22/2026 MOTION to Compel by Harbor Freight Co.'],
  ['dashes', '12 - 11/22/2026 - MOTION to Compel by Harbor Freight Co.'],
  ['colons', '12: Nov 22, 2026: MOTION to Compel by Harbor Freight Co.'],
  [
    'a bankruptcy court’s empty cell',
    '11/22/2026\t \t12 \n(5 pgs; 2 docs)\tMOTION to Compel by Harbor Freight Co.',
  ],
  ['a circuit’s size', '11/22/2026\t12\t15 pg, 200.5 KB\tMOTION to Compel by Harbor'],
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
  expect(rows[0]?.filed_by).toBe('Harbor Freight Co.')
  expect(problems).toEqual([])
})

test('takes no number from the text, and no time of a hearing from it', () => {
  const pasted = [
    '11/22/2026\t \t9 pg, 120.5 KB\tBRIEF filed by Appellant. [5049810]',
    '11/22/2026\t\t341 meeting held',
    '11/22/2026\t2:00 PM hearing held',
  ]
  expect(
    readDocketSheet(pasted.join('\n')).rows.map((row) => [row.number, row.description]),
  ).toEqual([
    ['', 'BRIEF filed by Appellant. [5049810]'],
    ['', '341 meeting held'],
    ['', '2:00 PM hearing held'],
  ])
})

test('a paid page of PACER has its rows, not its head and its receipt', () => {
  const head = [
    'U.S. District Court',
    'CIVIL DOCKET FOR CASE #: 1:26-cv-00045',
    'Roe v. Doe',
    'Judge X',
    'Jury',
  ]
  const receipt = [
    'PACER Service Center',
    'Transaction Receipt',
    '11/23/2026 10:12:11',
    'Cost:\t0.40',
  ]
  const pasted = [...head, 'Date Filed\t#\tDocket Text', '11/22/2026\t12\tORDER', ...receipt]
  const { rows, problems } = readDocketSheet(pasted.join('\n'))
  expect(rows).toMatchObject([{ number: '12', description: 'ORDER' }])
  expect(problems).toEqual([
    expect.stringContaining('Line 1 does not begin with a date or number'),
    expect.stringContaining('Line 2'),
    expect.stringContaining('Line 3'),
    '2 more lines like these.',
  ])
})

test('a wrapped text may go on with a date or a number of a case', () => {
  const texts = [
    [
      'STATEMENT of Fees for the period of October 1, 2026 through',
      'October 31, 2026 (related',
      '12) filed by Roe.',
    ],
    [
      'MINUTE ENTRY: hearing set for',
      '11/30/2026 at 11:00 AM in related matters',
      '12-1201 and 12-1202.',
    ],
  ]
  const pasted = texts.map(
    (lines, index) => `11/2${index}/2026  ${12 + index}  ${lines.join('\n')}`,
  )
  expect(readDocketSheet(pasted.join('\n'))).toMatchObject({
    rows: texts.map((lines) => ({ description: lines.join(' '), attachments: new Map() })),
    problems: [],
  })
})

test('titles in lower case are rows', () => {
  const { rows } = readDocketSheet('12 11/22/2026 motion to compel\n13 11/23/2026 order')
  expect(rows.map(({ number }) => number)).toEqual(['12', '13'])
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
  expect(readDocketRow(notice(12))).toMatchObject({ number: '12', filed_on: '2026-11-21' })
  const { rows, problems } = readDocketSheet(`${notice(12)}\n${notice(13)}`)
  expect(rows).toMatchObject([
    {
      number: '12',
      filed_on: '2026-11-21',
      title: 'MOTION to Compel',
      filed_by: 'Harbor Freight Co.',
    },
    { number: '13' },
  ])
  expect(rows[0]?.description).toBe('MOTION to Compel (Attachments: # (1) Exhibit A)(Doe, Jane)')
  expect(problems).toEqual([])
})

test('says what was not understood, by its line', () => {
  const { rows, problems } = readDocketSheet(
    'some words\n02/30/2026\t3\tORDER\n11/22/2026\t4\tORDER',
  )
  expect(rows.map(({ number }) => number)).toEqual(['4'])
  expect(problems).toEqual([
    'Line 1 does not begin with a date or number. “some words”',
    'Line 2: this date does not exist. “02/30/2026 3 ORDER”',
  ])
})

test('a row that is not understood is said, and adds nothing to the row above it', () => {
  const lost = ['13\t22.11.2026\tORDER', '22.11.2026\t\tHearing', '9-1\t11/22/2026\tExhibit A']
  const { rows, problems } = readDocketSheet(['12\t11/22/2026\tMOTION', ...lost].join('\n'))
  expect(rows.map(({ description }) => description)).toEqual(['MOTION'])
  expect(problems).toEqual([
    'Line 2 was not understood. “13 22.11.2026 ORDER”',
    'Line 3 was not understood. “22.11.2026 Hearing”',
    'Line 4 was not understood. “9-1 11/22/2026 Exhibit A”',
  ])
})

test('a row without text takes nothing from the next', () => {
  const { rows, problems } = readDocketSheet('12\t11/22/2026\t\n13\t11/23/2026\tORDER')
  expect(rows.map(({ number, description }) => [number, description])).toEqual([
    ['12', ''],
    ['13', 'ORDER'],
  ])
  expect(problems).toEqual(['No. 12 has no text.'])
})

test('says that a sheet was read in part', () => {
  const { rows, problems } = readDocketSheet(`12\t11/22/2026\tORDER${'\n'.repeat(20_000)}13\tORDER`)
  expect(rows).toHaveLength(1)
  expect(problems).toEqual(['Only the first 20000 lines were read.'])
})

test('says how much more was not understood', () => {
  const lost = Array.from({ length: 25 }, (_, index) => `${index + 13}\t22.11.2026\tORDER`)
  const { problems } = readDocketSheet(['12\t11/22/2026\tMOTION', ...lost].join('\n'))
  expect([problems.length, problems.at(-1)]).toEqual([21, '5 more lines like these.'])
})

test.each([
  [
    '03/23/2023\t14\tMOTION for Leave to Appear Pro Hac Vice by SERB SA. (Attachments: # 1 Declaration)(DOE, J) (Entered: 03/23/2023)',
    {
      number: '14',
      filed_on: '2023-03-23',
      title: 'MOTION for Leave to Appear Pro Hac Vice',
      type: 'Motion',
      filed_by: 'SERB SA',
    },
  ],
  [
    ' 1/2/2026 Minute Entry for proceedings held before Judge Doe: Hearing held.',
    { number: '', filed_on: '2026-01-02', type: 'Minute entry' },
  ],
  [
    '02/02/2010\n4304 \n(3 pgs; 2 docs)\nStatement of Fees filed by Jane Roe on behalf of Acme, Inc.. (Roe, Jane)',
    { number: '4304', filed_on: '2010-02-02', type: 'Report', filed_by: 'Acme, Inc.' },
  ],
  [
    '53\t11/22/2026\tMOTION to Stay by Acme, Inc.',
    {
      number: '53',
      filed_on: '2026-11-22',
      title: 'MOTION to Stay',
      description: 'MOTION to Stay by Acme, Inc.',
    },
  ],
  ['2026-11-22 53 ORDER', { number: '53', filed_on: '2026-11-22', description: 'ORDER' }],
  [
    '11/22/2026\t53\tORDER set\n11/23/2026 at 10 (Entered: 11/22/2026)',
    { number: '53', description: 'ORDER set 11/23/2026 at 10 (Entered: 11/22/2026)' },
  ],
  ['53\nNov 22, 2026\nORDER', { number: '53', filed_on: '2026-11-22', description: 'ORDER' }],
  ['November 22, 2026   53  ORDER', { number: '53', filed_on: '2026-11-22', description: 'ORDER' }],
  [
    'ORDER granting 12 Motion. (Entered: 07/30/2026)',
    { number: '', filed_on: '2026-07-30', type: 'Order', filed_by: '' },
  ],
])('%j', (pasted, expected) => expect(readDocketRow(pasted)).toMatchObject(expected))

test.each([
  '',
  'Some words',
  '13/45/2023 14 MOTION',
  '03/23/2023',
  '14 MOTION',
  '53 13/45/2026 MOTION',
  '53 Foo 22, 2026 MOTION',
])('%j is no line of a docket', (pasted) => expect(readDocketRow(pasted)).toBeUndefined())

test('the text is what stands behind the date and the number', () => {
  const text = fc.stringMatching(/^[A-Z][\w ,.()#-]{0,80}[a-z)]$/)
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 99_999 }), (words, number) => {
      const row = readDocketRow(`07/30/2026\t${number}\t${words}`)
      expect([row?.number, row?.filed_on, row?.description]).toEqual([
        String(number),
        '2026-07-30',
        oneLine(words),
      ])
    }),
  )
})

test('a long paste takes no time', () => {
  const started = performance.now()
  const pasted = [
    '11/22/2026 '.repeat(2000),
    'Date '.repeat(4000),
    '1 '.repeat(40_000),
    '\n \n'.repeat(40_000),
    `${'| '.repeat(40_000)}.`,
  ].join('\n')
  readDocketSheet(pasted)
  readDocketRow(pasted)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('a page copied from CourtListener has its texts and attachments, not its buttons', () => {
  const pasted = `53
Nov 22, 2026
MOTION to Dismiss by Jane Doe
Main Doc\u00adument
Dismiss
Download PDF
Att\u00adach\u00adment 1
Exhibit A
Buy on PACER
54
Nov 23, 2026
ORDER granting 53
Main Doc\u00adument
Order
Download PDF`
  expect(readDocketSheet(pasted)).toMatchObject({
    rows: [
      {
        number: '53',
        description: 'MOTION to Dismiss by Jane Doe',
        filed_by: 'Jane Doe',
        attachments: new Map([[1, 'Exhibit A']]),
      },
      { number: '54', description: 'ORDER granting 53' },
    ],
    problems: [],
  })
})

test.each([
  ['with empty lines between all others', '\n\n', ''],
  ['that was forwarded', '\n', '> '],
])('a notice %s has its text', (_, gap, mark) => {
  const lines = [
    'The following transaction was entered on 2/5/2020 at 4:13 PM EST and filed on 2/5/2020',
    'Document Number: 12',
    'Docket Text:',
    'MOTION to Dismiss by Jane Doe.',
  ]
  const { rows } = readDocketSheet(lines.map((line) => `${mark}${line}`).join(gap))
  expect(rows).toMatchObject([
    { number: '12', filed_on: '2020-02-05', description: 'MOTION to Dismiss by Jane Doe.' },
  ])
})

test.each(['53-1\t11/22/2026\tExhibit A', '11/22/2026\t53-1\tExhibit A', '053.1 Exhibit A'])(
  'a row for an attachment belongs to the row of its entry: %j',
  (attachment) => {
    const { rows } = readDocketSheet(`53\t11/22/2026\tMOTION\n54\t11/22/2026\tORDER\n${attachment}`)
    expect(rows).toMatchObject([
      { description: 'MOTION', attachments: new Map([[1, 'Exhibit A']]) },
      { description: 'ORDER', attachments: new Map() },
    ])
  },
)

test('a notice has all paragraphs of its text, and says which other numbers it has', () => {
  const notice = `The following transaction was received from Roe entered on 11/21/2026 at 10:04 PM EST and filed on 11/21/26
Document Number:\t1
Document Number:\t69
Docket Text:
TEXT ORDER granting [96] Motion.

Signed by Judge X.

6:26-bk-13768 Notice will be electronically mailed to:

Jane Roe`
  const { rows, problems } = readDocketSheet(notice)
  expect(rows).toMatchObject([
    {
      number: '1',
      filed_on: '2026-11-21',
      description: 'TEXT ORDER granting [96] Motion. Signed by Judge X.',
    },
  ])
  expect(problems).toEqual(['The notice for No. 1 also lists 69. Use this case’s number.'])
})

test('says that rows of a sheet above a notice are not read', () => {
  const notice = 'The following transaction was entered on 11/22/2026\nDocket Text:\nORDER'
  const row = '11/20/2026\t60\tORDER setting hearing.'
  expect(readDocketSheet(`${row}\n${notice}`)).toMatchObject({
    rows: [{ description: 'ORDER' }],
    problems: ['Not read: 1 row above the first notice. Paste the docket sheet by itself.'],
  })
  expect(readDocketSheet(`U.S. District Court\n${notice}`).problems).toEqual([])
})
