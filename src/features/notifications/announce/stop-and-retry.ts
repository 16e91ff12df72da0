import type { Notification, Queryable } from '../../../platform/database/schema.ts'
import { InvalidError, requireFound } from '../../../platform/http/errors.ts'
import type { Deps, Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { isHeldBack } from '../../subscriptions/test-mode-rules.ts'
import * as queries from '../delivery-queries.ts'
import { countStates, listNotifiedEntries } from '../queries.ts'
import { describeReach } from '../rules.ts'
import { notPublicReason, recordSending, refusal } from './announce-entry.ts'

export const requireNotification = (row: Notification | undefined) =>
  requireFound(row, 'There is no such notification.')

/** Stopping twice changes nothing. */
export function stopNotification(
  { db, clock }: Deps,
  { notificationId: id, by }: { notificationId: number; by: Actor },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { notification, entryIds } = await lockWithEntries(trx, id)
    if (notification.stopped_at !== null) return
    if (notification.finished_at !== null) throw refusal('already_ended')
    const at = clock()
    await queries.markStopped(trx, id, at)
    const details = `notification ${id}: ${describeReach(await countStates(trx, id))}`
    await recordSending(trx, entryIds, { ...by, at, action: 'notification.stopped', details })
  })
}

/** Only on an administrator's request: no one knows whether an uncertain delivery arrived. */
export function retryDeliveries(
  { config, db, clock }: Pick<Platform, 'config' | 'db' | 'clock'>,
  { by, ...choice }: queries.RetryChoice & { by: Actor },
): Promise<void> {
  const { notificationId: id } = choice
  return db.transaction().execute(async (trx) => {
    const { notification, entryIds } = await lockWithEntries(trx, id)
    await refuseRetry(trx, notification, entryIds)
    if (isHeldBack(config.notifications, notification)) throw refusal('testing_mode')
    const at = clock()
    const { failed, uncertain } = await queries.requeueDeliveries(trx, { ...choice, now: at })
    if (failed + uncertain === 0) {
      const reason =
        'Select at least one failed or uncertain delivery to someone who is still subscribed.'
      throw new InvalidError(reason, { state: [reason] })
    }
    const details = `notification ${id}, ${failed} failed and ${uncertain} uncertain`
    await recordSending(trx, entryIds, { ...by, at, action: 'notification.retried', details })
  })
}

async function lockWithEntries(trx: Queryable, id: number) {
  const notification = requireNotification(await queries.lockNotification(trx, id))
  const entries = await listNotifiedEntries(trx, id)
  return { notification, entryIds: entries.map((entry) => entry.id) }
}

/** Refuses a retry that would only be skipped. An entry has one running notification at a time (PROMISES 24). */
async function refuseRetry(db: Queryable, notification: Notification, entryIds: number[]) {
  const { id, finished_at, stopped_at } = notification
  const problem = (await queries.lockEntries(db, entryIds)).map(notPublicReason).find(Boolean)
  if (problem) throw problem
  const isEnding = finished_at === null && stopped_at !== null
  const past = await queries.listPastNotifications(db, entryIds)
  if (isEnding || past.some((other) => other.id !== id && other.finished_at === null)) {
    throw refusal('already_running')
  }
}
