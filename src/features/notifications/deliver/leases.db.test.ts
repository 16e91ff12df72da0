import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  openAnnounced,
  openDeliveryFixture,
  openSecondProcess,
  readStates,
  startWorker,
  until,
  untilFinished,
} from '../../../../test/support/delivery.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { MAIL_NEEDS } from '../../../../test/support/environment.ts'
import { loadConfig } from '../../../config.ts'
import { databaseTime } from '../../../platform/database/dialect.ts'
import {
  isServing,
  LEASE_MS,
  markServing,
  markStopping,
} from '../../../platform/database/leases.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { claimInstallation } from '../../accounts/queries.ts'
import { retryDeliveries } from '../announce/stop-and-retry.ts'
import { type TakenDelivery, takeDeliveries } from '../delivery-queries.ts'
import { type Ending, endLostLeases, lockPace, markEnded, renewLeases } from './worker-queries.ts'

const config = loadConfig({ ...MAIL_NEEDS, NOTIFICATIONS_MODE: 'live' })
const YEAR = 365 * 86_400_000

eachDatabase('a lease', (database) => {
  let db: Database
  let taken: TakenDelivery[]

  beforeEach(async () => {
    ;({ db } = database)
    for (const table of ['deliveries', 'notification_entries', 'notifications', 'subscriptions'])
      await db.deleteFrom(table as 'deliveries').execute()
    await addSubscribers(db, 3)
    const platform = { config, db, clock: Date.now, secretKey: '' }
    await announce(platform, await addEntry(db))
    const batch = { now: Date.now(), limit: 2, host: 'test' }
    ;({ taken } = await takeDeliveries(db, 'first', batch))
  })

  const readDeliveries = async () =>
    (await db.selectFrom('deliveries').selectAll().orderBy('id').execute()).map(
      ({ state, leased_by }) => `${state} ${leased_by ?? 'free'}`,
    )
  const taking = ['sending first', 'sending first', 'queued free']
  const lost = ['uncertain free', 'uncertain free', 'queued free']

  const letPass = (milliseconds: number) =>
    db
      .updateTable('deliveries')
      .set({ leased_until: sql`leased_until - ${milliseconds}` })
      .where('leased_by', 'is not', null)
      .execute()

  test('lasts 20 seconds of the database’s time, and then its messages are uncertain', async () => {
    const left = sql<number>`leased_until - ${databaseTime(db)}`.as('left')
    const rows = await db
      .selectFrom('deliveries')
      .select(left)
      .where('leased_by', '=', 'first')
      .execute()
    expect(rows).toHaveLength(2)
    for (const { left } of rows) {
      expect(left).toBeGreaterThan(LEASE_MS - 10_000)
      expect(left).toBeLessThanOrEqual(LEASE_MS)
    }
    await letPass(LEASE_MS - 10_000)
    expect(await endLostLeases(db, 1)).toBe(0)
    expect(await readDeliveries()).toEqual(taking)
    await letPass(10_000)
    expect(await endLostLeases(db, 1)).toBe(2)
    expect(await readDeliveries()).toEqual(lost)
    expect(await endLostLeases(db, 1)).toBe(0)
  })

  test('that is renewed goes on, even if it was over', async () => {
    await letPass(LEASE_MS + 10_000)
    const ids = taken.map(({ id }) => id)
    expect(await renewLeases(db, 'first', ids)).toEqual(new Set(ids))
    expect(await endLostLeases(db, 1)).toBe(0)
    expect(await readDeliveries()).toEqual(taking)
  })

  test('cannot be renewed once it was ended; what its worker then reports is recorded, once', async () => {
    await letPass(LEASE_MS + 1)
    await endLostLeases(db, 1)
    const ids = taken.map(({ id }) => id)
    expect(await renewLeases(db, 'first', ids)).toEqual(new Set())
    const reply = { server_reply: '250 Ok', next_attempt_at: 1, attempts: 1 }
    const report = (some: number[], change: Pick<Ending, 'state'> & Partial<Ending>) =>
      markEnded(db, 'first', { endings: some.map((id) => ({ id, ...reply, ...change })), now: 2 })
    await report(ids, { state: 'sent', attempts: 2 })
    expect(await readDeliveries()).toEqual(lost)
    await db.updateTable('notifications').set({ finished_at: 1 }).execute()
    await report(ids.slice(0, 1), { state: 'sent' })
    const isFinished = async () =>
      (await db.selectFrom('notifications').select('finished_at').executeTakeFirst())?.finished_at
    expect(await isFinished()).toBe(1)
    await report(ids, { state: 'deferred' })
    expect(await isFinished()).toBe(null)
    await report(ids, { state: 'failed' })
    expect(await readDeliveries()).toEqual(['sent free', 'deferred free', 'queued free'])
  })

  test('that was taken while the clock was a year ahead is over', async () => {
    await letPass(-YEAR)
    expect(await endLostLeases(db, 1)).toBe(2)
  })

  test('tells whether the service is running, until it stops or its lease is over', async () => {
    await claimInstallation(db, 'fingerprint')
    expect(await isServing(db)).toBe(false)
    await markServing(db)
    expect(await isServing(db)).toBe(true)
    await markStopping(db)
    expect(await isServing(db)).toBe(false)
    for (const [passed, serving] of [
      [LEASE_MS - 10_000, true],
      [LEASE_MS, false],
      [-YEAR, false],
    ] as const) {
      await markServing(db)
      const later = sql<number>`serving_until - ${passed}`
      await db.updateTable('installation').set({ serving_until: later }).execute()
      expect(await isServing(db)).toBe(serving)
    }
  })

  test('of the pace is shared: however many ask at once, together they get the rate', async () => {
    const call = () =>
      db.transaction().execute(async (trx) => {
        const pace = await lockPace(trx, 1)
        const count = Math.min(1, pace.room)
        return { count, wait: await pace.spend(count) }
      })
    const answers = await Promise.all(Array.from({ length: 8 }, call))
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    for (const { wait } of answers) expect(wait).toBeLessThanOrEqual(1000)
    expect(Math.max(...answers.map(({ wait }) => wait))).toBeGreaterThan(0)
  })
})

