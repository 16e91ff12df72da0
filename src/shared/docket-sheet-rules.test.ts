import { expect, test } from 'vitest'
import { readDocketSheet } from './docket-sheet-rules.ts'

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
  const attachments = new Map([
    [1, 'Exhibit A'],
    [2, 'Text of Proposed Order'],
  ])
  expect(rows).toMatchObject([
    { number: '12', type: 'Motion', filed_by: 'Harbor Freight Co.', attachments },
    { number: '', type: 'Minute entry' },
    { number: '13', type: 'Order' },
  ])
  expect(problems).toEqual([])
})

test('a PACER page gives its rows, not its header and receipt', () => {
  const head = ['U.S. District Court', 'CIVIL DOCKET: 1:26-cv-45', 'Roe v. Doe', 'Judge X', 'Jury']
  const sheet = 'Date Filed\t#\tDocket Text\n11/22/2026\t12\tORDER'
  const receipt = 'PACER Service Center\nTransaction Receipt\n11/23/2026 10:12:11\nCost:\t0.40'
  const { rows, problems } = readDocketSheet([...head, sheet, receipt].join('\n'))
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
    ['FEES for October 1, 2026 through', 'October 31, 2026 (related', '12) filed by Roe.'],
    ['MINUTE ENTRY: set for', '11/30/2026 at 11:00 AM in', '12-1201 and 12-1202.'],
    ['STIPULATION Signed on', '11/22/2026 Among Roe and Doe.'],
    ['FEES for', 'October 1, 2026 Through', 'October 31, 2026 by Roe. (Entered: 11/23/2026)'],
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
  const [row] = readDocketSheet('7\tNov 3, 2026\tNOTICE\nAtt 1\tDeclaration of Smith').rows
  expect(row?.attachments.get(1)).toBe('Declaration of Smith')
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

test('says what was not understood, by its line', () => {
  const pasted = 'some words\n02/30/2026\t3\tORDER\n11/22/2026\t4\tORDER'
  expect(readDocketSheet(pasted)).toMatchObject({
    rows: [{ number: '4' }],
    problems: [
      'Line 1 does not begin with a date or number. “some words”',
      'Line 2: this date does not exist. “02/30/2026 3 ORDER”',
    ],
  })
})

test('a row that is not understood is reported, and adds nothing to the row above it', () => {
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
  expect(readDocketSheet('12\t11/22/2026\t\n13\t11/23/2026\tORDER')).toMatchObject({
    rows: [
      { number: '12', description: '' },
      { number: '13', description: 'ORDER' },
    ],
    problems: ['No. 12 has no text.'],
  })
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

test('texts alone are rows if each ends in the day of entry', () => {
  const motion = 'MOTION to Stay\nby Acme. (Entered: 11/16/2026)'
  expect(readDocketSheet(motion)).toMatchObject({
    rows: [{ number: '', filed_on: '2026-11-16', title: 'MOTION to Stay', filed_by: 'Acme' }],
    problems: [],
  })
  const { rows } = readDocketSheet(`12 ${motion}\n13 ORDER. (Entered: 11/17/2026)`)
  expect(rows).toMatchObject([
    { number: '12', filed_on: '2026-11-16', description: motion.replace('\n', ' ') },
    { number: '13', filed_on: '2026-11-17', title: 'ORDER' },
  ])
})
