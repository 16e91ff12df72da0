import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackgroundTask } from '../../../platform/background-task.ts'
import { LEASE_MS, markServing, markStopping } from '../../../platform/database/leases.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { hasElapsed } from '../../../platform/waits.ts'
import { onlyRecipient } from '../../subscriptions/test-mode-rules.ts'
import { finishNotifications, type TakenDelivery, takeDeliveries } from '../delivery-queries.ts'
import { type nextAttemptAt, serverPause } from '../rules.ts'
import { createDeliver, type DeliveryPlatform, mailHost } from './deliver.ts'
import { createCircuitBreaker } from './pacing.ts'
import * as queries from './worker-queries.ts'

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>

export interface DeliveryWorkerOptions {
  pollMs?: number
  renewEveryMs?: number
  serverPause?: typeof serverPause
  nextAttemptAt?: typeof nextAttemptAt
}

const RETRY_MS = 1000
const GATHER_MS = 5
const RECHECK_LEASE_AFTER_MS = (LEASE_MS * 2) / 3

/**
 * Delivers queued messages (CONTRACT section 6); any number of workers can share a database. A single commit records finished
 * messages and marks the next ones as sending, so that no more are marked than the mailer holds (PROMISES 19). Before it, it
 * waits briefly for most messages in flight: that raised 141 to 165 messages a second to 414 to 673 (bench/notifications.ts).
 */
