import { isUniqueViolation } from '../../platform/database/dialect.ts'
import type { Entry, Queryable } from '../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Actor, recordEntryEvent } from '../documents/record-change.ts'
import { testToken } from '../subscriptions/test-token.ts'
import { findTestSubscription } from './audience.ts'
import { renderEntryMail } from './entry-mail.ts'
import {
  findEntryForNotification,
  insertNotification,
  insertSubscriberDeliveries,
  insertTestDelivery,
  listEntryNotifications,
  updateRecipientCount,
} from './queries.ts'
import { countsAsNotified } from './rules.ts'

type AnnouncePlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'secretKey'>

interface Announcement {
  entryId: number
  /** "Send again": the administrator knows that the entry was notified before. */
  again: boolean
  by: Actor & { administrator: { id: number; email: string } }
}

/**
 * Queues the notification of an entry: the message as it is now, and one delivery for each recipient there is now, in
 * one transaction (CONTRACT section 6). Whom it goes to is decided by the configuration alone (PROMISES 21).
 * @returns the notification's id
 * @throws NotFoundError, ConflictError
 */
export async function announceEntry(
  platform: AnnouncePlatform,
  announcement: Announcement,
): Promise<number> {
  try {
    return await platform.db
      .transaction()
      .execute((trx) => announce({ ...platform, db: trx }, announcement))
  } catch (error) {
    // The index on running notifications decides between two processes (PROMISES 24).
    if (isUniqueViolation(error)) throw alreadyRunning()
    throw error
  }
}

type WithinTransaction = Omit<AnnouncePlatform, 'db'> & { db: Queryable }

async function announce(
  platform: WithinTransaction,
  { entryId, again, by }: Announcement,
): Promise<number> {
  const { config, db } = platform
  const entry = await findEntryForNotification(db, entryId)
  if (!entry) throw new NotFoundError('There is no such docket entry.')
  refuseUnpublished(entry)
  await refuseRepeated(platform, entryId, again)

  const now = platform.clock()
  const { mode } = config.notifications
  const id = await insertNotification(db, {
    ...(await renderEntryMail(db, config, entry)),
    entry_id: entryId,
    mode,
    created_by: by.administrator.email,
    created_at: now,
  })
  const count = await (mode === 'test' ? queueTest : queueSubscribers)(platform, id, now)
  await updateRecipientCount(db, id, count)
  await recordEntryEvent(db, by, {
    entryId,
    action: 'notification.started',
    details: `notification ${id}, ${mode} mode, ${count} ${count === 1 ? 'recipient' : 'recipients'}${again ? ', sent again' : ''}`,
    at: now,
  })
  return id
}

async function queueTest(
  { config, db, secretKey }: WithinTransaction,
  notificationId: number,
  now: number,
): Promise<number> {
  const recipient = config.notifications.testRecipient
  if (!recipient) throw noTestRecipient()
  const subscription = await findTestSubscription(db, recipient)
  const token = subscription?.token ?? testToken(secretKey, recipient)
  await insertTestDelivery(db, notificationId, { recipient, token, now })
  return 1
}

async function queueSubscribers(
  { db }: WithinTransaction,
  notificationId: number,
  now: number,
): Promise<number> {
  const count = await insertSubscriberDeliveries(db, notificationId, now)
  if (count === 0) throw noSubscribers()
  return count
}

export function refuseUnpublished(entry: Pick<Entry, 'status' | 'deleted_at'>): void {
  if (entry.deleted_at !== null) {
    throw new ConflictError(
      'This entry is deleted, so nobody could open the link in the message. Restore the entry first.',
      'entry_deleted',
    )
  }
  if (entry.status !== 'published') {
    throw new ConflictError(
      'This entry is a draft, so nobody could open the link in the message. Publish the entry first.',
      'entry_draft',
    )
  }
}

async function refuseRepeated(
  { config, db }: WithinTransaction,
  entryId: number,
  again: boolean,
): Promise<void> {
  const past = await listEntryNotifications(db, entryId)
  if (past.some(({ finished_at }) => finished_at === null)) throw alreadyRunning()
  if (!again && past.some((one) => countsAsNotified(config.notifications, one))) {
    throw new ConflictError(
      'A notification of this entry was already sent. To send it once more, open Send Notification again and tick “Send again”.',
      'already_notified',
    )
  }
}

const alreadyRunning = () =>
  new ConflictError(
    'A notification of this entry is still being sent. Wait until it has ended.',
    'already_running',
  )

export const noTestRecipient = () =>
  new ConflictError(
    'The service is in testing mode and no test recipient is set, so nothing was sent. Whoever runs the server sets NOTIFICATIONS_TEST_RECIPIENT.',
    'no_test_recipient',
  )

export const noSubscribers = () =>
  new ConflictError(
    'There is no active subscriber, so there is nobody to send this to.',
    'no_recipients',
  )
