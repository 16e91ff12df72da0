import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addEntry, addSubscribers, announce } from '../../../../test/support/delivery.ts'
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
import type { Database } from '../../../platform/database/schema.ts'
import { claimInstallation } from '../../accounts/queries.ts'
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
