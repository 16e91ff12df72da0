import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  openDeliveryPlace,
  readLog,
  readStates,
  startWorker,
  until,
  untilFinished,
} from '../../../test/support/delivery.ts'
import { startSmtpSink } from '../../../test/support/smtp-sink.ts'
import { connectDatabase } from '../../platform/database/connect.ts'
import { createMailer } from '../../platform/mail/create-mailer.ts'
import { retryDeliveries } from './retry-deliveries.ts'
import { nextAttemptAt } from './rules.ts'

describe.each(['sqlite', 'postgres'] as const)('the delivery worker on %s', (dialect) => {
  test('sends each recipient one message of their own, and keeps the reply', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect)
    const emails = await addSubscribers(platform.db, 25)
    const id = await announce(platform, await addEntry(platform.db))
    expect(sink.received).toEqual([])
    startWorker(platform)
    await untilFinished(platform, id)
    expect([...sink.counts].toSorted()).toEqual(emails.map((email) => [email, 1]).toSorted())
    const log = await readLog(platform)
    for (const email of emails) {
      expect(log[email]).toMatchObject({
        state: 'sent',
        attempts: 1,
        server_reply: expect.stringMatching(/^250 2\.0\.0 Ok: queued as \d+$/),
        message_id: `<notification-${id}.delivery-${log[email]?.id}@localhost>`,
      })
      const message = sink.received.find(({ to }) => to[0] === email)
      expect(message?.to).toEqual([email])
      const raw = String(message?.raw)
      expect(raw).toContain(`Message-ID: ${log[email]?.message_id}`)
      expect(raw.replaceAll(/=\r\n|\r\n /g, '')).toContain(`token-of-${email.split('@')[0]}`)
    }
  })

  test('each recipient’s trouble ends in its own state and holds up nobody else', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect, { MAIL_CONNECTIONS: '4' })
    const [refused, grey, slow, dropped, lost, gone, removed, ...others] = await addSubscribers(
      platform.db,
      40,
    )
    const slowly = Promise.withResolvers<void>()
    const behave = (email = '', behaviour: Parameters<typeof sink.behave>[1]) =>
      sink.behave(email, behaviour)
    behave(refused, { kind: 'refuse', at: 'RCPT', reply: '550 5.1.1 No such user' })
    behave(grey, { kind: 'refuse', at: 'RCPT', reply: '450 4.2.0 Greylisted', times: 2 })
    behave(slow, { kind: 'accept', after: slowly.promise })
    behave(dropped, { kind: 'drop', at: 'RCPT', times: 2 })
    behave(lost, { kind: 'drop', at: 'after DATA' })
    const id = await announce(platform, await addEntry(platform.db))
    await platform.db
      .updateTable('subscriptions')
      .set({ state: 'unsubscribed' })
      .where('email', '=', gone ?? '')
      .execute()
    await platform.db
      .deleteFrom('subscriptions')
      .where('email', '=', removed ?? '')
      .execute()
    startWorker(platform)
    await until(() => others.every((email) => sink.counts.get(email) === 1))
    slowly.resolve()
    await untilFinished(platform, id)

    const log = await readLog(platform)
    const line = (email = '') => {
      const { state, attempts, server_reply } = log[email] ?? {}
      return { state, attempts, server_reply }
    }
    expect(line(refused)).toEqual({
      state: 'failed',
      attempts: 1,
      server_reply: '550 5.1.1 No such user',
    })
    expect(line(grey)).toMatchObject({ state: 'sent', attempts: 3 })
    expect(line(slow)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(line(dropped)).toMatchObject({ state: 'sent', attempts: expect.any(Number) })
    expect(line(lost)).toMatchObject({
      state: 'uncertain',
      attempts: 1,
      server_reply: expect.stringContaining('after the message was handed over'),
    })
    expect(line(gone)).toMatchObject({ state: 'skipped', attempts: 0 })
    expect(line(removed)).toMatchObject({ state: 'skipped', attempts: 0 })
    for (const email of others) expect(line(email)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(sink.counts.get(gone ?? '')).toBeUndefined()
    expect(Math.max(...sink.counts.values())).toBe(1)
  })

  test('unsubscribing while the others are being sent to is still heeded', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect, { MAIL_CONNECTIONS: '1' })
    const emails = await addSubscribers(platform.db, 3)
    const first = Promise.withResolvers<void>()
    sink.behave(emails[0] ?? '', { kind: 'accept', after: first.promise })
    const id = await announce(platform, await addEntry(platform.db))
    startWorker(platform)
    await until(() => sink.received.length === 1)
    await platform.db
      .updateTable('subscriptions')
      .set({ state: 'unsubscribed' })
      .where('email', '=', emails[2] ?? '')
      .execute()
    first.resolve()
    await untilFinished(platform, id)
    expect(Object.values(await readStates(platform))).toEqual(['sent', 'sent', 'skipped'])
    expect(sink.received).toHaveLength(2)
  })

  test('gives up after two days, with the last reply', async () => {
    const time = { now: Date.now() }
    const clock = () => time.now
    const { platform, sink } = await openDeliveryPlace(dialect, {}, { overrides: { clock } })
    await addSubscribers(platform.db, 1)
    sink.behaveByDefault({ kind: 'refuse', at: 'RCPT', reply: '452 4.2.2 Mailbox full' })
    const id = await announce(platform, await addEntry(platform.db))
    const worker = startWorker(platform, { nextAttemptAt })
    await until(async () => (await readStates(platform))['reader0@example.org'] === 'deferred')
    time.now += 48 * 3_600_000
    worker.wake()
    await untilFinished(platform, id)
    expect(Object.values(await readLog(platform))).toMatchObject([
      {
        state: 'failed',
        attempts: 2,
        server_reply: 'Gave up after 2 days: 452 4.2.2 Mailbox full',
      },
    ])
  })

  test('a server that is down costs few attempts, and nothing is lost', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect, { MAIL_CONNECTIONS: '5' })
    await addSubscribers(platform.db, 200)
    const id = await announce(platform, await addEntry(platform.db))
    await sink.close()
    const worker = startWorker(platform)
    const pause = await until(() => worker.serverPause())
    expect(pause.reply).toContain('connection refused')
    await until(async () => {
      const tried = Object.values(await readLog(platform)).filter(({ attempts }) => attempts > 0)
      expect(tried.length).toBeLessThan(50)
      return tried.reduce((sum, { attempts }) => sum + attempts, 0) > 8
    })
    const states = new Set(Object.values(await readStates(platform)))
    expect(
      [...states].filter((state) => !['queued', 'sending', 'deferred'].includes(state)),
    ).toEqual([])
    const back = await startSmtpSink({ port: sink.port })
    onTestFinished(() => back.close())
    await untilFinished(platform, id)
    expect(back.counts.size).toBe(200)
    expect(Math.max(...back.counts.values())).toBe(1)
    expect(worker.serverPause()).toBeUndefined()
  })

  test('a wrong password is no recipient’s fault', async () => {
    const { platform } = await openDeliveryPlace(dialect)
    const sink = await startSmtpSink({ login: { user: 'docket', password: 'right' } })
    onTestFinished(() => sink.close())
    const smtpUrl = `smtp://docket:wrong@127.0.0.1:${sink.port}`
    const mailer = createMailer({ ...platform.config.mail, smtpUrl })
    onTestFinished(() => mailer.close())
    await addSubscribers(platform.db, 50)
    await announce(platform, await addEntry(platform.db))
    const worker = startWorker({ ...platform, mailer })
    const pause = await until(() => worker.serverPause())
    expect(pause.reply).toContain('did not accept the user name and password')
    await worker.stop()
    const states = new Set(Object.values(await readStates(platform)))
    expect(states).toEqual(new Set(['queued', 'deferred']))
  })

  test('stopped in the middle it finishes what is in flight and gives back the rest', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect, { MAIL_CONNECTIONS: '3' })
    await addSubscribers(platform.db, 30)
    const id = await announce(platform, await addEntry(platform.db))
    const released = Promise.withResolvers<void>()
    sink.behaveByDefault(() =>
      sink.received.length > 10 ? { kind: 'accept', after: released.promise } : { kind: 'accept' },
    )
    const worker = startWorker(platform)
    await until(() => sink.received.length === 13)
    const stopped = worker.stop()
    released.resolve()
    await stopped
    const states = Object.values(await readStates(platform))
    expect(states.filter((state) => state === 'sent')).toHaveLength(sink.received.length)
    expect(new Set(states)).toEqual(new Set(['sent', 'queued']))
    expect(await platform.db.selectFrom('workers').selectAll().execute()).toEqual([])
    const held = platform.db
      .selectFrom('deliveries')
      .select('id')
      .where('worker_id', 'is not', null)
    expect(await held.execute()).toEqual([])

    startWorker(platform)
    await untilFinished(platform, id)
    expect(sink.counts.size).toBe(30)
    expect(Math.max(...sink.counts.values())).toBe(1)
  })

  test('what is still in flight when it must stop is uncertain, not queued', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect, { MAIL_CONNECTIONS: '2' })
    await addSubscribers(platform.db, 5)
    await announce(platform, await addEntry(platform.db))
    sink.behaveByDefault({ kind: 'stall', at: 'after DATA' })
    const worker = startWorker(platform, { stopWithinMs: 50 })
    await until(() => sink.received.length === 2)
    await worker.stop()
    const states = Object.values(await readStates(platform))
    expect(states.toSorted()).toEqual(['queued', 'queued', 'queued', 'uncertain', 'uncertain'])
    sink.hangUp()
  })

  test('an uncertain delivery is sent again only when the administrator says so', async () => {
    const { platform, sink } = await openDeliveryPlace(dialect)
    await addSubscribers(platform.db, 2)
    sink.behave('reader0@example.org', { kind: 'drop', at: 'after DATA', times: 1 })
    const id = await announce(platform, await addEntry(platform.db))
    const worker = startWorker(platform)
    await untilFinished(platform, id)
    expect(sink.counts.get('reader0@example.org')).toBe(1)
    expect(await readStates(platform)).toMatchObject({ 'reader0@example.org': 'uncertain' })
    await retryDeliveries(platform, {
      notificationId: id,
      states: ['uncertain'],
      ids: [],
      by: clerk,
    })
    worker.wake()
    await untilFinished(platform, id)
    expect(sink.counts.get('reader0@example.org')).toBe(2)
    expect(sink.counts.get('reader1@example.org')).toBe(1)
    const [first, second] = sink.received
      .filter(({ to }) => to[0] === 'reader0@example.org')
      .map(({ raw }) => /^Message-ID: (.*)$/m.exec(String(raw))?.[1])
    expect(first).toBe(second)
    expect(Object.values(await readLog(platform))).toMatchObject([
      { state: 'sent', attempts: 2 },
      { state: 'sent', attempts: 1 },
    ])
  })
})

