import { readdir, readFile } from 'node:fs/promises'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import {
  callApi,
  newBrowser,
  type SubscriptionsServer,
  startSubscriptions,
} from '../../../test/support/subscriptions-server.ts'
import type { MailMessage, SendResult } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'

const DAY = 86_400_000
const LIVE = { SUBSCRIBE_CONFIRMATION: 'on', NOTIFICATIONS_MODE: 'live' }
const TESTING = {
  SUBSCRIBE_CONFIRMATION: 'on',
  NOTIFICATIONS_MODE: 'test',
  NOTIFICATIONS_TEST_RECIPIENT: 'Clerk@Example.com',
}

let server: SubscriptionsServer

afterEach(() => server.close())

const subscribe = (email: string, more = {}) =>
  callApi(server, '/api/subscribe', { email, ...more })

const stored = () => server.platform.db.selectFrom('subscriptions').selectAll().execute()

/** The messages in the outbox folder, as a mail program reads them, oldest first. */
async function outbox() {
  const folder = server.platform.config.mail.outboxDir
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(`${folder}/${name}`))),
  )
}

async function confirmationPath(): Promise<string> {
  const text = (await outbox()).at(-1)?.text ?? ''
  const link = /https?:\/\/\S+\/subscribe\/confirm\/\S+/.exec(text)?.[0] ?? ''
  expect(link.startsWith(`${server.platform.config.publicUrl}/`)).toBe(true)
  return new URL(link).pathname
}

function mailerThat(answer: () => SendResult) {
  const sent: MailMessage[] = []
  const mailer: Platform['mailer'] = {
    connections: 1,
    check: async () => undefined,
    close: async () => undefined,
    async send(message) {
      sent.push(message)
      return answer()
    },
  }
  return { mailer, sent }
}

const result = (outcome: SendResult['outcome'], concerns: SendResult['concerns']) => () => ({
  outcome,
  concerns,
  reply: '550 5.1.1 <ada@example.com> refused',
})

test.each(['sqlite', 'postgres'] as const)(
  'the link in the message asks, its button subscribes, on %s',
  async (dialect) => {
    server = await startSubscriptions(dialect, LIVE)
    const asked = await subscribe('Ada@Example.com')
    expect([asked.status, asked.body]).toEqual([202, { status: 'confirmation_sent' }])
    expect(await stored()).toMatchObject([{ email: 'Ada@Example.com', state: 'pending' }])

    const [message, ...more] = await outbox()
    expect(more).toEqual([])
    expect(message?.to).toEqual([{ name: '', address: 'Ada@example.com' }])
    expect(message?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    const path = await confirmationPath()
    expect(message?.html).toContain(path)
    const [{ token } = { token: '' }] = await stored()
    expect(path).not.toContain(token)

    const browser = newBrowser(server)
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('Ada@')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const done = await browser.post(`/api${path}`)
    expect(done.status).toBe(200)
    expect(done.body).toContain('Subscribed')
    expect(await stored()).toMatchObject([{ state: 'active', token }])

    expect((await browser.post(`/api${path}`)).status).toBe(200)
    expect((await browser.get(path)).body).toContain('Subscribed')
    expect((await subscribe('ada@example.com')).body.code).toBe('already_subscribed')
  },
)

test('opening the link a hundred times, by GET and HEAD, subscribes nobody', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  await subscribe('ada@example.com')
  const path = await confirmationPath()
  const before = await stored()
  for (const method of ['GET', 'HEAD']) {
    const visits = Array.from({ length: 100 }, () => fetch(server.origin + path, { method }))
    for (const { status } of await Promise.all(visits)) expect(status).toBe(200)
  }
  expect(await stored()).toEqual(before)
})

test('the button needs the cookie and the token of its page', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  await subscribe('ada@example.com')
  const path = await confirmationPath()
  const [mine, other] = [newBrowser(server), newBrowser(server)]
  await mine.get(path)
  await other.get(path)
  expect((await mine.post(`/api${path}`, { _csrf: '' })).status).toBe(403)
  other.cookies = new Map()
  expect((await other.post(`/api${path}`)).status).toBe(403)
  expect((await callApi(server, `/api${path}`, {})).body.code).toBe('csrf')
  expect(await stored()).toMatchObject([{ state: 'pending' }])
})

test('no other link confirms, and none after a week or after saying no', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  await subscribe('ada@example.com')
  const path = await confirmationPath()
  const browser = newBrowser(server)
  const [id, signature] = [path.split('/').at(-1)?.split('-')[0], path.slice(path.indexOf('-') + 1)]
  const strange = [
    'x',
    '1',
    `${id}-`,
    `${Number(id) + 1}-${signature}`,
    `0${id}-${signature}`,
    `${id}-${signature}x`,
    `99999999999-${signature}`,
    '%00',
    `${id}-${'A'.repeat(43)}`,
  ]
  await browser.get(path)
  for (const token of strange) {
    expect((await browser.get(`/subscribe/confirm/${token}`)).status).toBe(404)
    expect((await browser.post(`/api/subscribe/confirm/${token}`)).status).toBe(404)
  }
  server.time.now += 7 * DAY
  expect((await browser.get(path)).status).toBe(404)
  expect((await browser.post(`/api${path}`)).status).toBe(404)
  expect(await stored()).toMatchObject([{ state: 'pending' }])

  // Asking again makes the first link work again, too: it went to the same mailbox.
  expect((await subscribe('ada@example.com')).status).toBe(202)
  expect((await browser.get(path)).status).toBe(200)
  await server.platform.db.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
  expect((await browser.get(path)).status).toBe(404)
  expect((await browser.post(`/api${path}`)).status).toBe(404)
  const json = await browser.post(`/api${path}`, {}, { accept: 'application/json' })
  expect(JSON.parse(json.body)).toMatchObject({ status: 404, code: 'not_found' })
})

