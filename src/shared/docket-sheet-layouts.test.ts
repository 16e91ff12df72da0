import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSheet } from '../../test/support/read-sheet.ts'

/* How courts and CourtListener lay out a docket, as a browser copies it. */

const STAY = '53|2026-11-22|MOTION to Stay [1 Exhibit A]'
const ORDER = '54|2026-11-23|ORDER'

test.each([
  [
    'with an empty line around each cell',
    'Document Number\n\nDate\u00a0FiledDescription\n53\n\nNov 22, 2026\n\nMOTION to Stay\n\nMain Doc\u00adument\n\nStay\n\nAtt\u00adach\u00adment\u00a01\n\nExhibit A\n\nNov 23, 2026\n\nMINUTE ORDER\n\n54\n\nNov 23, 2026\n\nORDER\n',
    [STAY, '|2026-11-23|MINUTE ORDER', ORDER],
  ],
  [
    'with buttons',
    '53\nNov 22, 2026\nMOTION to Stay\nMain Document\nStay\nDownload PDF\nToggle Dropdown\nFrom CourtListener\nAttachment 1\nExhibit A\nBuy on PACER ($0.40)\n54\nNov 23, 2026\nORDER\n← Previous\nNext →',
    [STAY, ORDER],
  ],
  [
    'without docket text',
    '53\n\nNov 22, 2026\n\nMain Document\n\nMotion to Stay\n\nBuy on PACER\n\n54\n\nNov 23, 2026\n\nORDER',
    ['53|2026-11-22|Motion to Stay', ORDER],
  ],
  [
    'with words below the last row, which are said',
    '53\t11/22/2026\tMOTION to Stay\n(Entered: 11/22/2026)\n\nSome firm\n1 Main Street\n\n54\t11/23/2026\tORDER',
    [
      '53|2026-11-22|MOTION to Stay (Entered: 11/22/2026)',
      ORDER,
      'Line 4 was not understood. “Some firm”',
      'Line 5 was not understood. “1 Main Street”',
    ],
  ],
  [
    'with buttons in cells of their own',
    '53\tNov 22, 2026\tMOTION to Stay\t\nMain Document\tStay\tDownload PDF\nAttachment 1\tExhibit A\tBuy on PACER\n54\tNov 23, 2026\tORDER',
    [STAY, ORDER],
  ],
  [
    'with a line of something else, which is said',
    '53\tNov 22, 2026\tMOTION to Stay\nMain Document\tStay\nSponsored by us',
    ['53|2026-11-22|MOTION to Stay', 'Line 3 was not understood. “Sponsored by us”'],
  ],
])('CourtListener’s page %s', (_, pasted, expected) => expect(readSheet(pasted)).toEqual(expected))

/** Text goes on after a preposition, and so would the next row. */
const words = fc
  .stringMatching(/^[A-Z][a-z]{3,9}(?: [a-z]{2,9}){1,6}$/)
  .filter((text) => !/ (?:on|of|for|from|through|to|by|dated|and|until)$/.test(text))
const rowOf = fc.record({
  number: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }), { nil: undefined }),
  text: words,
  titles: fc.array(words, { maxLength: 3 }),
})

test('whatever rows CourtListener’s page has, they are read with their text and attachments', () => {
  const page = fc.array(rowOf, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(page, fc.constantFrom('\n', '\n\n'), (rows, gap) => {
      const cells = rows.flatMap(({ number, text, titles }) => [
        ...(number === undefined ? [] : [String(number)]),
        ...['Nov 22, 2026', text, 'Main Document', 'Title of it', 'Download PDF'],
        ...titles.flatMap((title, at) => [`Attachment ${at + 1}`, title, 'Buy on PACER']),
      ])
      const expected = rows.map(({ number = '', text, titles }) => {
        const listed = titles.map((title, at) => ` [${at + 1} ${title}]`)
        return `${number}|2026-11-22|${text}${listed.join('')}`
      })
      expect(readSheet(cells.join(gap))).toEqual(expected)
    }),
  )
})

const LISTED = ['1|2020-10-20|COMPLAINT by Roe [1 Civil Cover Sheet]', '2|2020-10-21|SUMMONS']
test.each([
  ['from 0', '\t0\tMain Document\t64 pages\t1.0 MB\n\t1\tCivil Cover Sheet\t2 pages\t37.6 KB'],
  [
    'from 1',
    '\tPart\tDescription\n\t1\tMain Document\t64 pages\t1.0 MB\n\t2\tCivil Cover Sheet\t2 pages\t3 KB',
  ],
  [
    'by their own numbers',
    '\t1\tMain Document\t64 pages\t1.0 MB\n\t2\tAttachment # 1 Civil Cover Sheet\t2 pages\t3 KB',
  ],
  ['without sizes', '\t0\tMain Document\n\t1\tCivil Cover Sheet'],
  ['with spaces', '0 Main Document 64 pages 1.0 MB\n1 Civil Cover Sheet 2\u00a0pages 37.6\u00a0KB'],
])('an entry’s list of documents, counted %s, is not an entry', (_, listed) => {
  const sheet = `10/20/2020\t1\t\n1.2 MB\nCOMPLAINT by Roe\n${listed}\n10/21/2020\t2\tSUMMONS`
  expect(readSheet(sheet)).toEqual(LISTED)
})

