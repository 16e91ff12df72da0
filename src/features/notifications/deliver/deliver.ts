import type { SendResult } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mayMail } from '../../subscriptions/test-mode-rules.ts'
import { gaveUp, nextAttemptAt } from '../rules.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { DeliveryJournal } from './delivery-journal.ts'
import { createMessageWriter } from './delivery-message.ts'
import type { Lease, Mark } from './delivery-queries.ts'
import type { WorkerRegistry } from './worker-registry.ts'

export type DeliveryPlatform = Pick<Platform, 'config' | 'db' | 'mailer' | 'clock' | 'log'>

interface DeliveryParts {
  journal: DeliveryJournal
  breaker: CircuitBreaker
  registry: WorkerRegistry
  /** When to try a deferred delivery again. */
  nextAttempt?: typeof nextAttemptAt | undefined
}

/** Makes one attempt: marks the delivery as sending, hands it to the mailer, and writes down what became of it. */
export function createDeliver(
  { config, db, mailer, clock, log }: DeliveryPlatform,
  { journal, breaker, registry, nextAttempt = nextAttemptAt }: DeliveryParts,
) {
  const writer = createMessageWriter(config, db)

  function sending(lease: Lease): Mark {
    return {
      id: lease.id,
      state: 'sending',
      attempts: lease.attempts + 1,
      message_id: writer.messageId(lease),
      server_reply: null,
      next_attempt_at: null,
    }
  }

  async function claim(mark: Mark): Promise<boolean> {
    let mine = await journal.claim(mark)
    // After a standstill others may have declared this worker dead, and its messages uncertain: asks again.
    while (mine && !registry.isSurelyAlive()) {
      await registry.show().catch((error) => log.error({ err: error }, 'delivery: database'))
      mine = await journal.claim(mark)
    }
    return mine
  }

  async function hand(lease: Lease): Promise<SendResult> {
    const message = await writer.write(lease).catch((error: Error) => error)
    if (message instanceof Error) {
      log.error({ err: message, delivery: lease.id }, 'delivery: message not written')
      return held('The message could not be created; see the server log')
    }
    // PROMISES 21: here, where nothing comes between the question and the mailer.
    if (!mayMail(config.notifications, message.to)) {
      return held('Held back: the service is in testing mode')
    }
    return mailer.send(message)
  }

  function ended(lease: Lease, mark: Mark, { outcome, reply, concerns }: SendResult): Mark {
    const { id, recipient: to } = lease
    const { attempts } = mark
    log.info({ delivery: id, to, outcome, reply, attempts }, 'delivery: attempt')
    if (outcome !== 'deferred') return { ...mark, state: outcome, server_reply: reply }
    const deferral = { attempts, queuedAt: lease.created_at, now: clock(), concerns }
    const next = nextAttempt(deferral, Math.random())
    return next === undefined
      ? { ...mark, state: 'failed', server_reply: gaveUp(reply) }
      : { ...mark, state: 'deferred', server_reply: reply, next_attempt_at: next }
  }

  return async (lease: Lease): Promise<void> => {
    const mark = sending(lease)
    if (!(await claim(mark))) return breaker.report(undefined)
    const result = await hand(lease)
    breaker.report(result)
    journal.settle(ended(lease, mark, result))
  }
}

const held = (reply: string): SendResult => ({ outcome: 'deferred', reply, concerns: 'message' })
