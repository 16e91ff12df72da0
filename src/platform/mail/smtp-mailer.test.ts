import { describe, expect, test } from 'vitest'
import { listenSmtp, mailerFor, mailTo, sinkWith } from '../../../test/support/smtp-mailing.ts'

const send = (url: string) => mailerFor(url).send(mailTo('a@example.com'))
const SENT = { outcome: 'sent' }

describe('sent', () => {
  test('with the line of the server as the reply', async () => {
    const sink = await sinkWith()
    sink.behave('jane@example.com', { kind: 'accept', reply: '2.0.0 Ok: queued as 4Xyz' })
    const sent = { ...SENT, reply: '250 2.0.0 Ok: queued as 4Xyz', concerns: 'message' }
    expect(await mailerFor(sink.url).send(mailTo('jane@example.com'))).toEqual(sent)
    expect(sink.received).toMatchObject([{ from: 'docket@example.com', to: ['jane@example.com'] }])
  })

  test('one after another over one connection, and side by side over as many as allowed', async () => {
    const sink = await sinkWith()
    const mailer = mailerFor(sink.url, 3)
    for (let i = 0; i < 5; i++) await mailer.send(mailTo(`one${i}@example.com`))
    expect(sink.connections).toBe(1)
    const many = Array.from({ length: 60 }, (_, i) => mailer.send(mailTo(`many${i}@example.com`)))
    expect((await Promise.all(many)).every(({ outcome }) => outcome === 'sent')).toBe(true)
    expect(sink.connections).toBe(3)
    expect([...sink.counts.values()].every((count) => count === 1)).toBe(true)
  })

  test('over TLS from the first byte, over STARTTLS, and signed in', async () => {
    for (const tls of ['implicit', 'starttls'] as const) {
      const sink = await sinkWith({ tls, login: { user: 'docket@x', password: 's3:/@cret' } })
      const url = sink.url.replace('//', '//docket%40x:s3%3A%2F%40cret@')
      expect(await send(`${url}?tls.rejectUnauthorized=false`)).toMatchObject(SENT)
    }
  })

  test('over a new connection, once, where the idle one was ended by the server', async () => {
    const sink = await sinkWith()
    const mailer = mailerFor(sink.url, 1)
    await mailer.send(mailTo('first@example.com'))
    sink.hangUp()
    expect(await mailer.send(mailTo('second@example.com'))).toMatchObject(SENT)
    expect(sink.connections).toBe(2)
    expect(sink.counts.get('second@example.com')).toBe(1)
  })

  test('over a new connection where the server allows few messages on one', async () => {
    const sink = await sinkWith({ messagesPerConnection: 2 })
    const mailer = mailerFor(sink.url, 1)
    for (let i = 0; i < 6; i++)
      expect(await mailer.send(mailTo(`a${i}@example.com`))).toMatchObject(SENT)
    expect(sink.received).toHaveLength(6)
  })
})

test.each(['RCPT', 'DATA'] as const)(
  'a 5xx at %s fails one recipient, the next recipient is sent',
  async (at) => {
    const sink = await sinkWith()
    const mailer = mailerFor(sink.url, 1)
    sink.behaveByDefault({ kind: 'refuse', at, reply: '550 5.1.1 No such user', times: 1 })
    const failed = { outcome: 'failed', reply: '550 5.1.1 No such user', concerns: 'message' }
    expect(await mailer.send(mailTo('gone@example.com'))).toEqual(failed)
    expect(await mailer.send(mailTo('here@example.com'))).toMatchObject(SENT)
    expect([...sink.counts]).toEqual([['here@example.com', 1]])
    expect(sink.connections).toBe(1)
  },
)

describe('uncertain', () => {
  test.each(['during DATA', 'after DATA'] as const)('the connection lost %s', async (at) => {
    for (const pipelining of [true, false]) {
      const sink = await sinkWith({ pipelining })
      const mailer = mailerFor(sink.url, 1)
      await mailer.send(mailTo('before@example.com'))
      sink.behave('a@example.com', { kind: 'drop', at })
      const reply = 'The connection to the mail server was lost after the message was handed over'
      const sent = await mailer.send(mailTo('a@example.com'))
      expect(sent).toMatchObject({ outcome: 'uncertain', reply })
      // It is never retried automatically.
      expect(sink.counts.get('a@example.com') ?? 0).toBe(at === 'after DATA' ? 1 : 0)
      expect(await mailer.send(mailTo('after@example.com'))).toMatchObject(SENT)
    }
  })

  test('no answer after the message', async () => {
    const sink = await sinkWith()
    sink.behave('a@example.com', { kind: 'stall', at: 'after DATA' })
    const reply = 'The mail server stopped answering after the message was handed over'
    const sent = await send(`${sink.url}?socketTimeout=2000`)
    expect(sent).toMatchObject({ outcome: 'uncertain', reply })
  })

  test('half a reply after the message', async () => {
    const port = await listenSmtp((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        const text = data.toString()
        if (/^EHLO/.test(text)) socket.write('250 hello\r\n')
        else if (/^MAIL|^RCPT/.test(text)) socket.write('250 ok\r\n')
        else if (/^DATA/.test(text)) socket.write('354 go\r\n')
        else if (text.endsWith('\r\n.\r\n')) socket.end('250 2.0.0 Ok')
      })
    })
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'uncertain' })
  })
})
