import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { links, mailOf, site, unsubscribe } from '../../../../test/support/entry-filed.ts'
import { shownText as shown } from '../../../../test/support/shown-text.ts'
import { mailStyleSheet } from './mail-styles.ts'

describe('subject', () => {
  test('names the case and the entry', () => {
    expect(mailOf().subject).toBe(
      'Smith v. Jones, No. 1:25-cv-01234: Order Granting Motion (ECF 45)',
    )
  })

  test.each([
    [{}, { number: null }, 'Smith v. Jones, No. 1:25-cv-01234: Order Granting Motion'],
    [{ caseNumber: '' }, {}, 'Smith v. Jones: Order Granting Motion (ECF 45)'],
    [{ caption: '' }, {}, 'No. 1:25-cv-01234: Order Granting Motion (ECF 45)'],
    [{ caption: '', caseNumber: '' }, { title: ' ' }, 'New docket entry (ECF 45)'],
    [
      {
        caption:
          'In re Consolidated Securities Litigation of the Great Northern Holding Company and Others',
      },
      {
        title:
          'Memorandum of Law in Opposition to the Motion of Defendants for Summary Judgment on All Remaining Counts',
      },
      'In re Consolidated Securities Litigation of the Great…, No. 1:25-cv-01234: Memorandum of Law in Opposition to the Motion of Defendants for… (ECF 45)',
    ],
  ])('%j %j', (change, entry, subject) => {
    expect(mailOf(change, entry).subject).toBe(subject)
  })

  test('is one line of bounded length, whatever it is made of', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('A\r\nBcc: x@y', '🏛️'.repeat(200)),
    )
    fc.assert(
      fc.property(text, text, text, fc.option(fc.nat()), (caption, caseNumber, title, number) => {
        const { subject } = mailOf({ caption, caseNumber }, { title, number })
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\ufdd0-\ufdef]/u)
        expect([...subject].length).toBeLessThanOrEqual(150)
        expect(subject).not.toBe('')
        expect(subject.isWellFormed()).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the message', () => {
  test('tells the filing in both parts, the date as MM/DD/YYYY', () => {
    const { html, text } = mailOf()
    for (const part of [shown(html), text]) {
      for (const fact of [
        'Smith v. Jones',
        'No. 1:25-cv-01234',
        'Southern District of New York',
        '45',
        '07/30/2026',
        'Hon. Eleanor M. Whitfield',
        'Order Granting Motion',
        'The motion is GRANTED.',
        'The clerk shall close the case.',
        'Exhibit A',
        '45-1',
        '3 pages',
        '1 page',
        'clerk@example.com',
      ]) {
        expect(part).toContain(fact)
      }
      expect(part).not.toContain('2026-07-30')
    }
  })

  test('links to pages, never to a PDF, and loads nothing from elsewhere', () => {
    const { html, text } = mailOf()
    const expected = [
      `${site}/documents/301`,
      `${site}/documents/302`,
      `${site}/entries/112`,
      site,
      'mailto:clerk@example.com',
      unsubscribe,
    ]
    expect(links(html)).toEqual(expected)
    for (const address of expected) expect(text).toContain(address.replace('mailto:', ''))
    expect(html).not.toMatch(/<(img|link|script|iframe|video|object)\b|url\(|@import|\ssrc=/i)
    expect(html + text).not.toMatch(/download|\.pdf/i)
  })

  test('a test says so, visibly, in both parts; the real one does not', () => {
    const notice = /This is a test\. It was sent only to the test recipient/
    const inTest = mailOf({ mode: 'test' })
    expect(shown(inTest.html)).toMatch(notice)
    expect(inTest.text.replace(/\s+/g, ' ')).toMatch(notice)
    expect(mailOf().html + mailOf().text).not.toMatch(/This is a test/)
  })

  test('a minute entry without number, type, filer and documents is shown as one', () => {
    const { html, text } = mailOf({}, { number: null, type: '', filedBy: '', documents: [] })
    for (const part of [shown(html), text]) {
      expect(part).toContain('This is a text-only entry. It has no documents.')
      expect(part).not.toMatch(/ECF|Docket no|Type|Filed by|null|undefined/)
    }
    expect(shown(html)).toContain('View the entry on the docket')
  })

  test('a title that is the whole text is not told twice', () => {
    const title = 'MINUTE ENTRY for proceedings held before Judge Whitfield'
    const { text, html } = mailOf({}, { title, description: ` ${title}\n` })
    expect(text.split('MINUTE ENTRY')).toHaveLength(2)
    expect(html.split(`>${title}<`)).toHaveLength(2)
  })

  test('stays far below what mail programs cut (Gmail: 102 kB)', () => {
    const documents = Array.from({ length: 300 }, (_, i) => ({
      title: `Exhibit ${i} with a title of some length, as exhibits have them`,
      attachmentNumber: i,
      pageCount: 10,
      url: `${site}/documents/${i}`,
    }))
    const { html, text } = mailOf({}, { documents, description: 'Long. '.repeat(5000) })
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    expect(shown(html)).toContain('and 275 more on the docket')
    expect(text).toContain('and 275 more on the docket')
    expect(text.length).toBeLessThan(12_000)
  })

  test('the text part has lines of at most 72 characters, addresses apart', () => {
    const long = text72(mailOf({}, { description: 'word '.repeat(200) }).text)
    expect(long).toEqual([])
  })
})

const text72 = (text: string) =>
  text.split('\n').filter((line) => line.length > 72 && !line.startsWith('http'))

test('the style sheet is whole on its own, so that a page can allow it by hash alone', () => {
  expect(mailOf().html).toContain(`<style>${mailStyleSheet}</style>`)
  const classes = [...mailOf().html.matchAll(/class="([^"]+)"/g)].map(([, name]) => name)
  for (const name of classes) expect(mailStyleSheet).toContain(`.${name}{`)
  expect(mailStyleSheet).not.toMatch(/[<&"]|important !important/)
})
