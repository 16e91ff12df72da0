import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { links, mailOf, props, site, unsubscribe } from '../../../../test/support/entry-filed.ts'
import { expectSteadyGrowth } from '../../../../test/support/growth.ts'
import { entryFiledMail, personalize } from './entry-filed-mail.tsx'

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

  test('the link is never put where an entry says the placeholder', () => {
    const placeholder = entryFiledMail(props).text.match(/To unsubscribe:\n(.*)\n/)?.[1] ?? ''
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
    const { html, text } = personalize(entryFiledMail(props), odd)
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

test('lines of text end at spaces before column 73, and long words cost time in proportion', () => {
  const description =
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
  const { text } = mailOf({}, { description })
  expect(text).toContain(
    'one two three four five six seven eight nine ten eleven twelve thirteen\nfourteen',
  )
  expectSteadyGrowth((long) => mailOf({}, { description: long, title: 'A' }), 'a')
})
