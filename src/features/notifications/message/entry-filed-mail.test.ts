import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../../test/support/growth.ts'
import { shownText as shown } from '../../../../test/support/shown-text.ts'
import { entryFiledMail, personalize } from './entry-filed-mail.tsx'
import type { EntryFiledProps, MailedEntry } from './entry-filed-parts.ts'
import { mailStyleSheet, previewSheet } from './mail-styles.ts'

const site = 'https://docket.example.com'
const exhibit = { id: 302, title: 'Exhibit A', attachment_number: 1, page_count: 1 }
const order: MailedEntry = {
  id: 112,
  number: 45,
  filed_on: '2026-07-30',
  title: 'Order Granting Motion',
  type: 'Order',
  description: 'The motion is GRANTED.\n\nThe clerk shall close the case.',
  filed_by: 'Hon. Eleanor M. Whitfield',
  documents: [{ id: 301, title: 'Order', attachment_number: 0, page_count: 3 }, exhibit],
  events: [],
}

/** Of an order with an exhibit, in live mode. */
const props: EntryFiledProps = {
  caption: 'Smith v. Jones',
  case_number: '1:25-cv-01234',
  court: 'U.S. District Court, Southern District of New York',
  entries: [order],
  siteUrl: site,
  contact: 'clerk@example.com',
  mode: 'live',
}
const unsubscribe = `${site}/unsubscribe/AbC-123`

/** The message to one recipient, with the link `unsubscribe`, about the order, with the given changes. */
const mailOf = (change: Partial<EntryFiledProps> = {}, ...entries: Partial<MailedEntry>[]) =>
  personalize(
    entryFiledMail({
      ...props,
      entries: (entries.length > 0 ? entries : [{}]).map((one) => ({ ...order, ...one })),
      ...change,
    }),
    unsubscribe,
  )
/** With this text in every field. */
const mailSaying = (text: string) =>
  mailOf(
    { caption: text, case_number: text, court: text, contact: text },
    {
      title: text,
      type: text,
      description: `${text}y`,
      filed_by: text,
      documents: [{ ...exhibit, title: text }],
    },
  )

/** What a reader of each part sees, on one line. */
const partsOf = (...mail: Parameters<typeof mailOf>) => {
  const { html, text } = mailOf(...mail)
  return [shown(html), text.replace(/\s+/g, ' ')]
}

