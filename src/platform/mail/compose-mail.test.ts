import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, test } from 'vitest'
import { arrived, lines, message, read, useMailer } from '../../../test/support/received-mail.ts'
import { createComposer } from './compose-mail.ts'
import type { MailMessage } from './mail.ts'

const fixture = useMailer()

describe('bodies arrive intact (PROMISES 18)', () => {
  test.each([
    ['lone dots', 'one\n.\n..\n.two\n\n.\n'],
    ['only a dot', '.'],
    ['ends in a dot on its own line', 'end\r\n.\r\n'],
    ['SMTP commands', 'x\r\n.\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\n'],
    ['bare CR', 'one\rtwo\r.\rthree'],
    ['bare CR before a line end', 'one\r\r\ntwo'],
    ['bare LF', 'one\ntwo'],
    ['a line of 10,000 characters', `${'x'.repeat(10_000)}\nshort`],
    ['a line of 10,000 dots', '.'.repeat(10_000)],
    ['10,000 characters of another script', '訴訟'.repeat(5000)],
    ['From at the start of a line', 'From here\nFrom there'],
    ['spaces at line ends', 'one  \ntwo\t\n  three '],
    ['an equals sign and =3D', 'a=b =3D =\n='],
    ['what looks like a boundary', '----_NmP-\n--_NmP-Part_1--\n--'],
    ['every kind of letter', 'é ß 訴 🏛️ \u2028 \u00a0 \u202e'],
    ['control characters', 'a\u0001b\u001bc\u007fd\ve\ff'],
  ])('%s', async (_, text) => {
    const html = `<pre>${text}</pre>`
    const { mail, received } = await arrived(fixture, { text, html })
    expect(read(mail.text)).toBe(lines(text))
    expect(read(mail.html)).toBe(lines(html))
    expect(received.to).toEqual(['jane@example.com'])
    expect(fixture.sink.received).toHaveLength(1)
  })

  test('on the wire there is no bare CR or LF and no line over 998 octets (RFC 5321 4.5.3.1.6)', async () => {
    for (const text of ['a\rb\nc', 'é'.repeat(20_000), 'x'.repeat(20_000)]) {
      const { content } = await createComposer(undefined)({ ...message, text, html: text })
      const wire = content.toString('latin1')
      expect(wire).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
      expect(Math.max(...wire.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    }
  })
})

const pieces = fc
  .array(fc.constantFrom('.', '\r\n', 'é', ' ', '=', 'word ', '<', '\t', 'x'.repeat(80), '訴訟 '))
  .map((parts) => parts.join(''))

test('the message is the one that nodemailer itself would write', async () => {
  const compose = createComposer(undefined)
  const quoted = (content: string) => ({ content, contentTransferEncoding: 'quoted-printable' })
  await fc.assert(
    fc.asyncProperty(pieces, pieces, async (text, html) => {
      const mail = { ...message, text: `a${text}`, html: `a${html}` }
      const parts = { text: quoted(mail.text), html: quoted(mail.html) }
      const node = new MailComposer({ ...mail, ...parts }).compile()
      // Soft line breaks may fall elsewhere, and nodemailer names a charset only where it must.
      const plain = (wire: Buffer) =>
        wire
          .toString()
          .replace(/=\r\n/g, '')
          .replaceAll(/_NmP-[0-9a-f]+/g, '_NmP')
          .replace(/^Date: .*$/m, '')
          .replace(/^(Content-Type: text\/\w+); charset=utf-8/gm, '$1')
      expect(plain((await compose(mail)).content)).toBe(plain(await node.build()))
    }),
    { numRuns: 200 },
  )
})

const injections = [
  'A\r\nBcc: everyone@example.com',
  'A\nBcc: everyone@example.com',
  'A\rBcc: everyone@example.com',
  'A\r\n\r\n<script>alert(1)</script>',
  'A\u2028Bcc: everyone@example.com',
  'A\0Bcc: everyone@example.com',
  'A\r\n .\r\n.\r\nMAIL FROM:<x@example.com>',
  '=?utf-8?Q?A=0D=0ABcc:_everyone@example.com?=',
]
const ownFields =
  `List-Unsubscribe List-Unsubscribe-Post From To Subject Message-ID Date MIME-Version
  Content-Type`.split(/\s+/)

describe('no header can be added through any field (PROMISES 18)', () => {
  const fieldNames = (raw: string) =>
    [...(raw.split('\r\n\r\n')[0] ?? '').matchAll(/^([^\s:]+):/gm)].map(([, name]) => name)

  describe.each<[string, (odd: string) => Partial<MailMessage>]>([
    ['subject', (subject) => ({ subject })],
    ['header value', (value) => ({ headers: { ...message.headers, 'X-Case': value } })],
    ['Message-ID', (id) => ({ messageId: `<${id}@example.com>` })],
  ])('%s', (_, change) => {
    test.each(injections)('%j', async (odd) => {
      const { raw, mail } = await arrived(fixture, change(odd))
      expect(fieldNames(raw).filter((name) => name !== 'X-Case')).toEqual(ownFields)
      expect(mail.bcc ?? []).toEqual([])
      expect(read(mail.text)).toBe(message.text)
    })
  })

  test.each(injections)('the name of the sender %j', async (name) => {
    await fixture.mailer.send({ ...message, from: `${name} <docket@example.com>` })
    for (const { raw, to } of fixture.sink.received) {
      expect(fieldNames(raw.toString('latin1'))).toEqual(ownFields)
      expect(to).toEqual(['jane@example.com'])
    }
  })

  test.each([
    ...injections.map((odd) => `${odd}@example.com`),
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@b@example.com',
    '"a@example.com,b"@example.com',
    '',
    'a',
  ])('recipient %j', async (to) => {
    const result = await fixture.mailer.send({ ...message, to })
    expect(result).toMatchObject({ outcome: 'failed' })
    expect(fixture.sink.received).toHaveLength(0)
  })
})

describe('one accepted address, one envelope recipient, equal to it (PROMISES 18)', () => {
  test('whatever the address', async () => {
    const atext = fc.constantFrom(..."abcXYZ019!#$%&'*+-/=?^_`{|}~")
    const atom = fc.string({ unit: atext, minLength: 1, maxLength: 12 })
    const local = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('.'))
    const domain = fc.domain().filter((name) => !name.includes('xn--'))
    const address = fc.tuple(local, domain).map((parts) => parts.join('@'))
    await fc.assert(
      fc.asyncProperty(address, async (to) => {
        const { received, mail } = await arrived(fixture, { to })
        expect(received.to).toEqual([to])
        expect(received.from).toBe('docket@example.com')
        expect(mail.to).toEqual([{ name: '', address: to }])
      }),
      { numRuns: 200 },
    )
  })

  test('an internationalized domain travels in its ASCII form', async () => {
    const to = 'info@jõgeva.ee'
    const { envelope } = await createComposer(undefined)({ ...message, to })
    expect(envelope.to).toEqual(['info@xn--jgeva-dua.ee'])
    const { raw, received } = await arrived(fixture, { to })
    expect(received.to).toEqual([to])
    expect(raw).toContain('To: info@xn--jgeva-dua.ee\r\n')
  })

  test('the sender as configured, with and without a name', async () => {
    for (const [from, address, name] of [
      ['docket@localhost', 'docket@localhost', ''],
      ['Clerk, Smith v. Jones <docket@example.com>', 'docket@example.com', 'Clerk, Smith v. Jones'],
      ['Bürgerhaus <docket@jõgeva.ee>', 'docket@xn--jgeva-dua.ee', 'Bürgerhaus'],
    ] as const) {
      const { envelope } = await createComposer(undefined)({ ...message, from })
      expect(envelope.from).toBe(address)
      const { mail } = await arrived(fixture, { from })
      expect(mail.from).toEqual({ address, name })
    }
  })
})
