import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  addSubscribers,
  clerk,
  openAnnounced,
  openDeliveryFixture,
  openSecondProcess,
  startWorker,
  until,
} from '../../../../test/support/delivery.ts'
import { LEASE_MS } from '../../../platform/database/leases.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { retryDeliveries } from '../announce/stop-and-retry.ts'

/* A worker that was suspended, or does not know what came of its commit, sends nothing twice. */

test.each(['sqlite', 'postgres'] as const)(
  'a worker on %s that slept through its lease does not send what was taken from it',
  async (dialect) => {
    const time = { now: Date.now() }
    const overrides = { clock: () => time.now }
    const { platform, sink, ...fixture } = await openDeliveryFixture(dialect, {}, { overrides })
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
    const id = await fixture.announce()
    const worker = startWorker({ ...platform, db: sleeping }, { renewEveryMs: 600_000 })
    await fixture.untilFinished(id)
    expect(slept).toBe(3)
    expect(sink.counts.size).toBe(0)
    expect(new Set(Object.values(await fixture.readStates()))).toEqual(new Set(['uncertain']))
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
  const { platform, sink, untilFinished, readStates } = await openAnnounced('postgres', 3)
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
  const isSending = async () => Object.values(await readStates()).includes('sending')
  await until(isSending)
  await db.updateTable('deliveries').set({ leased_until: 0 }).execute()
  await untilFinished()
  expect(new Set(Object.values(await readStates()))).toEqual(new Set(['uncertain']))
  expect(sink.counts.size).toBe(0)
})

test.each(['sqlite', 'postgres'] as const)(
  'a worker on %s that stops, unsure of what it took, leaves it to be sent by the next',
  async (dialect) => {
    const { platform, sink, readStates } = await openAnnounced(dialect, 3)
    const lost = Promise.withResolvers<void>()
    const losing = wrapTransactions(platform.db, async (run, work) => {
      const result = await run(work)
      if (!isTaking(result) || (await readStates())['reader0@example.org'] !== 'sending')
        return result
      lost.resolve()
      throw new Error('Connection lost after the commit')
    })
    const worker = startWorker({ ...platform, db: losing })
    await lost.promise
    await worker.stop()
    expect(new Set(Object.values(await readStates()))).toEqual(new Set(['queued']))
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