test.each([
  ...['\t\u00a0\t8\n(2\u00a0pgs)\t', '\t\u00a0 8 (30\u202fpgs; 3\u00a0docs) '],
  ...[' 8 (12 pages) ', '\t8\n(3 docs)\t'],
])('page counts are not text: %j', (cell) =>
  expect(readSheet(`01/21/2010${cell}Statement`)).toEqual(['8|2010-01-21|Statement']),
)

test.each([
  [
    'with docket text',
    'Doc. No.\tDates\tDescription\n1\t\nFiled:\t05/27/2016\nEntered:\t06/01/2016\nRule 20\nDocket Text: RULE 20. (Entered: 06/01/2016)\n2\t\nFiled & Entered:\t06/02/2016\nOrder\nDocket Text: ORDER\nfor hearing.\nPACER Service Center\nReceipt',
    ['1|2016-05-27|RULE 20. (Entered: 06/01/2016)', '2|2016-06-02|ORDER for hearing.'],
  ],
  [
    'without it',
    '1\tFiled & Entered:\t05/27/2016\tComplaint\n\nFiled & Entered:\t06/02/2016\nTerminated:\t07/02/2016\nMotion to Dismiss',
    ['1|2016-05-27|Complaint', '|2016-06-02|Motion to Dismiss'],
  ],
  [
    'with an entry that says nothing',
    '1\tFiled & Entered:\t05/27/2016\n2\tFiled & Entered:\t05/28/2016\tOrder',
    ['2|2016-05-28|Order', 'Not read: 1 row without text or date.'],
  ],
])('a history report %s', (_, pasted, expected) => expect(readSheet(pasted)).toEqual(expected))

test('a history report with rows of a docket sheet above it says that they were not read', () => {
  const history = '1 Filed & Entered: 01/01/2026 Motion\n2 Filed & Entered: 01/02/2026 Order'
  expect(readSheet(`12/01/2025\t9\tNOTICE of appearance\n${history}`)).toEqual([
    '1|2026-01-01|Motion',
    '2|2026-01-02|Order',
    'Not read: 1 row above the history.',
  ])
})

test('a sheet whose lines say when something was filed is not a history', () => {
  const pasted = '11/22/2026\t12\tPROOF of service\nFiled: 11/21/2026 by mail'
  expect(readSheet(pasted)).toEqual(['12|2026-11-22|PROOF of service Filed: 11/21/2026 by mail'])
})

const PRINTED = [
  'https://ecf.mad.uscourts.gov/cgi-bin/DktRpt.pl?1234-L_1_0-1   1/3',
  '11/26/26, 10:12 AM   CM/ECF - USDC Massachusetts',
  'CM/ECF - mad https://ecf.mad.uscourts.gov/cgi-bin/DktRpt.pl?1234-L_1_0-1 1 of 3',
  '1 of 3   11/26/26, 10:12 AM',
  'Page 2 of 5',
  '2',
]

test.each(PRINTED)('what is printed at the edge of a page is not text: %s', (line) => {
  const rows = ['11/22/2026 53 MOTION (Entered: 11/22/2026)', '11/23/2026 54 ORDER']
  expect(readSheet([rows[0], line, rows[1]].join('\n'))).toEqual([
    '53|2026-11-22|MOTION (Entered: 11/22/2026)',
    '54|2026-11-23|ORDER',
  ])
})

test('a line right below the end of a row is reported; a second end is text', () => {
  const wrapped =
    '53 11/22/2026 ORDER vacating 52 Order (Entered: 11/20/2026)\nas to Roe. (Entered: 11/22/2026)'
  expect(readSheet(`${wrapped}\nHFC000123\n54 11/23/2026 ORDER`)).toEqual([
    '53|2026-11-22|ORDER vacating 52 Order (Entered: 11/20/2026) as to Roe. (Entered: 11/22/2026)',
    '54|2026-11-23|ORDER',
    'Line 3 was not understood. “HFC000123”',
  ])
})

test('deadlines on lines of their own are text of the order, not rows', () => {
  const order = [
    '11/16/2026\t12\tSCHEDULING ORDER:',
    '12/01/2026: Initial disclosures.',
    '3/1/2027 - Expert reports.',
    'Signed by Judge Roe. [Entered: 11/16/2026 10:21 AM]',
  ]
  const minute = ['11/17/2026\t\tHearing set.', '12/15/2026 in Courtroom 5. (Entered: 11/17/2026)']
  const alone = '11/18/2026\t\tSet Deadlines. (Entered: 11/19/2026)'
  expect(readSheet([...order, ...minute, alone].join('\n'))).toEqual([
    `12|2026-11-16|${order.join(' ').slice(14)}`,
    `|2026-11-17|${minute.join(' ').slice(12)}`,
    `|2026-11-18|${alone.slice(12)}`,
  ])
})

test.each([
  ['the number is behind the text', '11/22/2026\tMOTION to Stay\t53', 'The row dated 11/22/2026'],
  ['a filer is before it', '11/22/2026\t53\tJane Roe\tMOTION to Stay', 'No. 53'],
  ['a list of New York’s courts', '53\tSUMMONS\tRoe, J.\nFiled: 11/22/2026\tProcessed', 'No. 53'],
])('a row pasted with other columns is reported: %s', (_, pasted, row) => {
  const problem = `${row} was pasted with other columns. Check its title and text.`
  expect(readSheet(pasted)).toContain(problem)
})
