import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  cleanFileName,
  MAX_TITLE_LENGTH,
  proposeNumbers,
  proposeTitle,
  readReference,
} from './naming-rules.ts'

const motion = { number: 45, title: 'Motion to Dismiss', attachments: new Map() }

test.each([
  ['gov.uscourts.azd.1085839.3.0.pdf', 3, 0, ''],
  ['gov.uscourts.nysd.447706.188.12_1.pdf', 188, 12, ''],
  ['45.pdf', 45, 0, ''],
  ['45-2.pdf', 45, 2, ''],
  ['45.2.pdf', 45, 2, ''],
  ['45_2.pdf', 45, 2, ''],
  ['45_2_Exhibit_B.pdf', 45, 2, 'Exhibit B'],
  ['45_2024 Report.pdf', 45, 0, '2024 Report'],
  ['045-2_Exhibit_B.PDF', 45, 2, 'Exhibit B'],
  ['ECF 045-2 - Exhibit B.pdf', 45, 2, 'Exhibit B'],
  ['ECF No. 45 - Motion.pdf', 45, 0, 'Motion'],
  ['Dkt. 45-10.pdf', 45, 10, ''],
  ['doc_45 Reply.pdf', 45, 0, 'Reply'],
  ['C:\\filings\\45-1.pdf', 45, 1, ''],
  ['45-1 (2).pdf', 45, 1, ''],
  ['D.I. 45.pdf', 45, 0, ''],
  ['Document 45-1.pdf', 45, 1, ''],
  ['1-20-cv-10189_45-1.pdf', 45, 1, ''],
  ['gov.uscourts.ca5.202990.00516242060.0.pdf', 516_242_060, 0, ''],
  ['010110462922.pdf', 10_110_462_922, 0, ''],
  ['2-25-crcor-00029 12-1.pdf', 12, 1, ''],
])('%s is %i-%i %j', (name, entryNumber, attachmentNumber, words) => {
  expect(readReference(name)).toMatchObject({ entryNumber, attachmentNumber, words })
})

test.each([
  'Exhibit B.pdf',
  '2024-03-15 Letter.pdf',
  '11.20 Letter.pdf',
  '20240315 Letter.pdf',
  '03_15_2024 Letter.pdf',
  '1-20-cv-10189-FDS.pdf',
  '1:24-cv-00123.pdf',
])('%s says nothing of docket numbers', (name) => {
  expect(readReference(name)).toBeUndefined()
})

describe('proposed numbers', () => {
  test.each([
    ['the first is the main document', ['a.pdf', 'b.pdf', 'c.pdf'], [], [0, 1, 2]],
    ['numbers in the names count', ['45-2.pdf', '45.pdf', '45-1.pdf'], [], [2, 0, 1]],
    ['a motion rather than its exhibits', ['Exhibit A.pdf', 'Motion.pdf'], [], [1, 0]],
    ['with or without a space', ['exhibit1.pdf', 'main.pdf', 'ex2.pdf'], [], [1, 0, 2]],
    ['of exhibits alone the first is', ['Exhibit A.pdf', 'Exhibit B.pdf'], [], [0, 1]],
    ['after the documents that are there', ['a.pdf', 'b.pdf'], [0, 1, 5], [6, 7]],
    ['a number that is used already is proposed anew', ['45.pdf', '45-1.pdf'], [0], [2, 1]],
    ['the missing main document first', ['a.pdf', 'b.pdf'], [1, 2], [0, 3]],
    ['numbers of another entry say nothing', ['12-4.pdf', '12-5.pdf'], [], [0, 1]],
  ])('%s', (_, names, used, expected) => {
    expect(proposeNumbers(names, motion, used)).toEqual(expected)
  })

  it('go by the docket text: by the titles that it lists, then by its numbers', () => {
    const attachments = new Map([
      [2, 'Exhibit A'],
      [5, 'Exhibit B'],
    ])
    const names = ['Exhibit B.pdf', 'Motion.pdf', 'scan.pdf', 'Letter.pdf']
    expect(proposeNumbers(names, { ...motion, attachments }, [])).toEqual([5, 0, 2, 6])
  })

  it('trusts a RECAP name where the entry has no number, and no other', () => {
    const names = ['gov.uscourts.dcd.1.3.2.pdf', '3-7.pdf']
    expect(proposeNumbers(names, { ...motion, number: null }, [0])).toEqual([2, 3])
  })

  it('never gives a number twice, nor one that is used', () => {
    const usual = fc.constantFrom('45.pdf', '45-1.pdf', '45-2.pdf', 'Exhibit.pdf')
    const name = fc.oneof(fc.string(), usual)
    const used = fc.uniqueArray(fc.nat(20))
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), used, (names, taken) => {
        const numbers = proposeNumbers(names, motion, taken)
        expect(new Set([...numbers, ...taken]).size).toBe(names.length + taken.length)
        // If every name gives an attachment number of this entry, there is no main document.
        const allNumbered = names.every((name) => readReference(name)?.entryNumber === 45)
        expect(allNumbered || numbers.includes(0) || taken.includes(0)).toBe(true)
      }),
    )
  })
})

describe('proposed titles', () => {
  test.each([
    ['Exhibit_B__final.pdf', 2, 'Exhibit B final'],
    ['45-2.pdf', 2, 'Attachment 2'],
    ['gov.uscourts.azd.1085839.45.0.pdf', 0, 'Motion to Dismiss'],
    ['', 0, 'document'],
    // Of another entry
    ['gov.uscourts.azd.1085839.99.0.pdf', 0, 'Motion to Dismiss'],
    ['gov.uscourts.azd.1085839.99.2.pdf', 2, 'Attachment 2'],
    ['gov-uscourts-azd-1085839.pdf', 1, 'Attachment 1'],
  ])('%s as number %i is %j', (name, number, title) => {
    expect(proposeTitle(name, number, motion)).toBe(title)
  })

  it('are never empty, never too long, always text that a database can keep', () => {
    const long = fc.string({ minLength: 600, maxLength: 900 })
    const text = fc.oneof(fc.string({ unit: 'binary' }), long)
    fc.assert(
      fc.property(text, fc.nat(3), (name, number) => {
        const title = proposeTitle(name, number, motion)
        expect(title.trim()).not.toBe('')
        expect(title.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH)
        expect(title).not.toContain('\0')
        expect(title.isWellFormed()).toBe(true)
      }),
    )
  })
})

test('file names are kept without folders and control characters', () => {
  expect(cleanFileName('/etc/../Exhibit\0 é.pdf')).toBe('Exhibit é.pdf')
  expect(cleanFileName('\ud800.pdf')).toBe('\ufffd.pdf')
  expect(cleanFileName('x'.repeat(100_000)).length).toBe(255)
  expect(cleanFileName('folder/')).toBe('document.pdf')
})
