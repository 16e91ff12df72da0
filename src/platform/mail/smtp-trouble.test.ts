import { describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { listenSmtp, mailerFor, mailTo, sinkWith } from '../../../test/support/smtp-mailing.ts'

const send = (url: string, changes = {}) =>
  mailerFor(url, 1).send({ ...mailTo('a@example.com'), ...changes })

const deferred = (reply: string | RegExp, concerns = 'server') => ({
  outcome: 'deferred',
  reply: expect.stringMatching(reply),
  concerns,
})

describe('deferred', () => {
  test.each(['MAIL', 'RCPT', 'DATA'] as const)('4xx at %s, and later accepted', async (at) => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'refuse', at, reply: '450 4.2.0 Greylisted', times: 1 })
    const mailer = mailerFor(sink.url, 1)
    const mail = mailTo('a@example.com')
    expect(await mailer.send(mail)).toEqual(deferred(/^450 4.2.0 Greylisted$/, 'message'))
    expect(await mailer.send(mail)).toMatchObject({ outcome: 'sent' })
    expect(sink.connections).toBe(1)
    expect(sink.received).toHaveLength(1)
  })

  test.each([
    ['MAIL', '421 4.3.2 Shutting down', 'server'],
    ['RCPT', '421 4.3.2 Shutting down', 'server'],
    ['DATA', '421 4.3.2 Shutting down', 'server'],
    ['RCPT', '451 4.7.0 Too many messages, try again later', 'server'],
    ['RCPT', '450 4.7.1 Client host: greylisted, try again in 5 minutes', 'message'],
    ['RCPT', '452 4.2.2 Mailbox full', 'message'],
    ['MAIL', '553 5.7.1 Sender address rejected: not owned by user docket', 'server'],
    ['MAIL', '550 5.1.8 Domain of sender does not exist', 'server'],
    ['RCPT', '554 5.7.1 <a@example.com>: Relay access denied', 'server'],
    ['RCPT', '550 5.7.1 Unable to relay', 'server'],
    ['RCPT', '550 5.4.5 Daily user sending limit exceeded.', 'server'],
    ['DATA', '550 5.4.5 Daily sending quota exceeded', 'server'],
    ['RCPT', '554 Message rejected: too many emails sent today', 'server'],
  ] as const)('at %s “%s” fails nobody, and concerns the %s', async (at, reply, concerns) => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'refuse', at, reply })
    expect(await send(sink.url)).toEqual({ outcome: 'deferred', reply, concerns })
  })

  test.each([true, false])(
    'the connection lost before the message was offered, pipelining %s',
    async (pipelining) => {
      const sink = await sinkWith({ pipelining })
      sink.behaveByDefault({ kind: 'drop', at: 'RCPT' })
      expect(await send(sink.url)).toEqual(deferred('was lost'))
    },
  )

  test('no answer before the message was offered', async () => {
    const sink = await sinkWith()
    sink.behaveByDefault({ kind: 'stall', at: 'RCPT' })
    const result = await send(`${sink.url}?socketTimeout=200`)
    expect(result).toEqual(deferred('did not answer in time'))
  })

  test.each([
    ['554 No service here', '554 No service here'],
    ['421 Try later', '421 Try later'],
    ['close', 'was lost'],
  ])('greeting %s', async (greeting, reply) => {
    const sink = await sinkWith({ greeting })
    expect(await send(sink.url)).toEqual(deferred(reply))
  })

  test('no greeting at all', async () => {
    const port = await listenSmtp(() => {})
    const url = `smtp://127.0.0.1:${port}?greetingTimeout=200&socketCloseTimeout=0`
    expect(await send(url)).toEqual(deferred('did not answer in time'))
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
    const url = `smtp://127.0.0.1:${port}?messageTimeout=300&socketCloseTimeout=0`
    expect(await send(url)).toMatchObject({ outcome: 'deferred' })
  })

  const REFUSED = /^The mail .* did not accept the user name and password in SMTP_URL: 535/
  test.each([
    ['wrong', 'docket:wrong@', REFUSED],
    ['missing', '', /^The mail .* requires a user name and password in SMTP_URL: 530/],
  ])('a %s password fails nobody', async (_, login, reply) => {
    const sink = await sinkWith({ login: { user: 'docket', password: 'right' } })
    expect(await send(sink.url.replace('//', `//${login}`))).toEqual(deferred(reply))
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
  test('wrong host', async () => {
    const sentence = /^No mail server was found at mail\.invalid:25 \(E/
    expect(await send('smtp://mail.invalid:25')).toEqual(deferred(sentence))
  })

  test('wrong port', async () => {
    const sentence = /^Nothing accepts mail at 127\.0\.0\.1:\d+ \(connection refused\)$/
    expect(await send(`smtp://127.0.0.1:${await freePort()}`)).toEqual(deferred(sentence))
  })

  test.each(['implicit', 'starttls'] as const)('certificate not valid, %s', async (tls) => {
    const sink = await sinkWith({ tls })
    const sentence = /^The certificate of the mail server 127.* is not valid \(.*\)$/
    expect(await send(sink.url)).toEqual(deferred(sentence))
    expect(sink.received).toHaveLength(0)
  })

  test('no encryption offered for a password that leaves the machine', async () => {
    const sink = await sinkWith({ login: { user: 'docket', password: 'right' } })
    const url = sink.url.replace('//', '//docket:right@')
    const sentence = /did not start an encrypted connection, so nothing was sent to it: 5/
    expect(await send(`${url}?requireTLS=true`)).toEqual(deferred(sentence))
  })

  const words = {
    encryption: /did not start an encrypted connection, so nothing was sent to it: /,
    busy: /could not check the user name and password in SMTP_URL just now: 454 4\.7\.0/,
    password: /requires a user name and password in SMTP_URL: 503/,
  }
  test.each([
    ['STARTTLS', '454 4.7.0 TLS not available due to local problem', words.encryption],
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first', words.encryption],
    ['AUTH', '454 4.7.0 Temporary authentication failure', words.busy, 'docket:right@'],
    ['MAIL', '503 5.5.1 Authentication required', words.password],
  ])('%s answered with %s', async (verb, reply, sentence, login = '') => {
    const port = await listenSmtp((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (command) => {
        const isRefused = command.toString().startsWith(verb)
        const extensions = verb === 'STARTTLS' ? '250 STARTTLS' : '250 AUTH PLAIN'
        socket.write(isRefused ? `${reply}\r\n` : `250-hello\r\n${extensions}\r\n`)
      })
    })
    expect(await send(`smtp://${login}127.0.0.1:${port}`)).toEqual(deferred(sentence))
  })
})
