import { setTimeout as sleep } from 'node:timers/promises'
import { onlyRecipient } from '../../subscriptions/test-mode-rules.ts'
import { skipCalledOff } from '../announce/called-off-queries.ts'
import { GIVE_UP_AFTER_MS, gaveUp, type nextAttemptAt, serverPause } from '../rules.ts'
import { createCircuitBreaker, type ServerPause } from './circuit-breaker.ts'
import { createDeliver, type DeliveryPlatform } from './deliver.ts'
import { createDeliveryJournal } from './delivery-journal.ts'
import {
  failFormerTests,
  failUnsent,
  finishNotifications,
  type Lease,
  leaseDeliveries,
} from './delivery-queries.ts'
import { createPacer } from './pacer.ts'
import { createWorkerRegistry } from './worker-registry.ts'

export interface DeliveryWorker {
  start(): void
  /** Finishes the messages in flight within a bound and gives back what it has not begun. */
  stop(): Promise<void>
  /** Something was queued: looks at once instead of at the next poll. */
  wake(): void
  /** Set while the mail server as a whole cannot be used. */
  serverPause(): ServerPause | undefined
}

export interface DeliveryWorkerOptions {
  /** How often it looks for what is due, in milliseconds. */
  pollMs?: number
  /** How often it shows that it lives and looks after the dead, in milliseconds. */
  heartbeatMs?: number
  /** How long stop() waits for messages in flight, in milliseconds. */
  stopWithinMs?: number
  /** How many deliveries it takes at once. */
  batch?: number
  /** Milliseconds to wait after so many failures of the mail server in a row. */
  serverPause?: (failures: number) => number
  nextAttemptAt?: typeof nextAttemptAt
}

/**
 * Delivers what is queued (CONTRACT section 6), in `serve` or alone; any number of workers share one database.
 */
export function createDeliveryWorker(
  platform: DeliveryPlatform,
  options: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const { config, db, mailer, clock, log } = platform
  const stopping = new AbortController()
  const { signal } = stopping
  const registry = createWorkerRegistry(db, clock)
  const worker = registry.id
  const onError = (error: unknown) => log.error({ err: error }, 'delivery: database')
  const onlyTo = onlyRecipient(config.notifications)

  const journal = createDeliveryJournal({ db, worker, clock, slots: mailer.connections, onError })
  const pace = createPacer(config.mail.ratePerSecond, signal)
  const breaker = createCircuitBreaker({
    pause: options.serverPause ?? serverPause,
    clock,
    signal,
  })
  const deliver = createDeliver(platform, {
    journal,
    breaker,
    registry,
    nextAttempt: options.nextAttemptAt,
  })
  const running: Promise<void>[] = []
  /** Taken and not begun; memory is bounded by the batch, however many recipients there are. */
  let leases: Lease[] = []
  let taking: Promise<void> | undefined
  let wake = () => {}

  async function next(): Promise<Lease | undefined> {
    while (!signal.aborted) {
      const lease = leases.shift()
      if (lease) return lease
      taking ??= take().finally(() => {
        taking = undefined
      })
      await taking
    }
    return undefined
  }

  /** Takes what is due for all slots, or rests. */
  async function take(): Promise<void> {
    try {
      if (!registry.isSurelyAlive()) await registry.show()
      const limit = options.batch ?? 200
      leases = await leaseDeliveries(db, worker, { now: clock(), limit, onlyTo })
      if (leases.length === 0) await finish()
    } catch (error) {
      onError(error)
    }
    if (leases.length === 0 && !signal.aborted) await rest()
  }

  async function rest(): Promise<void> {
    const over = Promise.withResolvers<void>()
    wake = over.resolve
    const timer = setTimeout(wake, options.pollMs ?? 1000)
    await over.promise
    clearTimeout(timer)
  }

  /** One message at a time; there are as many slots as the mailer has connections. */
  async function runSlot(): Promise<void> {
    for (let lease = await next(); lease; lease = await next()) {
      if ((await pace()) && (await breaker.pass())) await deliver(lease)
    }
  }

  async function runUpkeep(): Promise<void> {
    while (!signal.aborted) {
      await upkeep().catch(onError)
      await sleep(options.heartbeatMs ?? 5000, undefined, { signal }).catch(() => {})
    }
  }

  async function upkeep(): Promise<void> {
    await registry.show()
    const uncertain = await registry.recover()
    if (uncertain > 0) log.warn({ uncertain }, 'delivery: another worker ended while sending')
    const now = clock()
    const pause = breaker.status()
    if (pause) {
      const queuedBefore = now - GIVE_UP_AFTER_MS
      await failUnsent(db, worker, { queuedBefore, reply: gaveUp(pause.reply), now })
    }
    if (onlyTo !== undefined) await failFormerTests(db, onlyTo, now)
    await finish()
  }

  async function finish(): Promise<void> {
    await skipCalledOff(db, clock())
    await finishNotifications(db, clock())
  }

  async function stop(): Promise<void> {
    stopping.abort()
    wake()
    const bound = new AbortController()
    const late = sleep(options.stopWithinMs ?? config.shutdownMs, undefined, {
      signal: bound.signal,
    }).catch(() => {})
    await Promise.race([Promise.all(running), late])
    bound.abort()
    try {
      await journal.close()
      const uncertain = await registry.leave()
      if (uncertain > 0) log.warn({ uncertain }, 'delivery: stopped while sending')
      await finish()
    } catch (error) {
      onError(error)
    }
  }

  let stopped: Promise<void> | undefined
  return {
    start() {
      running.push(runUpkeep())
      for (let slot = 0; slot < mailer.connections; slot++) running.push(runSlot())
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
    wake: () => wake(),
    serverPause: breaker.status,
  }
}
