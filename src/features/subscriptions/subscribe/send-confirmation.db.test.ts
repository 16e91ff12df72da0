import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newConfirming } from '../../../../test/support/subscriptions-server.ts'
import type { MailMessage, SendResult } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { RECIPIENT_LIMITS } from './throttles.ts'

/** @param answer what it says of each message */
function mailerThat(answer: Omit<SendResult, 'reply'>) {
  const sent: MailMessage[] = []
  const mailer: Platform['mailer'] = {
    connections: 1,
    close: async () => undefined,
    async send(message) {
      sent.push(message)
      return { ...answer, reply: '550 5.1.1 <ada@example.com> refused' }
    },
  }
  return { mailer, sent }
}

const ACCEPTED = { outcome: 'sent', concerns: 'message' } as const

test('a confirmation has the sender’s name of all mail, and says that it is not the court’s', async () => {
  const { mailer, sent } = mailerThat(ACCEPTED)
  const server = await newConfirming('sqlite', { mailer })
  const settings = { caption: 'Doe v. Roe', contact: 'Jane Roe, (212) 555-0142' }
  await server.platform.db.updateTable('case_settings').set(settings).execute()
  await server.post({ email: 'ada@example.com' })
  const [message] = sent
  expect(message?.fromName).toBe('Doe v. Roe')
  for (const part of [message?.text, message?.html]) {
    expect(part).toContain('from the publisher of this docket site, not from the court.')
    expect(part).toContain('Questions: Jane Roe, (212) 555-0142')
  }
})

test('one address gets one confirmation an hour, however often it is typed and by whom', async () => {
  const server = await newConfirming()
  for (let times = 0; times < 5; times++) {
    const answer = await server.post({ email: 'ada@example.com' })
    expect(answer.body).toEqual({ status: 'confirmation_sent' })
  }
  expect(await server.readOutbox()).toHaveLength(1)
  await server.post({ email: 'bob@example.com' })
  expect(await server.readOutbox()).toHaveLength(2)
  server.time.now += 3_600_000
  await server.post({ email: 'ADA@example.com' })
  expect(await server.readOutbox()).toHaveLength(3)
})

test('one mailbox gets three a day, whatever the tags, dots, and networks; the answers do not show it', async () => {
  const server = await newConfirming()
  const call = async (email: string) => {
    const { status, body } = await server.post({ email })
    expect([status, body]).toEqual([202, { status: 'confirmation_sent' }])
  }
  for (let index = 1; index <= 90; index++)
    await call(`${index % 2 ? 'victim' : 'Victim'}+${index}@example.com`)
  expect(await server.readOutbox()).toHaveLength(3)
  for (const [index, email] of ['a.b', 'ab', 'a.b+c', 'A.B+d', 'a.b+e'].entries())
    await call(`${email}@${index % 2 ? 'gmail' : 'googlemail'}.com`)
  expect(await server.readOutbox()).toHaveLength(6)
  server.time.now += 24 * 3_600_000
  await call('victim+91@example.com')
  expect(await server.readOutbox()).toHaveLength(7)
})

test('a domain gets a limited number an hour; then people are told to wait, and lose nothing', async () => {
  const { mailer, sent } = mailerThat(ACCEPTED)
  const server = await newConfirming('sqlite', { mailer })
  const subscribeAs = (name: string, index: number, domain = 'firm.example') =>
    server.post({ email: `${name}${index}@${domain}` })
  for (let index = 0; index < RECIPIENT_LIMITS.domain; index++)
    expect((await subscribeAs('reader', index)).status).toBe(202)
  expect(sent).toHaveLength(RECIPIENT_LIMITS.domain)
  const stopped = await subscribeAs('late', 1000)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get('retry-after'))).toBe(3600)
  expect((await subscribeAs('late', 1000, 'other.example')).status).toBe(202)
  server.time.now += 3_600_000
  expect((await subscribeAs('late', 1000)).status).toBe(202)
  expect(sent).toHaveLength(RECIPIENT_LIMITS.domain + 2)
})

test('in testing mode nobody but the test recipient is mailed, and others are told plainly', async () => {
  const testing = { NOTIFICATIONS_MODE: 'test', NOTIFICATIONS_TEST_RECIPIENT: 'Clerk@Example.com' }
  const server = await newConfirming('sqlite', {}, testing)
  const held = await server.post({ email: 'ada@example.com', to: 'ada@example.com', mode: 'live' })
  expect([held.status, held.body]).toEqual([202, { status: 'confirmation_held' }])
  const page = await server.newBrowser().post('/api/subscribe', { email: 'bob@example.com' })
  expect(page.status).toBe(202)
  expect(page.body).toContain('This site is still in testing')
  expect(await server.readOutbox()).toEqual([])
  const states = (await server.subscriptions()).map(({ state }) => state)
  expect(states).toEqual(['pending', 'pending'])

  const own = await server.post({ email: 'clerk@EXAMPLE.com' })
  expect(own.body).toEqual({ status: 'confirmation_sent' })
  const recipients = (await server.readOutbox()).map(({ to }) => to?.[0]?.address)
  expect(recipients).toEqual(['Clerk@example.com'])
})

test('a program that fills in the decoy gets the usual answer and no message goes out', async () => {
  const server = await newConfirming()
  const answer = await server.post({ email: 'ada@example.com', website: 'x' })
  expect([answer.status, answer.body]).toEqual([202, { status: 'confirmation_sent' }])
  expect(await server.readOutbox()).toEqual([])
  expect(await server.subscriptions()).toEqual([])
})

test.each([
  ['a server out of reach', 'deferred', 'server', 503, 'unavailable'],
  ['a server that refuses the sender', 'failed', 'server', 503, 'unavailable'],
  ['a server that refuses the address', 'failed', 'message', 422, 'invalid_email'],
] as const)(
  '%s is said, logged without the address, and can be tried again at once',
  async (_name, outcome, concerns, status, code) => {
    const { mailer, sent } = mailerThat({ outcome, concerns })
    const written: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
    const server = await newConfirming('sqlite', { mailer, log })
    for (let times = 1; times <= 2; times++) {
      const refused = await server.post({ email: 'ada@example.com' })
      expect([refused.status, refused.body.code]).toEqual([status, code])
      expect(sent).toHaveLength(times)
    }
    const page = await server.newBrowser().post('/api/subscribe', { email: 'ada@example.com' })
    expect(page.status).toBe(status)
    expect(page.body).toContain('value="ada@example.com"')
    expect(written.join('')).toContain('confirmation not sent')
    expect(written.join('')).not.toContain('ada@')
  },
)

test('a message whose fate is not known counts as sent', async () => {
  const { mailer, sent } = mailerThat({ outcome: 'uncertain', concerns: 'server' })
  const server = await newConfirming('sqlite', { mailer })
  for (let times = 0; times < 2; times++) {
    const { body } = await server.post({ email: 'ada@example.com' })
    expect(body).toEqual({ status: 'confirmation_sent' })
  }
  expect(sent).toHaveLength(1)
})
