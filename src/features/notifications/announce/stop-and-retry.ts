import { isUniqueViolation } from '../../../platform/database/dialect.ts'
import type { Notification, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { findEntry, recordEntryEvent } from '../../docket/entries/queries.ts'
import { isHeldBack } from '../../subscriptions/test-mode-rules.ts'
import { countStates, findNotification } from '../queries.ts'
import { describeReach } from '../rules.ts'
import { alreadyRunning, whyNotPublic } from './announce-entry.ts'
import { markStopped } from './called-off-queries.ts'
import { type RetryChoice, reopenNotification, requeueDeliveries } from './queue-queries.ts'

interface Stop {
  notificationId: number
  by: Actor
}

/**
 * Stops a running notification for good, in every process: whoever has not been sent the message is skipped. A second
 * press changes nothing.
 * @throws NotFoundError, ConflictError where it has ended
 */
export function stopNotification(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { notificationId: id, by }: Stop,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const isStopped = await markStopped(trx, id, at)
    const notification = await findNotification(trx, id)
    if (!notification) throw new NotFoundError('There is no such notification.')
    if (!isStopped) {
      if (notification.stopped_at === null) throw hasEnded()
      return
    }
    const counts = await countStates(trx, id)
    await recordEntryEvent(trx, by, {
      entryId: notification.entry_id,
      action: 'notification.stopped',
      details: `notification ${id}: ${describeReach(counts)}`,
      at,
    })
  })
}

const hasEnded = () =>
  new ConflictError('This notification has finished. There is nothing to stop.', 'already_ended')

interface Retry extends RetryChoice {
  notificationId: number
  by: Actor
}

/**
 * Sends failed and uncertain deliveries once more, because an administrator says so: of an uncertain one nobody knows
 * whether the message had arrived.
 * @throws NotFoundError, InvalidError where nothing fits the choice, ConflictError
 */
export async function retryDeliveries(
  platform: Pick<Platform, 'config' | 'db' | 'clock'>,
  retry: Retry,
): Promise<void> {
  try {
    await platform.db.transaction().execute((trx) => requeue({ ...platform, db: trx }, retry))
  } catch (error) {
    // Another notification of the entry is running: one of them at a time.
    if (isUniqueViolation(error)) throw alreadyRunning()
    throw error
  }
}

async function requeue(
  { config, db, clock }: Pick<Platform, 'config' | 'clock'> & { db: Queryable },
  { notificationId, by, ...choice }: Retry,
): Promise<void> {
  const notification = await findNotification(db, notificationId)
  if (!notification) throw new NotFoundError('There is no such notification.')
  await refuseCalledOff(db, notification)
  if (isHeldBack(config.notifications, notification)) throw inTestingMode()
  const now = clock()
  await reopenNotification(db, notificationId)
  const { failed, uncertain } = await requeueDeliveries(db, {
    notificationId,
    now,
    ...choice,
  })
  if (failed + uncertain === 0) throw nothingChosen()
  await recordEntryEvent(db, by, {
    entryId: notification.entry_id,
    action: 'notification.retried',
    details: `notification ${notificationId}, ${failed} failed and ${uncertain} uncertain`,
    at: now,
  })
}

/** What could only be skipped stays as it is: of an uncertain one the log would forget that it may have arrived. */
async function refuseCalledOff(db: Queryable, notification: Notification): Promise<void> {
  const entry = await findEntry(db, notification.entry_id)
  const problem = entry && whyNotPublic(entry)
  if (problem) throw problem
  if (notification.finished_at === null && notification.stopped_at !== null) throw alreadyRunning()
}

const inTestingMode = () =>
  new ConflictError(
    'The service is in testing mode, so nothing can be sent to subscribers now.',
    'testing_mode',
  )

const nothingChosen = () =>
  new InvalidError('Choose at least one delivery that failed or is uncertain.', {
    state: ['Choose at least one delivery that failed or is uncertain.'],
  })
