import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { addEntry, addSubscribers, announce } from '../../../../test/support/delivery.ts'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { MAIL_NEEDS } from '../../../../test/support/environment.ts'
import { loadConfig } from '../../../config.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { markEnded, type Taken, takeDeliveries } from '../delivery-queries.ts'
import type { WorkerRow } from './worker-queries.ts'
import { upsertWorker } from './worker-queries.ts'
import { createIdentity, createWorkerRegistry, isDead } from './worker-registry.ts'

describe('who is dead', () => {
  const me = { id: 'abc-1', host: 'here', pid: 10, silent_for: 0 }
  const other: WorkerRow = { id: 'def-2', host: 'elsewhere', pid: 20, silent_for: 0 }
  const nobody = () => false
  const everybody = () => true

  test.each([
    ['myself, however late I am', { ...me, silent_for: 90_000 }, nobody, false],
    ['another machine that has just shown itself', other, nobody, false],
    ['another machine that has been silent', { ...other, silent_for: 30_001 }, everybody, true],
    [
      'a machine last seen by a clock that was ahead',
      { ...other, silent_for: -90_000 },
      everybody,
      true,
    ],
    ['a process here that runs', { ...other, host: 'here' }, everybody, false],
    [
      'a process here that runs and is silent',
      { ...other, host: 'here', silent_for: 30_001 },
      everybody,
      true,
    ],
    ['a process here that is gone', { ...other, host: 'here' }, nobody, true],
    ['another worker of my process', { ...other, ...me, id: 'abc-2' }, everybody, false],
    ['a former process that had my number', { ...other, ...me, id: 'aaa-2' }, everybody, true],
  ])('%s', (_, worker, isRunning, dead) => {
    expect(isDead(worker, me, isRunning)).toBe(dead)
  })

  test('every worker has an id of its own, and its process in common', () => {
    const [one, two] = [createIdentity(), createIdentity()]
    expect(one.id).not.toBe(two.id)
    expect(one.id.split('-')[0]).toBe(two.id.split('-')[0])
    expect(one).toMatchObject({ host: two.host, pid: process.pid })
  })
})

const config = loadConfig({ ...MAIL_NEEDS, NOTIFICATIONS_MODE: 'live' })

eachDatabase('the worker registry', (database) => {
  let db: Database
  let platform: Pick<Platform, 'config' | 'db' | 'clock' | 'secretKey'>
  let taken: Taken[]
  const dead = { id: 'dead-1', host: 'elsewhere', pid: 1 }

  beforeEach(async () => {
    ;({ db } = database)
    platform = { config, db, clock: Date.now, secretKey: '' }
    const tables = [
      'deliveries',
      'notification_entries',
      'notifications',
      'subscriptions',
      'workers',
    ]
    for (const table of tables) await db.deleteFrom(table as 'workers').execute()
    await addSubscribers(db, 6)
    await announce(platform, await addEntry(db))
    await upsertWorker(db, dead)
    const asked = { now: Date.now(), limit: 2, host: 'test' }
    ;({ taken } = await takeDeliveries(db, dead.id, asked))
  })

  const silence = (milliseconds: number) =>
    db
      .updateTable('workers')
      .set({ seen_at: Date.now() - milliseconds })
      .where('id', '=', dead.id)
      .execute()
  const states = async () =>
    (await db.selectFrom('deliveries').select(['state', 'worker_id']).orderBy('id').execute()).map(
      ({ state, worker_id }) => `${state} ${worker_id ?? 'free'}`,
    )

  test('leaves a worker alone that has just shown itself', async () => {
    await silence(10_000)
    expect((await createWorkerRegistry(db, Date.now).recover()).uncertain).toBe(0)
    expect(await states()).toEqual([
      'sending dead-1',
      'sending dead-1',
      'queued free',
      'queued free',
      'queued free',
      'queued free',
    ])
  })

  test('of a dead one, what was in its hands is uncertain', async () => {
    await silence(40_000)
    const registry = createWorkerRegistry(db, Date.now)
    await registry.show()
    expect((await registry.recover()).uncertain).toBe(2)
    expect(await states()).toEqual([
      'uncertain free',
      'uncertain free',
      'queued free',
      'queued free',
      'queued free',
      'queued free',
    ])
    const workers = await db.selectFrom('workers').select('id').execute()
    expect(workers).toEqual([{ id: registry.id }])
    expect((await registry.recover()).uncertain).toBe(0)
  })

  test('a process of this machine that was killed is known to be dead at once', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await db
      .updateTable('workers')
      .set({ host: createIdentity().host, pid: child.pid ?? 0 })
      .execute()
    const registry = createWorkerRegistry(db, Date.now)
    expect((await registry.recover()).uncertain).toBe(0)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect((await registry.recover()).uncertain).toBe(2)
  })

  test('one that was only slow can no longer record results', async () => {
    await silence(40_000)
    const registry = createWorkerRegistry(db, Date.now)
    await registry.show()
    await registry.recover()
    const endings = taken.map(({ id }) => ({
      id,
      state: 'sent' as const,
      server_reply: '250 Ok',
      next_attempt_at: null,
    }))
    await markEnded(db, dead.id, { endings, now: 2 })
    expect((await states()).slice(0, 3)).toEqual([
      'uncertain free',
      'uncertain free',
      'queued free',
    ])
  })

  test('deliveries of a worker that is not even known are recovered too', async () => {
    await db.deleteFrom('workers').execute()
    const registry = createWorkerRegistry(db, Date.now)
    await registry.show()
    expect((await registry.recover()).uncertain).toBe(2)
  })

  test('a worker doubts that it counts as living when it has not shown itself for long', async () => {
    let now = 0
    const registry = createWorkerRegistry(db, () => now)
    expect(registry.isSurelyAlive()).toBe(false)
    await registry.show()
    now = 19_000
    expect(registry.isSurelyAlive()).toBe(true)
    now = 20_000
    expect(registry.isSurelyAlive()).toBe(false)
  })
})
