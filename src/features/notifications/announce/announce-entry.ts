import type { Config } from '../../../config.ts'
import { isUniqueViolation } from '../../../platform/database/dialect.ts'
import type { Entry, Queryable, Subscription } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { recordEntryEvent } from '../../docket/entries/queries.ts'
import { countSubscribersByState, findSubscriptionByKey } from '../../subscriptions/queries.ts'
import { parseAddress } from '../../subscriptions/rules.ts'
import { countsAsNotified, onlyRecipient } from '../../subscriptions/test-mode-rules.ts'
import { testToken } from '../../subscriptions/unsubscribe.ts'
import { renderEntryMail } from '../message/entry-mail.ts'
import { listEntryNotifications, type NotificationLine } from '../queries.ts'
import { recipients } from '../rules.ts'
import {
  findEntryForNotification,
  insertNotification,
  insertSubscriberDeliveries,
  insertTestDelivery,
  updateRecipientCount,
} from './queue-queries.ts'

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

/** Whom a notification would go to now; the test recipient is empty where none is set. */
export type Audience =
  | { mode: 'test'; testRecipient: string }
  | { mode: 'live'; subscriberCount: number }

export async function findAudience(
  db: Queryable,
  settings: Config['notifications'],
): Promise<Audience> {
  const only = onlyRecipient(settings)
  if (only !== undefined) return { mode: 'test', testRecipient: only }
  return { mode: 'live', subscriberCount: (await countSubscribersByState(db)).active }
}

/** The test recipient's own subscription, whose link in the message then works as a subscriber's does. */
export async function findTestSubscription(
  db: Queryable,
  testRecipient: string,
): Promise<Subscription | undefined> {
  const parsed = parseAddress(testRecipient)
  const subscription = parsed.accepted ? await findSubscriptionByKey(db, parsed.key) : undefined
  return subscription?.state === 'active' ? subscription : undefined
}

/** Why the entry cannot be notified now, whoever asks and however; undefined where it can. */
export function whyNotNow(
  entry: Pick<Entry, 'status' | 'deleted_at'>,
  audience: Audience,
  past: readonly Pick<NotificationLine, 'finished_at'>[],
): ConflictError | undefined {
  const notPublic = whyNotPublic(entry)
  if (notPublic) return notPublic
  if (past.some(({ finished_at }) => finished_at === null)) return alreadyRunning()
  if (audience.mode === 'test') return audience.testRecipient ? undefined : noTestRecipient()
  return audience.subscriberCount === 0 ? noSubscribers() : undefined
}

/** Why nobody could open the message’s link now. */
export function whyNotPublic(
  entry: Pick<Entry, 'status' | 'deleted_at'>,
): ConflictError | undefined {
  if (entry.deleted_at !== null) return isDeleted()
  return entry.status === 'published' ? undefined : isDraft()
}

const isDeleted = () =>
  new ConflictError(
    'This entry is deleted, so no one could open the link in the message. Restore the entry first.',
    'entry_deleted',
  )

const isDraft = () =>
  new ConflictError(
    'This entry is a draft, so no one could open the link in the message. Publish the entry first.',
    'entry_draft',
  )

export const alreadyRunning = () =>
  new ConflictError(
    'A notification of this entry is still being sent. Wait until it finishes.',
    'already_running',
  )

const noTestRecipient = () =>
  new ConflictError(
    'The service is in testing mode and no test recipient is set, so nothing can be sent. Ask the server’s operator to set NOTIFICATIONS_TEST_RECIPIENT.',
    'no_test_recipient',
  )

const noSubscribers = () =>
  new ConflictError(
    'There are no active subscribers, so there is no one to send this to.',
    'no_recipients',
  )

export const alreadyNotified = () =>
  new ConflictError(
    'A notification of this entry was already sent. To send it again, select “Send again”.',
    'already_notified',
  )
