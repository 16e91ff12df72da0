import { describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { listenSmtp, mailerFor, mailTo, sinkWith } from '../../../test/support/smtp-mailing.ts'

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

  test.each([
    ['451 4.7.0 Too many messages, try again later', 'server'],
    ['450 4.7.1 Client host: greylisted, try again in 5 minutes', 'message'],
    ['452 4.2.2 Mailbox full', 'message'],
  ])('“%s” concerns the %s', async (reply, concerns) => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'refuse', at: 'RCPT', reply })
    expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply,
      concerns,
    })
  })

  test.each([
    ['MAIL', '553 5.7.1 Sender address rejected: not owned by user docket'],
    ['MAIL', '550 5.1.8 Domain of sender does not exist'],
    ['RCPT', '554 5.7.1 <a@example.com>: Relay access denied'],
    ['RCPT', '550 5.7.1 Unable to relay'],
    ['RCPT', '550 5.4.5 Daily user sending limit exceeded.'],
    ['DATA', '550 5.4.5 Daily sending quota exceeded'],
    ['RCPT', '554 Message rejected: too many emails sent today'],
  ] as const)('at %s “%s” fails nobody, and concerns the server', async (at, reply) => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'refuse', at, reply })
    expect(await mailerFor(sink.url).send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply,
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
    const port = await listenSmtp(() => {})
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?greetingTimeout=200&socketCloseTimeout=0`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'deferred',
      reply: expect.stringContaining('did not answer in time'),
    })
  })

  test('a reply that trickles for ever', async () => {
    const port = await listenSmtp((socket) => {
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
    const problem = /did not accept the user name and password in SMTP_URL: 535 5\.7\.8/
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
      reply: expect.stringMatching(/user name and password in SMTP_URL: 530/),
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
    await vi.waitFor(() => expect(sink.connections).toBe(1))
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
    ['wrong host', 'smtp://mail.invalid:25', /^No mail server was found at mail\.invalid:25 \(E/],
    ['wrong port', 'closed', /^Nothing accepts mail at 127\.0\.0\.1:\d+ \(connection refused\)$/],
  ])('%s', async (_, url, sentence) => {
    const mailer = mailerFor(url === 'closed' ? `smtp://127.0.0.1:${await freePort()}` : url)
    expect(await mailer.send(mailTo('a@example.com'))).toEqual({
      outcome: 'deferred',
      reply: expect.stringMatching(sentence),
      concerns: 'server',
    })
  })

  test.each(['implicit', 'starttls'] as const)('certificate not valid, %s', async (tls) => {
    const sink = await sinkWith({ tls })
    const mailer = mailerFor(sink.url)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'deferred',
      reply: expect.stringMatching(
        /^The certificate of the mail server 127.* is not valid \(.*\); on the same machine .*ignoreTLS=true/,
      ),
    })
    expect(sink.received).toHaveLength(0)
  })

  test('no encryption offered for a password that leaves the machine', async () => {
    const sink = await sinkWith({ login: { user: 'docket', password: 'right' } })
    const url = sink.url.replace('//', '//docket:right@')
    const mailer = mailerFor(`${url}?requireTLS=true`)
    expect(await mailer.send(mailTo('a@example.com'))).toMatchObject({
      outcome: 'deferred',
      reply: expect.stringMatching(
        /did not start an encrypted connection, so nothing was sent to it; .*ignoreTLS=true: 5/,
      ),
    })
  })
})
