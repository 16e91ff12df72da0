import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { type SinkOptions, type SmtpSink, startSmtpSink } from '../../../test/support/smtp-sink.ts'
import type { Mailer, MailMessage } from './mail.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close()
})

async function sinkWith(options?: SinkOptions): Promise<SmtpSink> {
  const sink = await startSmtpSink(options)
  open.push(sink)
  return sink
}

function mailerFor(smtpUrl: string, connections = 2): Mailer {
  const mailer = createSmtpMailer({ smtpUrl, connections })
  open.push(mailer)
  return mailer
}

/** A server that speaks as little SMTP as the case needs. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) })
  return (server.address() as AddressInfo).port
}

function mailTo(to: string): MailMessage {
  return {
    messageId: `<to-${encodeURIComponent(to)}@docket.example.com>`,
    from: 'Docket Notifications <docket@example.com>',
    to,
    subject: 'A filing',
    html: '<p>A filing</p>',
    text: 'A filing',
    headers: {},
  }
}

describe('sent', () => {
  test('with the line of the server as the reply', async () => {
    const sink = await sinkWith()
    sink.behave('jane@example.com', { kind: 'accept', reply: '2.0.0 Ok: queued as 4Xyz' })
    expect(await mailerFor(sink.url).send(mailTo('jane@example.com'))).toEqual({
      outcome: 'sent',
      reply: '250 2.0.0 Ok: queued as 4Xyz',
      concerns: 'message',
    })
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

  test('to a server without PIPELINING', async () => {
    const sink = await sinkWith({ pipelining: false })
    expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'sent',
    })
  })

  test('over TLS from the first byte, over STARTTLS, and signed in', async () => {
    for (const tls of ['implicit', 'starttls'] as const) {
      const sink = await sinkWith({ tls, login: { user: 'docket@x', password: 's3:/@cret' } })
      const url = sink.url.replace('//', '//docket%40x:s3%3A%2F%40cret@')
      const mailer = mailerFor(`${url}?tls.rejectUnauthorized=false`)
      expect(await mailer.check()).toBeUndefined()
      expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({ outcome: 'sent' })
    }
  })

  test('over a new connection, once, where the idle one was ended by the server', async () => {
    const sink = await sinkWith()
    const mailer = mailerFor(sink.url, 1)
    await mailer.send(mailTo('first@example.com'))
    sink.hangUp()
    expect(await mailer.send(mailTo('second@example.com'))).toMatchObject({ outcome: 'sent' })
    expect(sink.connections).toBe(2)
    expect(sink.counts.get('second@example.com')).toBe(1)
  })

  test('over a new connection where the server allows few messages on one', async () => {
    const sink = await sinkWith({ messagesPerConnection: 2 })
    const mailer = mailerFor(sink.url, 1)
    for (let i = 0; i < 6; i++) {
      expect(await mailer.send(mailTo(`a${i}@example.com`))).toMatchObject({ outcome: 'sent' })
    }
    expect(sink.received).toHaveLength(6)
  })
})

describe('deferred', () => {
  test.each(['MAIL', 'RCPT', 'DATA'] as const)('4xx at %s, and later accepted', async (at) => {
    const sink = await sinkWith()
    const greylisting = { kind: 'refuse', at, reply: '450 4.2.0 Greylisted', times: 1 } as const
    sink.behaveByDefault({ ...greylisting })
    const behaviour = { ...greylisting }
    sink.behaveByDefault(behaviour)
    const mailer = mailerFor(sink.url, 1)
    expect(await mailer.send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply: '450 4.2.0 Greylisted',
      concerns: 'message',
    })
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({ outcome: 'sent' })
    expect(sink.connections).toBe(1)
    expect(sink.received).toHaveLength(1)
  })

  test.each(['MAIL', 'RCPT', 'DATA'] as const)('421 at %s', async (at) => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'refuse', at, reply: '421 4.3.2 Shutting down' })
    expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply: '421 4.3.2 Shutting down',
      concerns: 'server',
    })
  })

  test('the connection lost before the message was offered', async () => {
    for (const pipelining of [true, false]) {
      const sink = await sinkWith({ pipelining })
      sink.behaveByDefault({ kind: 'drop', at: 'RCPT' })
      expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toMatchObject({
        outcome: 'deferred',
        reply: expect.stringContaining('was lost'),
      })
    }
  })

  test('no answer before the message was offered', async () => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'stall', at: 'RCPT' })
    const mailer = mailerFor(`${sink.url}?socketTimeout=200`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'deferred',
      reply: expect.stringContaining('did not answer in time'),
    })
  })

  test.each([
    ['554 No service here', '554 No service here'],
    ['421 Try later', '421 Try later'],
    ['close', 'was lost'],
  ])('greeting %s', async (greeting, reply) => {
    const sink = await sinkWith({ greeting })
    expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply: expect.stringContaining(reply),
      concerns: 'server',
    })
  })

  test('no greeting at all', async () => {
    const port = await listen(() => {})
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?greetingTimeout=200&socketCloseTimeout=0`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'deferred',
      reply: expect.stringContaining('did not answer in time'),
    })
  })

  test('a reply that trickles for ever', async () => {
    const port = await listen((socket) => {
      socket.write('220 hello\r\n')
      socket.once('data', () => {
        socket.write('250 hello\r\n')
        socket.once('data', () => {
          const drip = setInterval(() => socket.write('250-more\r\n'), 50)
          socket.once('close', () => clearInterval(drip))
        })
      })
    })
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?messageTimeout=300&socketCloseTimeout=0`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({ outcome: 'deferred' })
  })

  test('a wrong password fails nobody', async () => {
    const sink = await sinkWith({ login: { user: 'docket', password: 'right' } })
    const mailer = mailerFor(sink.url.replace('//', '//docket:wrong@'))
    const problem = /did not accept the user name and password of SMTP_URL: 535 5\.7\.8/
    expect(await mailer.check()).toMatch(problem)
    expect(await mailer.send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply: expect.stringMatching(problem),
      concerns: 'server',
    })
  })

  test('a missing password fails nobody', async () => {
    const sink = await sinkWith({ login: { user: 'docket', password: 'right' } })
    expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'deferred',
      reply: expect.stringMatching(/user name and password of SMTP_URL: 530/),
    })
  })

  test('a wrong MAIL_FROM fails nobody', async () => {
    const sink = await sinkWith()
    const mailer = mailerFor(sink.url)
    for (const from of ['', 'nobody', 'A <docket@[127.0.0.1]>', 'a@b@example.com']) {
      expect(await mailer.send({ ...mailTo('a@example.com'), from })).toEqual({
        outcome: 'deferred',
        reply: 'The message could not be written: MAIL_FROM is not one e-mail address',
        concerns: 'server',
      })
    }
    expect(sink.connections).toBe(0)
  })

  test('stopped before its turn', async () => {
    const sink = await sinkWith()
    const held = Promise.withResolvers<void>()
    sink.behaveByDefault({ kind: 'accept', after: held.promise })
    const mailer = mailerFor(sink.url, 1)
    const first = mailer.send(mailTo('first@example.com'))
    const second = mailer.send(mailTo('second@example.com'))
    const closed = mailer.close()
    held.resolve()
    await closed
    expect(await first).toMatchObject({ outcome: 'sent' })
    expect(await second).toMatchObject({ outcome: 'deferred' })
    expect(sink.received).toHaveLength(1)
  })
})

describe('a server that cannot be used is named in a sentence', () => {
  test.each([
    [
      'wrong host',
      'smtp://mail.invalid:25',
      /^No mail server was found under the name mail\.invalid:25 \(E/,
    ],
    ['wrong port', 'closed', /^Nothing accepts mail at 127\.0\.0\.1:\d+ \(connection refused\)$/],
  ])('%s', async (_, url, sentence) => {
    const mailer = mailerFor(url === 'closed' ? `smtp://127.0.0.1:${await freePort()}` : url)
    expect(await mailer.check()).toMatch(sentence)
    expect(await mailer.send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply: expect.stringMatching(sentence),
      concerns: 'server',
    })
  })

  test.each(['implicit', 'starttls'] as const)('certificate not valid, %s', async (tls) => {
    const sink = await sinkWith({ tls })
    const mailer = mailerFor(sink.url)
    expect(await mailer.check()).toMatch(
      /^The certificate of the mail server 127.* is not valid \(.*\); on the same machine .*ignoreTLS=true/,
    )
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({ outcome: 'deferred' })
    expect(sink.received).toHaveLength(0)
  })

  test('no encryption offered for a password that leaves the machine', async () => {
    const sink = await sinkWith({ login: { user: 'docket', password: 'right' } })
    const url = sink.url.replace('//', '//docket:right@')
    const mailer = mailerFor(`${url}?requireTLS=true`)
    expect(await mailer.check()).toMatch(
      /did not begin an encrypted connection, so nothing was sent to it; .*ignoreTLS=true: 5/,
    )
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({ outcome: 'deferred' })
  })
})

describe('failed', () => {
  test.each(['MAIL', 'RCPT', 'DATA'] as const)(
    '5xx at %s, the next recipient is sent',
    async (at) => {
      const sink = await sinkWith()
      const mailer = mailerFor(sink.url, 1)
      sink.behaveByDefault({ kind: 'refuse', at, reply: '550 5.1.1 No such user', times: 1 })
      expect(await mailer.send(mailTo('gone@example.com'))).toEqual({
        outcome: 'failed',
        reply: '550 5.1.1 No such user',
        concerns: 'message',
      })
      expect(await mailer.send(mailTo('here@example.com'))).toMatchObject({ outcome: 'sent' })
      expect([...sink.counts]).toEqual([['here@example.com', 1]])
      expect(sink.connections).toBe(1)
    },
  )

  test('a recipient that is not one address is never offered to the server', async () => {
    const sink = await sinkWith()
    const mailer = mailerFor(sink.url)
    const bad = [
      'a@example.com, b@example.com',
      'a@example.com>\r\nRCPT TO:<b@example.com',
      'A <a@example.com>',
      'a@example.com b@example.com',
      'a@b@example.com',
      '"a@example.com,b"@example.com',
      '',
      'a',
    ]
    for (const to of bad) {
      expect(await mailer.send(mailTo(to))).toMatchObject({ outcome: 'failed' })
    }
    expect(sink.connections).toBe(0)
  })
})

describe('uncertain', () => {
  test.each(['during DATA', 'after DATA'] as const)('the connection lost %s', async (at) => {
    for (const pipelining of [true, false]) {
      const sink = await sinkWith({ pipelining })
      const mailer = mailerFor(sink.url, 1)
      await mailer.send(mailTo('before@example.com'))
      sink.behave('a@example.com', { kind: 'drop', at })
      expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
        outcome: 'uncertain',
        reply: 'The connection to the mail server was lost after the message was handed over',
      })
      // Never offered a second time by itself.
      expect(sink.counts.get('a@example.com') ?? 0).toBe(at === 'after DATA' ? 1 : 0)
      expect(await mailer.send(mailTo('after@example.com'))).toMatchObject({ outcome: 'sent' })
    }
  })

  test('no answer after the message', async () => {
    const sink = await sinkWith()
    sink.behave('a@example.com', { kind: 'stall', at: 'after DATA' })
    const mailer = mailerFor(`${sink.url}?socketTimeout=2000`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'uncertain',
      reply: 'The mail server stopped answering after the message was handed over',
    })
  })

  test('half a reply after the message', async () => {
    const port = await listen((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        const text = data.toString()
        if (/^EHLO/.test(text)) socket.write('250 hello\r\n')
        else if (/^MAIL|^RCPT/.test(text)) socket.write('250 ok\r\n')
        else if (/^DATA/.test(text)) socket.write('354 go\r\n')
        else if (text.endsWith('\r\n.\r\n')) socket.end('250 2.0.0 Ok')
      })
    })
    const mailer = mailerFor(`smtp://127.0.0.1:${port}`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({ outcome: 'uncertain' })
  })
})

test('a slow, a refused and a lost recipient hold up nobody else (PROMISES 20)', async () => {
  const sink = await sinkWith()
  const held = Promise.withResolvers<void>()
  sink.behave('slow@example.com', { kind: 'accept', after: held.promise })
  sink.behave('refused@example.com', { kind: 'refuse', at: 'RCPT', reply: '550 No' })
  sink.behave('lost@example.com', { kind: 'drop', at: 'after DATA' })
  const mailer = mailerFor(sink.url, 2)
  const outcomeFor = async (name: string) =>
    (await mailer.send(mailTo(`${name}@example.com`))).outcome
  const slow = outcomeFor('slow')
  expect(await Promise.all(['refused', 'lost', 'a', 'b', 'c'].map(outcomeFor))).toEqual([
    'failed',
    'uncertain',
    'sent',
    'sent',
    'sent',
  ])
  held.resolve()
  expect(await slow).toBe('sent')
})
