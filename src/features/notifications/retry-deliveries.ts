import { isUniqueViolation } from '../../platform/database/dialect.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Actor, recordEntryEvent } from '../documents/record-change.ts'
import { findNotification, reopenNotification, requeueDeliveries } from './queries.ts'
import { isHeldBack, type RETRIABLE_STATES } from './rules.ts'

interface Retry {
  notificationId: number
  /** Whole states, or the chosen deliveries that are still in one of them. */
  states: (typeof RETRIABLE_STATES)[number][]
  ids?: number[] | undefined
  by: Actor
}

/**
 * Sends failed and uncertain deliveries once more, because an administrator says so: of an uncertain one nobody knows
 * whether the message had arrived.
 * @returns how many were queued
 * @throws NotFoundError, InvalidError where nothing fits the choice, ConflictError
 */
export async function retryDeliveries(
  { config, db, clock }: Pick<Platform, 'config' | 'db' | 'clock'>,
  { notificationId, states, ids, by }: Retry,
): Promise<number> {
  const now = clock()
  try {
    return await db.transaction().execute(async (trx) => {
      const notification = await findNotification(trx, notificationId)
      if (!notification) throw new NotFoundError('There is no such notification.')
      if (isHeldBack(config.notifications, notification)) throw inTestingMode()
      await reopenNotification(trx, notificationId)
      const count = await requeueDeliveries(trx, notificationId, { states, ids }, now)
      if (count === 0) throw nothingChosen()
      const details = `notification ${notificationId}, ${count} ${states.join(' and ')}`
      await recordEntryEvent(trx, by, {
        entryId: notification.entry_id,
        action: 'notification.retried',
        details,
        at: now,
      })
      return count
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw anotherIsRunning()
    throw error
  }
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

const anotherIsRunning = () =>
  new ConflictError(
    'Another notification of this entry is still being sent. Wait until it has ended.',
    'already_running',
  )
