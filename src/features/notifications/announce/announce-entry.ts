import { isUniqueViolation } from '../../../platform/database/dialect.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { recordEntryEvent } from '../../docket/entries/queries.ts'
import { countsAsNotified, onlyRecipient } from '../../subscriptions/test-mode-rules.ts'
import { testToken } from '../../subscriptions/test-token.ts'
import { recipients } from '../log/describe-notification.ts'
import { renderEntryMail } from '../message/entry-mail.ts'
import { listEntryNotifications } from '../queries.ts'
import { findAudience, findTestSubscription } from './audience.ts'
import {
  findEntryForNotification,
  insertNotification,
  insertSubscriberDeliveries,
  insertTestDelivery,
  updateRecipientCount,
} from './queue-queries.ts'
import { alreadyNotified, alreadyRunning, whyNotNow } from './why-not-now.ts'

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
  await refuse(platform, entry, again)

  const now = platform.clock()
  const { mode } = config.notifications
  const only = onlyRecipient(config.notifications)
  const id = await insertNotification(db, {
    ...(await renderEntryMail(db, config, entry)),
    entry_id: entryId,
    mode,
    created_by: by.administrator.email,
    created_at: now,
  })
  const count =
    only === undefined
      ? await insertSubscriberDeliveries(db, id, now)
      : await queueTest(platform, id, { recipient: only, now })
  await updateRecipientCount(db, id, count)
  await recordEntryEvent(db, by, {
    entryId,
    action: 'notification.started',
    details: `notification ${id} to ${recipients({ mode, recipient_count: count })}${again ? ', sent again' : ''}`,
    at: now,
  })
  return id
}

async function refuse(
  { config, db }: WithinTransaction,
  entry: Entry,
  again: boolean,
): Promise<void> {
  const past = await listEntryNotifications(db, entry.id)
  const problem = whyNotNow(entry, await findAudience(db, config.notifications), past)
  if (problem) throw problem
  const wasNotified = past.some((one) => countsAsNotified(config.notifications, one))
  if (wasNotified && !again) throw alreadyNotified()
}

/** One delivery, whatever stands in the tables (PROMISES 21). */
async function queueTest(
  { db, secretKey }: WithinTransaction,
  notificationId: number,
  { recipient, now }: { recipient: string; now: number },
): Promise<number> {
  const subscription = await findTestSubscription(db, recipient)
  const token = subscription?.token ?? testToken(secretKey, recipient)
  await insertTestDelivery(db, notificationId, { recipient, token, now })
  return 1
}