export function createDeliveryWorker(
  platform: DeliveryPlatform,
  options: DeliveryWorkerOptions = {},
) {
  const { config, db, mailer, clock, log } = platform
  const worker = randomUUID()
  const { ratePerSecond } = config.mail
  const onError = (error: unknown) => log.error({ err: error }, 'delivery: database error')
  const everyMs = options.renewEveryMs ?? LEASE_MS / 3
  const { signal, ...upkeep } = createBackgroundTask(keepUp, { everyMs, onError })
  const onlyTo = onlyRecipient(config.notifications)
  const host = mailHost(config.publicUrl)
  const breaker = createCircuitBreaker(options.serverPause ?? serverPause, clock)
  const deliver = createDeliver(platform, options.nextAttemptAt)
  let running: Promise<void> | undefined
  const inHand = new Map<number, Promise<void>>()
  let ended: queries.Ending[] = []
  let wake = () => {}
  let isUnsure = false
  let pauseSaved = Promise.resolve()
  /** When the next message may go, by `performance.now()`. */
  let nextTurn = 0

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const isMore = await exchange(room())
        if (!isMore || room() === 0) await rest(isMore)
      } catch (error) {
        onError(error)
        isUnsure = true
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  const room = () =>
    turnWait() > 0 ? 0 : Math.min(mailer.connections - inHand.size, breaker.room())
  const turnWait = () => Math.max(0, nextTurn - performance.now())

  async function exchange(limit: number): Promise<boolean> {
    if (limit === 0 && ended.length === 0 && !isUnsure) return true
    const [writing, held] = [[...ended], [...inHand.keys()]]
    const now = clock()
    const { taken, isMore, wait } = await db.transaction().execute(async (trx) => {
      if (writing.length > 0) await queries.markEnded(trx, worker, { endings: writing, now })
      if (isUnsure) await queries.requeueUnsent(trx, worker, held)
      return takeNext(trx, { now, limit })
    })
    if (limit > 0) nextTurn = performance.now() + wait
    ended = ended.slice(writing.length)
    isUnsure = false
    for (const delivery of await stillLeased(taken, now)) begin(delivery)
    if (taken.length === 0 && inHand.size === 0) await finish()
    return isMore || limit === 0
  }

  async function takeNext(trx: Queryable, { now, limit }: { now: number; limit: number }) {
    const isPaced = ratePerSecond > 0 && limit > 0
    const pace = isPaced ? await queries.lockPace(trx, ratePerSecond) : undefined
    const atMost = Math.min(limit, pace?.room ?? limit)
    const some = await takeDeliveries(trx, worker, { now, limit: atMost, onlyTo, host })
    return { ...some, wait: (await pace?.spend(some.taken.length)) ?? 0 }
  }

  /** If this process was suspended, others may have ended its leases and declared its messages uncertain. */
  async function stillLeased(taken: TakenDelivery[], leasedAt: number): Promise<TakenDelivery[]> {
    if (taken.length === 0 || !hasElapsed(leasedAt, clock(), RECHECK_LEASE_AFTER_MS)) return taken
    const renewedAt = clock()
    const ids = taken.map(({ id }) => id)
    const own = await queries.renewLeases(db, worker, ids)
    const held = taken.filter(({ id }) => own.has(id))
    return stillLeased(held, renewedAt)
  }

  function begin(delivery: TakenDelivery): void {
    breaker.begin()
    const attempt = deliver(delivery).then(({ result, ended: ending }) => {
      const before = breaker.status()
      breaker.report(result)
      const pause = breaker.status()
      if (pause !== before) {
        if (pause) log.warn({ ...pause }, 'delivery: paused')
        pauseSaved = pauseSaved.then(() => queries.savePause(db, pause)).catch(onError)
      }
      inHand.delete(delivery.id)
      ended.push(ending)
      if (ended.length === 1 || isMostFree()) wake()
    })
    inHand.set(delivery.id, attempt)
  }

  /** Waits until something is due or most messages in flight are done: a commit costs the same for ten as for one. */
  async function rest(isMore: boolean): Promise<void> {
    if (ended.length === 0 && !signal.aborted) {
      const waits = [turnWait(), breaker.wait()].filter((wait) => wait > 0)
      if (isMore && room() > 0) return
      await pause(Math.min(options.pollMs ?? 1000, ...waits))
    }
    if (ended.length > 0 && !isMostFree()) await pause(GATHER_MS)
  }

  const isMostFree = () => inHand.size * 5 <= mailer.connections

  async function pause(milliseconds: number): Promise<void> {
    const waking = new AbortController()
    wake = () => waking.abort()
    await sleep(milliseconds, undefined, waking).catch(() => {})
  }

  async function keepUp(): Promise<void> {
    await markServing(db)
    // Not of all that it took: a commit that failed here may still have been done.
    await queries.renewLeases(db, worker, [...inHand.keys(), ...ended.map(({ id }) => id)])
    const now = clock()
    const uncertain = await queries.endLostLeases(db, now)
    if (uncertain > 0) log.warn({ uncertain }, 'delivery: another worker died while sending')
    const pause = breaker.status()
    if (onlyTo !== undefined) await queries.failFormerTests(db, onlyTo, now)
    else if (pause) await queries.failUnsent(db, pause.reply, now)
    await queries.releaseFutureDeliveries(db, now)
    await finish()
  }

  async function finish(): Promise<void> {
    await queries.skipCancelled(db, clock())
    await finishNotifications(db, clock())
  }

  async function stop(): Promise<void> {
    const ending = Promise.all([upkeep.stop(), running])
    wake()
    const drained = ending.then(() => Promise.all(inHand.values()))
    await Promise.race([drained, sleep(config.shutdownMs, undefined, { ref: false })])
    try {
      await exchange(0)
      await pauseSaved
      const uncertain = await queries.endLeases(db, worker, clock())
      if (uncertain > 0) log.warn({ uncertain }, 'delivery: stopped while sending')
      await finish()
      await markStopping(db)
    } catch (error) {
      onError(error)
    }
  }

  let stopped: Promise<void> | undefined
  return {
    start() {
      pauseSaved = queries.savePause(db, undefined).catch(onError)
      upkeep.start()
      running = run()
    },
    stop(): Promise<void> {
      stopped ??= stop()
      return stopped
    },
    wake: () => wake(),
  }
}
