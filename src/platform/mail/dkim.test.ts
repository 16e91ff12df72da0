import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { message, useMailer } from '../../../test/support/received-mail.ts'
import { createComposer } from './compose-mail.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const fixture = useMailer()

describe('DKIM', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const dkim = { domainName: 'example.com', keySelector: 'docket', privateKey }

  test.each(['short', 'one\n.\n\ntwo  \t x \n\n\n', 'a\rb', 'é'.repeat(3000)])(
    'signs both unsubscribe fields, and the signature holds for what arrives: %j',
    async (text) => {
      const signing = createSmtpMailer(fixture.sink.url, { connections: 1, dkim })
      await signing.send({ ...message, text, html: `<p>${text}</p>` })
      await signing.close()
      const raw = fixture.sink.received.at(-1)?.raw.toString('latin1') ?? ''
      const signature = checkSignature(raw, publicKey)
      const fields = 'from to subject list-unsubscribe list-unsubscribe-post'.split(' ')
      const own = { domain: 'example.com', selector: 'docket', body: true, head: true }
      expect(signature).toMatchObject({ ...own, fields: expect.arrayContaining(fields) })
      const forged = raw.replace('/unsubscribe/abc', '/unsubscribe/xyz')
      expect(checkSignature(forged, publicKey)).toMatchObject({ body: true, head: false })
    },
  )

  test('a key that cannot sign is refused at once, not when the first mail goes out unsigned', () => {
    const { privateKey: other } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    for (const key of ['', 'not a key', other])
      expect(() => createComposer({ ...dkim, privateKey: key })).toThrow(/DKIM_PRIVATE_KEY_FILE/)
  })
})

/** Verifies RFC 6376, relaxed/relaxed, by hand, independently of the library that signed. */
function checkSignature(raw: string, publicKey: string) {
  const split = raw.indexOf('\r\n\r\n')
  const fields = raw.slice(0, split).split(/\r\n(?![ \t])/)
  const body = raw.slice(split + 4)
  const own = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const unfold = (text: string) => text.replace(/\r\n/g, '').replace(/[ \t]+/g, ' ')
  const relaxed = (field: string) => {
    const colon = field.indexOf(':')
    return `${field.slice(0, colon).toLowerCase()}:${unfold(field.slice(colon + 1)).trim()}`
  }
  const tags = new Map(
    unfold(own.slice(own.indexOf(':') + 1))
      .split(';')
      .map((tag) => tag.trim().split(/=(.*)/s, 2) as [string, string]),
  )
  const compact = (name: string) => tags.get(name)?.replace(/\s/g, '') ?? ''
  const names = compact('h').split(':')
  const signed = names.map((name) =>
    relaxed(fields.findLast((field) => field.toLowerCase().startsWith(`${name}:`)) ?? `${name}:`),
  )
  const unsigned = relaxed(own).replace(/b=[^;]*$/, 'b=')
  const relaxedBody = `${body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`
  return {
    fields: names,
    domain: compact('d'),
    selector: compact('s'),
    body: createHash('sha256').update(relaxedBody, 'latin1').digest('base64') === compact('bh'),
    head: verify(
      'rsa-sha256',
      Buffer.from([...signed, unsigned].join('\r\n'), 'latin1'),
      createPublicKey(publicKey),
      Buffer.from(compact('b'), 'base64'),
    ),
  }
}
