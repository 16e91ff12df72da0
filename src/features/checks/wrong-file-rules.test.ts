import { describe, expect, test } from 'vitest'
import { NOTHING_READ } from '../../../test/support/nothing-read.ts'
import { STAMP } from '../../../test/support/readings.ts'
import type { FileReading } from './finding-rules.ts'
import { type ComparisonContext, compareFile } from './wrong-file-rules.ts'

const CASE = STAMP.caseNumber
const whole: FileReading = { ...NOTHING_READ, stamps: [STAMP], stampedPages: [1, 2, 3] }
const file = { name: '12-1.pdf', pageCount: 3 }
const entry = { number: 12, filed_on: '2020-02-05', title: 'Motion to Dismiss' }
const own: ComparisonContext = { caseNumber: CASE, entry, attachmentNumber: 1 }

const findingsOf = (reading: FileReading, context = own, of = file) =>
  compareFile({ ...of, reading }, context).map(({ kind, text }) => `${kind}: ${text}`)

const OLDER = { caseNumber: '20-16276', filedOn: '2019-01-01' }
const SEVENTH = { stampedPages: [7, 8, 9] }
const NEWER = { caseNumber: '2:22-cv-00001', filedOn: '2022-01-01', pageCount: 9 }
const UNREADABLE = { kind: 'unreadable' as const, page: 3, box: null, text: '' }

test.each<[string, Partial<FileReading>]>([
  ['a file that is what it should be', {}],
  ['a file of which nothing was read', NOTHING_READ],
  ['an exhibit with stamps of other cases, too', { stamps: [{ ...STAMP, ...OLDER }, STAMP] }],
  ['a newer stamp’s page numbers', { stamps: [STAMP, { ...STAMP, ...NEWER }], ...SEVENTH }],
  ['pages that could not be checked', { stampedPages: [1, 2, null], findings: [UNREADABLE] }],
  ['leading zeros of the number', { stamps: [{ ...STAMP, entryNumber: '0012' }] }],
  ['a circuit’s own document ID', { stamps: [{ ...STAMP, entryNumber: '00516242060' }] }],
])('nothing is said about %s', (_, reading) => {
  expect(findingsOf({ ...whole, ...reading })).toEqual([])
})

const OTHER_CASE = `other_case: Stamped for case ${CASE}; this site’s case is 1:21-cv-00007.`

test.each([
  ['1:21-cv-00007', [OTHER_CASE]],
  ['', []],
  ['In re Harbor Freight', []],
  ['20-cv-10189', []],
])('of a site whose case is %j, another case is reported as %j', (caseNumber, found) => {
  expect(findingsOf(whole, { ...own, caseNumber })).toEqual(found)
})

describe('pages', () => {
  const pages = (stampedPages: (number | null)[], pageCount: number | null = 3) =>
    findingsOf({ ...whole, stamps: [{ ...STAMP, pageCount }], stampedPages }, own, {
      ...file,
      pageCount: stampedPages.length,
    })

  const HAS = 'The stamp says 3 pages; this file has'
  const MISSING = 'Missing, according to the stamp: page'
  const MIXED = 'According to the stamp, its pages are out of order or repeated.'
  const FOREIGN = 'Not stamped Document 12: page 2 of this file.'

  test.each<[string, (number | null)[], number | null, string]>([
    ['the last is missing', [1, 2], 3, `${HAS} 2. ${MISSING} 3.`],
    ['of one in the middle', [1, 3], 3, `${HAS} 2. ${MISSING} 2.`],
    ['where the stamp counts none', [1, 2, 4], null, `${MISSING} 3.`],
    ['a foreign one', [1, null, 2, 3], 3, FOREIGN],
    ['one in place of another', [1, null, 3], 3, `${HAS} 3. ${MISSING} 2. ${FOREIGN}`],
    ['out of order', [2, 1, 3], 3, MIXED],
    ['none of a part that begins later, where the stamp counts none', [16, 17], null, ''],
  ])('%s', (_, stampedPages, pageCount, text) => {
    expect(pages(stampedPages, pageCount)).toEqual(text ? [`pages_missing: ${text}`] : [])
  })

  test('a stamp that counts pages and does not number them', () => {
    const stamps = [{ ...STAMP, page: null, pageCount: 15 }]
    const reading = { ...whole, stamps, stampedPages: [null] }
    expect(findingsOf(reading, own, { ...file, pageCount: 1 })).toEqual([
      'pages_missing: The stamp says 15 pages; this file has 1.',
    ])
  })
})

const DATE = 'Stamped as filed on 02/05/2020; this entry’s date is 02/06/2020.'
const MAIN = 'Stamped as attachment 1; filed here as the main document.'

test.each<[string, Partial<ComparisonContext>, string]>([
  ['number', { entry: { ...entry, number: 13 } }, 'Stamped Document 12; this entry is 13.'],
  ['date', { entry: { ...entry, filed_on: '2020-02-06' } }, DATE],
  ['attachment', { attachmentNumber: 0 }, MAIN],
])('a stamp with another %s than the entry’s', (_, change, text) => {
  expect(findingsOf(whole, { ...own, ...change })).toEqual([`mismatch: ${text}`])
})

test.each<[string, string, boolean]>([
  ['Motion to Dismiss.pdf', 'ORDER OF DISMISSAL', true],
  ['12_declaration-of-smith.pdf', 'MEMORANDUM AND ORDER', true],
  ['Motion to Dismiss.pdf', 'NOTICE OF MOTION AND MOTION TO DISMISS', false],
  ['Declaration.pdf', 'AFFIDAVIT OF JOHN SMITH', false],
  ['12-1.pdf', 'ORDER', false],
  ['Motion.pdf', '', false],
  ['Motion to Dismiss Ex. 3.pdf', 'DECLARATION OF JOHN SMITH', false],
  ['55-2_exhibit_b_to_reply.pdf', 'ORDER', false],
  ['Motion to Exclude Experts.pdf', 'ORDER', true],
])('a file named %s with the heading %s', (name, heading, isOther) => {
  const texts = findingsOf({ ...whole, heading }, own, { ...file, name })
  expect(texts).toEqual(
    isOther ? [`mismatch: The file is named “${name}”, but its heading is “${heading}”.`] : [],
  )
})

test('the same content, and where it is', () => {
  const publishedElsewhere = ['No. 3-1, Exhibit A', 'No. 5, Motion for leave…']
  expect(findingsOf(whole, { ...own, publishedElsewhere })).toEqual([
    'duplicate: Same file as No. 3-1, Exhibit A; No. 5, Motion for leave…',
  ])
})