const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe('subject', () => {
  test.each([
    [{}, [{}], 'ECF 45: Order Granting Motion – Smith v. Jones'],
    [{}, [{ number: null }], 'Order Granting Motion – Smith v. Jones'],
    [{ caption: '' }, [{}], 'ECF 45: Order Granting Motion – No. 1:25-cv-01234'],
    [{ caption: '', case_number: '' }, [{ title: ' ' }], 'ECF 45: New docket entry'],
    [{}, [{}, {}], 'ECF 45: Order Granting Motion and 1 more – Smith v. Jones'],
    [{}, [{ number: 51 }, {}, {}], 'ECF 51: Order Granting Motion and 2 more – Smith v. Jones'],
    [
      { caption: 'In re Consolidated Securities Litigation of the Great Northern Company' },
      [{ title: `Memorandum of Law in Opposition ${'to the Motion '.repeat(9)}` }],
      'ECF 45: Memorandum of Law in Opposition to the Motion to the Motion to the Motion to the… – In re Consolidated Securities Litigation of the Great…',
    ],
  ])('begins with what was filed, and names the case: %j %j', (change, entries, subject) => {
    expect(mailOf(change, ...entries).subject).toBe(subject)
  })

  test('is one line of bounded length, whatever it is made of', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('A\r\nBcc: x@y', '🏛️'.repeat(200)),
    )
    fc.assert(
      fc.property(text, text, text, fc.option(fc.nat()), (caption, case_number, title, number) => {
        const { subject } = mailOf({ caption, case_number }, { title, number })
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\ufdd0-\ufdef]/u)
        expect([...subject].length).toBeLessThanOrEqual(150)
        expect(subject).not.toBe('')
        expect(subject.isWellFormed()).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the message', () => {
  const FILING = `Smith v. Jones|No. 1:25-cv-01234|Southern District of New York|45|07/30/2026|
    Hon. Eleanor M. Whitfield|Order Granting Motion|The motion is GRANTED.|3 pages|1 page|
    The clerk shall close the case.|Exhibit A|45-1|clerk@example.com`
  const SENDER = `from the publisher of this docket site, not from the court.|
    Questions: clerk@example.com`
  const MINUTE = { number: null, type: '', filed_by: '', documents: [] }
  const TEXT_ONLY = 'This is a text-only entry. It has no documents.'
  const MISSING = 'is not available on this site. The clerk of court may have it.'
  const TEST = 'This is a test. It was sent only to the test recipient'
  const MANY = Array.from({ length: 300 }, () => exhibit)

  test.each<[string, Partial<EntryFiledProps>, Partial<MailedEntry>, string, RegExp?]>([
    ['the filing, the date as MM/DD/YYYY', {}, {}, FILING, /2026-07-30|This is a test/],
    ['who sends it, and that it is not the court', {}, {}, SENDER],
    ['that it is a test', { mode: 'test' }, {}, TEST],
    ['a minute entry as one', {}, MINUTE, TEXT_ONLY, /ECF|Docket no|Type|Filed by|null|undefined/],
    ['where a PDF that is not here may be', {}, { documents: [] }, MISSING, /text-only/],
    ['how many more documents there are', {}, { documents: MANY }, 'and 288 more on the docket'],
  ])('both parts tell %s', (_, change, entry, facts, absent = /null|undefined/) => {
    for (const part of partsOf(change, entry)) {
      for (const fact of facts.split(/\|\s*/)) expect(part).toContain(fact)
      expect(part).not.toMatch(absent)
    }
  })

  test('links to pages, never to a PDF, and loads nothing from elsewhere', () => {
    const { html, text } = mailOf()
    const paths = ['/documents/301', '/documents/302', '/entries/112', '']
    const pages = paths.map((path) => site + path)
    const expected = [...pages, unsubscribe]
    expect(links(html)).toEqual(expected)
    for (const address of expected) expect(text).toContain(address)
    expect(html).not.toMatch(/<(img|link|script|iframe|video|object)\b|url\(|@import|\ssrc=/i)
    expect(html + text).not.toMatch(/download|\.pdf/i)
    expect(mailOf({}, MINUTE).html).toContain('View the entry on the docket')
  })

  test('a title that is the whole text is not repeated', () => {
    const title = 'MINUTE ENTRY for proceedings held before Judge Whitfield'
    const { text, html } = mailOf({}, { title, description: ` ${title}\n` })
    expect(text.split('MINUTE ENTRY')).toHaveLength(2)
    expect(html.split(`>${title}<`)).toHaveLength(2)
  })
})

test('the preview’s style sheet is whole on its own, so that a page can allow it by hash alone', () => {
  expect(mailOf().html).toContain(`<style>${mailStyleSheet}</style>`)
  const classes = [...mailOf().html.matchAll(/class="([^"]+)"/g)].map(([, name]) => name)
  for (const name of classes) expect(previewSheet).toContain(`.${name}{`)
  expect(previewSheet).not.toMatch(/[<&"]|important !important/)
})

describe('several entries in one message', () => {
  test('lists each with its own facts, documents, and link', () => {
    const both = [{ title: 'Motion to Dismiss', number: 50 }, { number: 51 }]
    const facts = 'Motion to Dismiss|Order Granting Motion|50-1|51-1|Hon. Eleanor M. Whitfield'
    for (const part of partsOf({}, ...both)) {
      expect(part).toContain('2 new entries were added to the docket')
      for (const fact of facts.split('|')) expect(part).toContain(fact)
    }
    expect(mailOf({}, ...both).html.split('on the docket</a>')).toHaveLength(3)
  })

  test('hearings and deadlines are in it, with a file for the calendar', () => {
    const time = { held_on: '2026-12-15', held_at: '10:00' }
    const event = { id: 7, kind: 'hearing', ...time, place: 'Courtroom 4B', note: '' } as const
    const { html, text } = mailOf({}, { events: [event] })
    expect(shown(html)).toContain('Hearing: 12/15/2026, 10:00 AM · Courtroom 4B Add to calendar')
    const url = `${site}/events/7.ics`
    expect(links(html)).toContain(url)
    expect(text).toContain(`Hearing: 12/15/2026, 10:00 AM, Courtroom 4B\nAdd to calendar: ${url}`)
  })

  test('no message weighs more than 20 kB, whatever it is about', () => {
    const words = 'Considerably long words of a filing '.repeat(400)
    const document = { id: 1_000_000, title: words, attachment_number: 39, page_count: 1000 }
    const documents = Array.from({ length: 40 }, () => document)
    const time = { held_on: '2026-12-15', held_at: '10:00' }
    const event = { id: 1_000_000, kind: 'deadline', ...time, place: words, note: words } as const
    const events = Array.from({ length: 9 }, () => event)
    const long = { title: words, description: words, filed_by: words, documents, events }
    for (const count of [1, 2, 5, 10, 40]) {
      const { html, text } = mailOf({}, ...Array.from({ length: count }, () => long))
      expect(html.length).toBeLessThan(20_000)
      expect(text.length).toBeLessThan(20_000)
    }
  })
})

/* Entry text and the unsubscribe link stay plain text in their place, no matter what they contain. */

describe('personalize', () => {
  test('puts each recipient’s own link in, and nothing of another', () => {
    const rendered = entryFiledMail(props)
    const [a, b] = ['AAA', 'BBB'].map((token) =>
      personalize(rendered, `${site}/unsubscribe/${token}`),
    )
    expect(a?.html).toContain(`href="${site}/unsubscribe/AAA"`)
    expect(a?.text).toContain(`${site}/unsubscribe/AAA\n`)
    expect(a?.html.replaceAll('AAA', 'BBB')).toBe(b?.html)
    expect(a?.text.replaceAll('AAA', 'BBB')).toBe(b?.text)
  })

  test('the link never replaces a placeholder in an entry’s text', () => {
    const placeholder = entryFiledMail(props).text.match(/To unsubscribe:\n(.*)\n/)?.[1] ?? ''
    expect(placeholder).not.toBe('')
    const { html, text } = mailSaying(placeholder)
    expect(html.split(unsubscribe)).toHaveLength(2)
    expect(text.split(unsubscribe)).toHaveLength(2)
  })

  test('keeps a link with characters that are special in HTML or in a replacement', () => {
    const odd = `${site}/x?a=1&b=$&"'><script>$1`
    const { html, text } = personalize(entryFiledMail(props), odd)
    expect(html).toContain('x?a=1&#38;b=$&#38;&#34;&#39;&#62;&#60;script&#62;$1"')
    expect(text).toContain(odd)
  })
})

test('whatever the fields of a case and its entry say is text: the elements and links are the same', () => {
  const tags = (html: string) => html.match(/<\/?[a-z0-9]+/g)
  const plain = mailSaying('x').html
  const unit = fc.constantFrom(...'<>"\'&/ ab=-!\u0000\u202e\ud800')
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1 }), (text) => {
      const { html } = mailSaying(`x${text}`)
      expect([tags(html), links(html)]).toEqual([tags(plain), links(plain)])
      expect(html).not.toMatch(/[\u202e\0]/)
      expect(html.isWellFormed()).toBe(true)
    }),
  )
})

test('lines of text end at spaces before column 73, and long words cost time in proportion', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve thirteen'
  const { text } = mailOf({}, { description: `${words} fourteen` })
  expect(text).toContain(`${words}\nfourteen`)
  expectSteadyGrowth((long) => mailOf({}, { description: long, title: 'A' }), 'a')
})

test('no line of the text is long but a link, and no word widens the HTML', () => {
  const { text, html } = mailOf({}, { documents: [], description: 'The motion is granted.' })
  for (const line of text.split('\n')) expect(line, line).toMatch(/^(?:.{0,76}|.{0,30}https:\S+)$/)
  for (const name of ['caption', 'case', 'title', 'note'])
    expect(html).toMatch(new RegExp(`class="${name}" style="[^"]*overflow-wrap:anywhere`))
})
