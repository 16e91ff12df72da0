import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryFiledMail, personalise } from './entry-filed-mail.tsx'
import type { EntryFiledProps } from './entry-filed-parts.ts'
import { mailStyleHash, mailStyleSheet } from './mail-styles.ts'

const site = 'https://docket.example.com'
const props: EntryFiledProps = {
  caption: 'Smith v. Jones',
  caseNumber: '1:25-cv-01234',
  court: 'U.S. District Court, Southern District of New York',
  entry: {
    number: 45,
    filedOn: '2026-07-30',
    title: 'Order Granting Motion',
    type: 'Order',
    description: 'The motion is GRANTED.\n\nThe clerk shall close the case.',
    filedBy: 'Hon. Eleanor M. Whitfield',
    url: `${site}/entries/112`,
    documents: [
      { title: 'Order', attachmentNumber: 0, pageCount: 3, url: `${site}/documents/301` },
      { title: 'Exhibit A', attachmentNumber: 1, pageCount: 1, url: `${site}/documents/302` },
    ],
  },
  siteUrl: site,
  contact: 'clerk@example.com',
  mode: 'live',
}
const unsubscribe = `${site}/unsubscribe/AbC-123`

const mailOf = (
  change: Partial<EntryFiledProps> = {},
  entry: Partial<EntryFiledProps['entry']> = {},
) =>
  personalise(
    entryFiledMail({ ...props, ...change, entry: { ...props.entry, ...entry } }),
    unsubscribe,
  )
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
const shown = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

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
    const notice = /This is a test\. It was sent to the test recipient alone/
    const inTest = mailOf({ mode: 'test' })
    expect(shown(inTest.html)).toMatch(notice)
    expect(inTest.text.replace(/\s+/g, ' ')).toMatch(notice)
    expect(mailOf().html + mailOf().text).not.toMatch(/This is a test/)
  })

  test('a minute entry without number, type, filer and documents is shown as one', () => {
    const { html, text } = mailOf({}, { number: null, type: '', filedBy: '', documents: [] })
    for (const part of [shown(html), text]) {
      expect(part).toContain('This is a text-only entry; there is no document.')
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

describe('personalise', () => {
  test('puts each recipient’s own link in, and nothing of another', () => {
    const rendered = entryFiledMail(props)
    const [a, b] = ['AAA', 'BBB'].map((token) =>
      personalise(rendered, `${site}/unsubscribe/${token}`),
    )
    expect(a?.html).toContain(`href="${site}/unsubscribe/AAA"`)
    expect(a?.text).toContain(`${site}/unsubscribe/AAA\n`)
    expect(a?.html.replaceAll('AAA', 'BBB')).toBe(b?.html)
    expect(a?.text.replaceAll('AAA', 'BBB')).toBe(b?.text)
  })

  test('the link is never put where an entry says the placeholder', () => {
    const placeholder =
      entryFiledMail(props).text.match(/To stop these messages:\n(.*)\n/)?.[1] ?? ''
    expect(placeholder).not.toBe('')
    const { html, text } = mailOf(
      { caption: placeholder, court: placeholder, contact: placeholder },
      { title: placeholder, description: placeholder, filedBy: placeholder },
    )
    expect(html.split(unsubscribe)).toHaveLength(2)
    expect(text.split(unsubscribe)).toHaveLength(2)
  })

  test('a link with letters that mean something in HTML or in a replacement', () => {
    const odd = `${site}/x?a=1&b=$&"'><script>$1`
    const { html, text } = personalise(entryFiledMail(props), odd)
    expect(html).toContain('x?a=1&#38;b=$&#38;&#34;&#39;&#62;&#60;script&#62;$1"')
    expect(text).toContain(odd)
  })
})

describe('what an entry says is text, never markup', () => {
  const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>&amp;'\u202e\0\ud800`

  test('in every field', () => {
    const { html } = mailOf(
      { caption: hostile, caseNumber: hostile, court: hostile, contact: hostile },
      {
        title: hostile,
        type: hostile,
        description: hostile,
        filedBy: hostile,
        documents: [
          { title: hostile, attachmentNumber: 0, pageCount: 1, url: `${site}/documents/1` },
        ],
      },
    )
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script>')
    expect(html).not.toMatch(/[\u202e\0]/)
    expect(html.isWellFormed()).toBe(true)
    expect(links(html).every((href) => href?.startsWith(site))).toBe(true)
  })

  test('whatever it is, the elements are the same', () => {
    const tags = (html: string) => html.match(/<\/?[a-z0-9]+/g)
    const plain = tags(
      mailOf({ contact: 'a' }, { title: 'a', description: 'b', filedBy: 'c' }).html,
    )
    const text = fc
      .string({ unit: fc.constantFrom(...'<>"\'&/ ab=-!\u0000\u202e\ud800'), minLength: 1 })
      .map((s) => `x${s}`)
    fc.assert(
      fc.property(text, text, text, (title, description, filedBy) => {
        fc.pre(title.trim() !== description.trim())
        expect(
          tags(mailOf({ contact: 'a' }, { title, description: `${description}y`, filedBy }).html),
        ).toEqual(plain)
      }),
    )
  })
})

test('the style sheet is whole on its own, so that a page can allow it by hash alone', () => {
  expect(mailOf().html).toContain(`<style>${mailStyleSheet}</style>`)
  expect(mailStyleHash).toMatch(/^sha256-[\w+/]{43}=$/)
  const classes = [...mailOf().html.matchAll(/class="([^"]+)"/g)].map(([, name]) => name)
  for (const name of classes) expect(mailStyleSheet).toContain(`.${name}{`)
  expect(mailStyleSheet).not.toMatch(/[<&"]|important !important/)
})