test('coming back needs a confirmation as well, and keeps the unsubscribe token', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  await subscribe('ada@example.com')
  const [before] = await stored()
  await server.platform.db.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
  server.time.now += DAY
  expect((await subscribe('ada@example.com')).body).toEqual({ status: 'confirmation_sent' })
  expect(await stored()).toMatchObject([{ state: 'pending', token: before?.token }])
  expect(await outbox()).toHaveLength(2)
})

test('one address gets one confirmation an hour, however often it is typed and by whom', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  for (let times = 0; times < 5; times++) {
    const ip = `198.51.100.${times + 1}`
    const answer = await callApi(server, '/api/subscribe', { email: 'ada@example.com' }, { ip })
    expect(answer.body).toEqual({ status: 'confirmation_sent' })
  }
  expect(await outbox()).toHaveLength(1)
  await subscribe('bob@example.com')
  expect(await outbox()).toHaveLength(2)
  server.time.now += 3_600_000
  await subscribe('ADA@example.com')
  expect(await outbox()).toHaveLength(3)
})

test('in testing mode nobody but the test recipient is mailed, and others are told plainly', async () => {
  server = await startSubscriptions('sqlite', TESTING)
  const held = await subscribe('ada@example.com', { to: 'ada@example.com', mode: 'live' })
  expect([held.status, held.body]).toEqual([202, { status: 'confirmation_held' }])
  const page = await newBrowser(server).post('/api/subscribe', { email: 'bob@example.com' })
  expect(page.status).toBe(202)
  expect(page.body).toContain('This site is still being tested')
  expect(await outbox()).toEqual([])
  expect(await stored()).toMatchObject([{ state: 'pending' }, { state: 'pending' }])

  const own = await subscribe('clerk@EXAMPLE.com')
  expect(own.body).toEqual({ status: 'confirmation_sent' })
  expect((await outbox()).map(({ to }) => to?.[0]?.address)).toEqual(['Clerk@example.com'])
})

test('without a test recipient nobody is mailed', async () => {
  server = await startSubscriptions('sqlite', { SUBSCRIBE_CONFIRMATION: 'on' })
  expect((await subscribe('ada@example.com')).body).toEqual({ status: 'confirmation_held' })
  expect(await outbox()).toEqual([])
})

test('a program that fills in the decoy gets the usual answer and no message goes out', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  const answer = await subscribe('ada@example.com', { website: 'x' })
  expect([answer.status, answer.body]).toEqual([202, { status: 'confirmation_sent' }])
  expect(await outbox()).toEqual([])
  expect(await stored()).toEqual([])
})

test.each([
  ['a server out of reach', result('deferred', 'server'), 503, 'unavailable'],
  ['a server that refuses the sender', result('failed', 'server'), 503, 'unavailable'],
  ['a server that refuses the address', result('failed', 'message'), 422, 'invalid_email'],
])(
  '%s is said, logged without the address, and can be tried again at once',
  async (_name, answer, status, code) => {
    const { mailer, sent } = mailerThat(answer)
    const written: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
    server = await startSubscriptions('sqlite', LIVE, { mailer, log })
    for (let times = 1; times <= 2; times++) {
      const refused = await subscribe('ada@example.com')
      expect([refused.status, refused.body.code]).toEqual([status, code])
      expect(sent).toHaveLength(times)
    }
    const page = await newBrowser(server).post('/api/subscribe', { email: 'ada@example.com' })
    expect(page.status).toBe(status)
    expect(page.body).toContain('value="ada@example.com"')
    expect(written.join('')).toContain('confirmation not sent')
    expect(written.join('')).not.toContain('ada@')
  },
)

test('a message whose fate is not known counts as sent', async () => {
  const { mailer, sent } = mailerThat(result('uncertain', 'server'))
  server = await startSubscriptions('sqlite', LIVE, { mailer })
  for (let times = 0; times < 2; times++) {
    expect((await subscribe('ada@example.com')).body).toEqual({ status: 'confirmation_sent' })
  }
  expect(sent).toHaveLength(1)
})

test('a caption of any shape stays one subject line, escaped in the message', async () => {
  server = await startSubscriptions('sqlite', LIVE)
  const caption = `Smith\r\nBcc: eve@example.com\n<b>v.</b> ${'Jones '.repeat(60)}`
  await server.platform.db.updateTable('case_settings').set({ caption }).execute()
  await subscribe('ada@example.com')
  const [message] = await outbox()
  expect(message?.bcc ?? []).toEqual([])
  expect(message?.subject).toMatch(
    /^Please confirm: e-mail notices of Smith Bcc: eve@example\.com <b>v\.<\/b>.*…$/,
  )
  expect(message?.html).not.toContain('<b>v.')
  expect(message?.html).not.toMatch(/<(?:img|link|script)|src=/)
})