test.each(['sqlite', 'postgres'] as const)(
  'a worker on %s that slept through its lease does not send what was taken from it',
  async (dialect) => {
    const time = { now: Date.now() }
    const overrides = { clock: () => time.now }
    const { platform, sink } = await openDeliveryFixture(dialect, {}, { overrides })
    await addSubscribers(platform.db, 3)
    const other = await openSecondProcess(platform)
    /** Stops the process between taking deliveries and sending them: meanwhile another ends its leases. */
    let slept = 0
    const sleeping = wrapTransactions(platform.db, async (run, work) => {
      const result = await run(work)
      if (slept > 0) return result
      const held = other.db.updateTable('deliveries').where('state', '=', 'sending')
      const ended = held.set({ state: 'uncertain', leased_by: null, leased_until: null })
      // Two transactions may end at once, and only one finds them.
      const count = Number((await ended.executeTakeFirst()).numUpdatedRows)
      slept += count
      if (count > 0) time.now += LEASE_MS
      return result
    })
    const id = await announce(platform, await addEntry(platform.db))
    const worker = startWorker({ ...platform, db: sleeping }, { renewEveryMs: 600_000 })
    await untilFinished(platform, id)
    expect(slept).toBe(3)
    expect(sink.counts.size).toBe(0)
    expect(new Set(Object.values(await readStates(platform)))).toEqual(new Set(['uncertain']))
    const retry = { notificationId: id, ids: [], by: clerk }
    await retryDeliveries(platform, { ...retry, states: ['uncertain'] })
    worker.wake()
    await until(() => sink.counts.size === 3)
    await sleep(50)
    expect(new Set(sink.counts.values())).toEqual(new Set([1]))
  },
)

// On SQLite, the next transaction waits for the one before.
test('deliveries whose taking was committed after the worker gave up on it do not stay as sending', async () => {
  const { platform, sink, id } = await openAnnounced('postgres', 3)
  const { db } = platform
  const tookAgain = Promise.withResolvers<void>()
  let isOverdue = false
  const overdue = wrapTransactions(db, (run, work) => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const result = run(async (trx) => {
      const result = await work(trx)
      if (!isTaking(result)) return result
      if (isOverdue) {
        tookAgain.resolve()
        return result
      }
      isOverdue = true
      reject(new Error('Query read timeout'))
      await tookAgain.promise
      return result
    })
    return Promise.race([result, late])
  })
  startWorker({ ...platform, db: overdue })
  const isSending = async () => Object.values(await readStates(platform)).includes('sending')
  await until(isSending)
  await db.updateTable('deliveries').set({ leased_until: 0 }).execute()
  await untilFinished(platform, id)
  expect(new Set(Object.values(await readStates(platform)))).toEqual(new Set(['uncertain']))
  expect(sink.counts.size).toBe(0)
})

test.each(['sqlite', 'postgres'] as const)(
  'a worker on %s that stops, unsure of what it took, leaves it to be sent by the next',
  async (dialect) => {
    const { platform, sink } = await openAnnounced(dialect, 3)
    const lost = Promise.withResolvers<void>()
    const losing = wrapTransactions(platform.db, async (run, work) => {
      const result = await run(work)
      if (!isTaking(result) || (await readStates(platform))['reader0@example.org'] !== 'sending')
        return result
      lost.resolve()
      throw new Error('Connection lost after the commit')
    })
    const worker = startWorker({ ...platform, db: losing })
    await lost.promise
    await worker.stop()
    expect(new Set(Object.values(await readStates(platform)))).toEqual(new Set(['queued']))
    expect(sink.counts.size).toBe(0)
  },
)

const isTaking = (result: unknown) =>
  typeof result === 'object' && result !== null && 'taken' in result

type Work = (trx: Queryable) => Promise<unknown>

/** Runs each transaction by `execute`. */
function wrapTransactions(
  db: Database,
  execute: (run: (work: Work) => Promise<unknown>, work: Work) => Promise<unknown>,
): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      const run = (work: Work) => target.transaction().execute(work)
      return () => ({ execute: (work: Work) => execute(run, work) })
    },
  })
}