test('two workers on one PostgreSQL share the work; nobody is mailed twice', async () => {
  const { platform, sink } = await openDeliveryPlace('postgres')
  const emails = await addSubscribers(platform.db, 600)
  const id = await announce(platform, await addEntry(platform.db))
  const db = await connectDatabase(platform.config.databaseUrl)
  onTestFinished(() => db.destroy())
  const mailer = createMailer(platform.config.mail)
  onTestFinished(() => mailer.close())
  const sentBy = { one: 0, other: 0 }
  const counted = (name: keyof typeof sentBy, place: typeof platform) => ({
    ...place,
    mailer: {
      ...place.mailer,
      connections: 5,
      send: (message: Parameters<typeof mailer.send>[0]) => {
        sentBy[name] += 1
        return place.mailer.send(message)
      },
    },
  })
  startWorker(counted('one', platform), { batch: 20 })
  startWorker(counted('other', { ...platform, db, mailer }), { batch: 20 })
  await untilFinished(platform, id)
  expect(new Set(Object.values(await readStates(platform)))).toEqual(new Set(['sent']))
  expect(sink.counts.size).toBe(emails.length)
  expect(Math.max(...sink.counts.values())).toBe(1)
  expect(sentBy.one).toBeGreaterThan(0)
  expect(sentBy.other).toBeGreaterThan(0)
})

test('a database that is lost again and again while sending costs nobody a message or a second one', async () => {
  const { platform, sink } = await openDeliveryPlace('postgres')
  await addSubscribers(platform.db, 300)
  const id = await announce(platform, await addEntry(platform.db))
  const killer = await connectDatabase(platform.config.databaseUrl)
  onTestFinished(() => killer.destroy())
  const loseDatabase = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const errors: unknown[] = []
  const log = { ...platform.log, error: (error: unknown) => errors.push(error) }
  startWorker({ ...platform, log: log as unknown as typeof platform.log })
  for (const count of [20, 100, 200]) {
    await until(() => sink.received.length >= count)
    await loseDatabase.execute(killer)
  }
  await untilFinished({ db: killer }, id)
  expect(errors.length).toBeGreaterThan(0)
  expect(sink.counts.size).toBe(300)
  expect(Math.max(...sink.counts.values())).toBe(1)
  expect(new Set(Object.values(await readStates({ db: killer })))).toEqual(new Set(['sent']))
})
