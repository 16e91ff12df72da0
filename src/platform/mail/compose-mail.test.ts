import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, test } from 'vitest'
import { arrived, lines, mailPlace, message, read } from '../../../test/support/arriving-mail.ts'
import { createComposer } from './compose-mail.ts'

const place = mailPlace()

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
    const { mail, received } = await arrived(place, { text, html })
    expect(read(mail.text)).toBe(lines(text))
    expect(read(mail.html)).toBe(lines(html))
    expect(received.to).toEqual(['jane@example.com'])
    expect(place.sink.received).toHaveLength(1)
  })

  test('whatever is written', async () => {
    const written = fc
      .array(
        fc.constantFrom('.', '\n', '\r', '\r\n', 'é', ' ', '=', 'x', '<', '\t', 'x'.repeat(80)),
      )
      .map((parts) => `a${parts.join('')}z`)
    await fc.assert(
      fc.asyncProperty(written, async (text) => {
        const { mail } = await arrived(place, { text, html: text })
        expect(read(mail.text)).toBe(lines(text))
        expect(read(mail.html)).toBe(lines(text))
      }),
      { numRuns: 200 },
    )
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
      const node = new MailComposer({
        ...mail,
        text: quoted(mail.text),
        html: quoted(mail.html),
      }).compile()
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
