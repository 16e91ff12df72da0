import type { Notification, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { recordEntryEvent } from '../../docket/entries/queries.ts'
import { isHeldBack } from '../../subscriptions/test-mode-rules.ts'
import { markStopped, type RetryChoice, requeueDeliveries } from '../delivery-queries.ts'
import { countStates, findNotification, listNotifiedEntries, lockEntries } from '../queries.ts'
import { describeReach } from '../rules.ts'
import { alreadyRunning, listPast, whyNotPublic } from './announce-entry.ts'

/** Whoever has not been sent the message is skipped, in every process. A second press changes nothing. */
export function stopNotification(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { notificationId: id, by }: { notificationId: number; by: Actor },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const isStopped = await markStopped(trx, id, at)
    const notification = await findNotification(trx, id)
    if (!notification) throw new NotFoundError('There is no such notification.')
    if (!isStopped && notification.stopped_at !== null) return
    if (!isStopped) {
      const reason = 'This notification has finished. There is nothing to stop.'
      throw new ConflictError(reason, 'already_ended')
    }
    const counts = await countStates(trx, id)
    const details = `notification ${id}: ${describeReach(counts)}`
    for (const { id: entryId } of await listNotifiedEntries(trx, id)) {
      await recordEntryEvent(trx, by, { entryId, action: 'notification.stopped', details, at })
    }
  })
}

interface Retry extends RetryChoice {
  notificationId: number
  by: Actor
}

/** Only because an administrator says so: nobody knows whether an uncertain delivery arrived. */
export async function retryDeliveries(
  platform: Pick<Platform, 'config' | 'db' | 'clock'>,
  retry: Retry,
): Promise<void> {
  await platform.db.transaction().execute((trx) => requeue({ ...platform, db: trx }, retry))
}

async function requeue(
  { config, db, clock }: Pick<Platform, 'config' | 'clock'> & { db: Queryable },
  { notificationId, by, ...choice }: Retry,
): Promise<void> {
  const notification = await findNotification(db, notificationId)
  if (!notification) throw new NotFoundError('There is no such notification.')
  await refuseNow(db, notification)
  if (isHeldBack(config.notifications, notification)) {
    throw new ConflictError(
      'The service is in testing mode, so nothing can be sent to subscribers now.',
      'testing_mode',
    )
  }
  const now = clock()
  const { failed, uncertain } = await requeueDeliveries(db, { notificationId, now, ...choice })
  if (failed + uncertain === 0) {
    const reason = 'Choose at least one delivery that failed or is uncertain.'
    throw new InvalidError(reason, { state: [reason] })
  }
  const details = `notification ${notificationId}, ${failed} failed and ${uncertain} uncertain`
  for (const { id: entryId } of await listNotifiedEntries(db, notificationId)) {
    await recordEntryEvent(db, by, { entryId, action: 'notification.retried', details, at: now })
  }
}

/**
 * What could only be skipped stays as it is: of an uncertain one the log would forget that it may have arrived. An entry has
 * one notification at a time (PROMISES 24).
 */
async function refuseNow(db: Queryable, notification: Notification): Promise<void> {
  const ids = (await listNotifiedEntries(db, notification.id)).map(({ id }) => id)
  const entries = await lockEntries(db, ids)
  const problem = entries.map(whyNotPublic).find(Boolean)
  if (problem) throw problem
  const isEnding = notification.finished_at === null && notification.stopped_at !== null
  const others = (await listPast(db, entries)).filter(({ id }) => id !== notification.id)
  if (isEnding || others.some(({ finished_at }) => finished_at === null)) throw alreadyRunning()
}
