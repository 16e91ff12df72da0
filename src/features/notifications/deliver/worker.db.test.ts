import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openAnnounced, unsubscribe, until } from '../../../../test/support/delivery.ts'
import { nextAttemptAt } from '../rules.ts'

describe.each(['sqlite', 'postgres'] as const)('the delivery worker on %s', (dialect) => {
  test('sends each recipient one message of their own, and keeps the reply', async () => {
    const opened = await openAnnounced(dialect, 25)
    const { sink, id, emails, startWorker, untilFinished, readLog } = opened
    expect(sink.received).toEqual([])
    startWorker()
    await untilFinished()
    expect([...sink.counts].toSorted()).toEqual(emails.map((email) => [email, 1]).toSorted())
    const log = await readLog()
    const server_reply = expect.stringMatching(/^250 2\.0\.0 Ok: queued as \d+$/)
    for (const email of emails) {
      const message_id = `<notification-${id}.delivery-${log[email]?.id}@localhost>`
      expect(log[email]).toMatchObject({ state: 'sent', attempts: 1, server_reply, message_id })
      const message = sink.received.find(({ to }) => to[0] === email)
      expect(message).toMatchObject({ from: 'docket@localhost', to: [email] })
      const raw = String(message?.raw)
      expect(raw).toContain(`Message-ID: ${log[email]?.message_id}`)
      expect(raw.replaceAll(/=\r\n|\r\n /g, '')).toContain(`token-of-${email.split('@')[0]}`)
    }
  })

  test('each recipient’s trouble ends in its own state and holds up nobody else', async () => {
    const opened = await openAnnounced(dialect, 40, { MAIL_CONNECTIONS: '4' })
    const { platform, sink, emails, startWorker, untilFinished, readLog } = opened
    const [refused, grey, slow, dropped, lost, gone, removed, ...others] = emails
    const slowly = Promise.withResolvers<void>()
    const behave = (email = '', behavior: Parameters<typeof sink.behave>[1]) =>
      sink.behave(email, behavior)
    behave(refused, { kind: 'refuse', at: 'RCPT', reply: '550 5.1.1 No such user' })
    behave(grey, { kind: 'refuse', at: 'RCPT', reply: '450 4.2.0 Greylisted', times: 2 })
    behave(slow, { kind: 'accept', after: slowly.promise })
    behave(dropped, { kind: 'drop', at: 'RCPT', times: 2 })
    behave(lost, { kind: 'drop', at: 'after DATA' })
    await unsubscribe(platform, gone ?? '')
    await sql`delete from subscriptions where email = ${removed ?? ''}`.execute(platform.db)
    startWorker()
    await until(() => others.every((email) => sink.counts.get(email) === 1))
    slowly.resolve()
    await untilFinished()

    const log = await readLog()
    const line = (email = '') => log[email]
    const server_reply = '550 5.1.1 No such user'
    expect(line(refused)).toMatchObject({ state: 'failed', attempts: 1, server_reply })
    expect(line(grey)).toMatchObject({ state: 'sent', attempts: 3 })
    expect(line(slow)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(line(dropped)).toMatchObject({ state: 'sent', attempts: expect.any(Number) })
    const unknown = expect.stringContaining('after the message was handed over')
    const uncertain = { state: 'uncertain', attempts: 1, server_reply: unknown }
    expect(line(lost)).toMatchObject(uncertain)
    expect(line(gone)).toMatchObject({ state: 'skipped', attempts: 0 })
    expect(line(removed)).toMatchObject({ state: 'skipped', attempts: 0 })
    for (const email of others) expect(line(email)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(sink.counts.get(gone ?? '')).toBeUndefined()
    expect(Math.max(...sink.counts.values())).toBe(1)
  })

  test('a reader who unsubscribes while others are being mailed gets nothing', async () => {
    const environment = { MAIL_CONNECTIONS: '1' }
    const opened = await openAnnounced(dialect, 3, environment)
    const { platform, sink, emails, startWorker, untilFinished, readStates } = opened
    const first = Promise.withResolvers<void>()
    sink.behave(emails[0] ?? '', { kind: 'accept', after: first.promise })
    startWorker()
    await until(() => sink.received.length === 1)
    await unsubscribe(platform, emails[2] ?? '')
    first.resolve()
    await untilFinished()
    expect(Object.values(await readStates())).toEqual(['sent', 'sent', 'skipped'])
    expect(sink.received).toHaveLength(2)
  })

  test('gives up after two days, with the last reply', async () => {
    const time = { now: Date.now() }
    const clock = () => time.now
    const opened = await openAnnounced(dialect, 1, {}, { overrides: { clock } })
    const { sink, startWorker, untilFinished, readLog, readStates } = opened
    sink.behaveByDefault({ kind: 'refuse', at: 'RCPT', reply: '452 4.2.2 Mailbox full' })
    const worker = startWorker({ nextAttemptAt })
    await until(async () => (await readStates())['reader0@example.org'] === 'deferred')
    time.now += 48 * 3_600_000
    worker.wake()
    await untilFinished()
    const server_reply = 'Gave up after 2 days: 452 4.2.2 Mailbox full'
    const failed = { state: 'failed', attempts: 2, server_reply }
    expect(Object.values(await readLog())).toMatchObject([failed])
  })

  test('warns in the log when the server accepts nothing', async () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const overrides = { log: log as never }
    const { sink, startWorker, untilFinished } = await openAnnounced(dialect, 4, {}, { overrides })
    sink.behaveByDefault({ kind: 'refuse', at: 'MAIL', reply: '421 4.3.2 Closed for today' })
    startWorker()
    const pause = { reply: expect.stringContaining('421'), until: expect.any(Number) }
    await until(() => log.warn.mock.calls.length > 0)
    expect(log.warn.mock.calls).toContainEqual([pause, 'delivery: paused'])
    sink.behaveByDefault({ kind: 'accept' })
    await untilFinished()
  })

  test('sends what was queued or deferred while the clock was ahead, and gives it two days', async () => {
    const time = { now: Date.now() + 400 * 86_400_000 }
    const clock = () => time.now
    const opened = await openAnnounced(dialect, 2, {}, { overrides: { clock } })
    const { platform, sink, startWorker, untilFinished, readLog, readStates } = opened
    const greylisted = { kind: 'refuse', at: 'RCPT', reply: '450 4.2.0 Greylisted' } as const
    sink.behave('reader0@example.org', { ...greylisted, times: 1 })
    const first = startWorker({ nextAttemptAt })
    await until(async () => (await readStates())['reader0@example.org'] === 'deferred')
    await first.stop()
    const waiting = platform.db.updateTable('deliveries').where('recipient', 'like', 'reader1%')
    await waiting.set({ state: 'queued', leased_by: null }).execute()
    await platform.db.updateTable('notifications').set({ finished_at: null }).execute()
    time.now = Date.now()
    startWorker({ nextAttemptAt })
    await untilFinished()
    const log = Object.values(await readLog())
    expect(log.map(({ state }) => state)).toEqual(['sent', 'sent'])
    const rows = await platform.db.selectFrom('deliveries').select('created_at').execute()
    for (const { created_at } of rows) expect(created_at).toBeLessThanOrEqual(time.now)
  })
})
