import type { Config } from '../../../config.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Actor, recordAudit } from '../../accounts/audit-log/queries.ts'
import { listEvents } from '../../calendar/queries.ts'
import { entrySubject } from '../../docket/entries/queries.ts'
import { withDocuments } from '../../docket/entries/views.ts'
import { findCaseSettings, lockSettings } from '../../site/queries.ts'
import { countSubscribersByState, findSubscriptionByKey } from '../../subscriptions/queries.ts'
import { parseMailbox } from '../../subscriptions/rules.ts'
import { countsAsNotified, onlyRecipient } from '../../subscriptions/test-mode-rules.ts'
import { testToken } from '../../subscriptions/unsubscribe.ts'
import * as queries from '../delivery-queries.ts'
import { entryFiledMail } from '../message/entry-filed-mail.tsx'
import { type CountedNotification, recipients } from '../rules.ts'

export type AnnouncePlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'secretKey'>

export interface Announcement {
  /** Without duplicates; none to say that the case is closed. */
  entryIds: readonly number[]
  again: boolean
  /** How many notifications of these entries the administrator saw; all, if not said. */
  seen?: number | undefined
  /** The mode that the administrator saw; empty if not said. */
  shownMode?: string
  by: Actor & { administrator: { id: number; email: string } }
}

/** Snapshots the message and the recipients (CONTRACT section 6). @returns the notification's id */
export async function announceEntries(
  platform: AnnouncePlatform,
  { entryIds, again, seen = Number.POSITIVE_INFINITY, shownMode = '', by }: Announcement,
): Promise<number> {
  const { config, db, clock } = platform
  if (shownMode !== '' && shownMode !== config.notifications.mode) throw refusal('mode_changed')
  return db.transaction().execute(async (trx) => {
    await queries.lockEntries(trx, entryIds)
    const entries = await requireEntries(trx, entryIds)
    if (entries.length === 0) await lockSettings(trx)
    const past = await queries.listPastNotifications(trx, entryIds)
    const { obstacle, needsAgain } = await checkSending(trx, config, { entries, past })
    if (obstacle) throw obstacle
    if (needsAgain && (!again || past.length > seen)) throw refusal('already_notified')
    const at = clock()
    const { id, to } = await queueMail(trx, platform, { entries, by, at })
    const sentAgain = again ? ', sent again' : ''
    const about = entries.length === 0 ? ': the case is closed' : sentAgain
    const details = `notification ${id} to ${to}${about}`
    await recordSending(trx, entryIds, { ...by, at, action: 'notification.started', details })
    return id
  })
}

/** In each entry's history; that the case is closed, in its settings'. */
export async function recordSending(
  trx: Queryable,
  entryIds: readonly number[],
  event: Omit<Parameters<typeof recordAudit>[1], 'subject'>,
): Promise<void> {
  const subjects = entryIds.length === 0 ? ['case settings'] : entryIds.map(entrySubject)
  for (const subject of subjects) await recordAudit(trx, { ...event, subject })
}

export async function queueMail(
  trx: Queryable,
  { config, secretKey }: AnnouncePlatform,
  { entries, by, at }: { entries: readonly Entry[]; by: Announcement['by']; at: number },
) {
  await lockSettings(trx)
  const { mode } = config.notifications
  const mail = await renderEntriesMail(trx, config, entries)
  const { email: created_by } = by.administrator
  const entryIds = entries.map(({ id }) => id)
  const notification = { ...mail, entryIds, mode, created_by, created_at: at }
  const test = await findTestDelivery(trx, config, secretKey)
  const { id, recipient_count } = await queries.insertNotification(trx, notification, test)
  return { id, to: recipients({ mode, recipient_count }) }
}

/** In the order of the message: oldest filing first. */
export async function requireEntries(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  const entries = await queries.listEntriesById(db, ids)
  if (entries.length < ids.length) throw new NotFoundError('There is no such docket entry.')
  return entries
}

export async function renderEntriesMail(db: Queryable, config: Config, entries: readonly Entry[]) {
  const views = await withDocuments(db, entries)
  const ids = entries.map(({ id }) => id)
  const events = Map.groupBy(await listEvents(db, ids), ({ entry_id }) => entry_id)
  return entryFiledMail({
    ...(await findCaseSettings(db)),
    siteUrl: config.publicUrl,
    mode: config.notifications.mode,
    entries: views.map((view) => ({ ...view, events: events.get(view.id) ?? [] })),
  })
}

async function findTestDelivery(db: Queryable, { notifications }: Config, secretKey: string) {
  const recipient = onlyRecipient(notifications)
  if (recipient === undefined) return undefined
  const parsed = parseMailbox(recipient)
  const subscription = parsed.accepted ? await findSubscriptionByKey(db, parsed.key) : undefined
  const isActive = subscription?.state === 'active'
  return { recipient, token: isActive ? subscription.token : testToken(secretKey) }
}

export type Audience = Awaited<ReturnType<typeof findAudience>>

export async function findAudience(db: Queryable, settings: Config['notifications']) {
  const { mode } = settings
  const testRecipient = onlyRecipient(settings) ?? ''
  const { active } = await countSubscribersByState(db)
  return { mode, testRecipient, count: mode === 'live' ? active : Number(testRecipient !== '') }
}

interface Sending {
  entries: readonly Entry[]
  past: readonly Pick<CountedNotification, 'mode' | 'finished_at' | 'stopped_at'>[]
}

export type SendingCheck = Awaited<ReturnType<typeof checkSending>>

export async function checkSending(
  db: Queryable,
  { notifications }: Config,
  { entries, past }: Sending,
) {
  const audience = await findAudience(db, notifications)
  return {
    audience,
    obstacle: await findObstacle(db, { entries, past }, audience),
    needsAgain: entries.length > 0 && past.some((one) => countsAsNotified(notifications, one)),
  }
}

async function findObstacle(db: Queryable, { entries, past }: Sending, audience: Audience) {
  const isClosing = entries.length === 0
  if (isClosing && (await findCaseSettings(db)).closed_on === '') return refusal('not_closed')
  const notPublic = entries.map(notPublicReason).find(Boolean)
  if (notPublic) return notPublic
  if (past.some(({ finished_at }) => finished_at === null)) return refusal('already_running')
  if (isClosing && past.some(({ mode, stopped_at }) => mode === 'live' && stopped_at === null)) {
    const reason = 'Subscribers were already notified that the case is closed.'
    return new ConflictError(reason, 'already_notified')
  }
  if (audience.count > 0) return undefined
  return refusal(audience.mode === 'test' ? 'no_test_recipient' : 'no_recipients')
}

export function notPublicReason({ status, deleted_at }: Pick<Entry, 'status' | 'deleted_at'>) {
  if (deleted_at !== null) return refusal('entry_deleted')
  return status === 'published' ? undefined : refusal('entry_draft')
}

const REFUSALS = {
  mode_changed:
    'The notification mode has changed since this page was opened, so nothing was sent. Check the recipients below.',
  already_notified:
    'A notification about this entry was already sent. To send it again, select “Send again”.',
  already_running:
    'A notification about this entry is still being sent. Wait until it finishes, or stop it under Notifications.',
  not_closed: 'The case is not closed. Close it under Settings first.',
  no_test_recipient:
    'The service is in testing mode and no test recipient is set, so nothing can be sent. Ask the server’s operator to set NOTIFICATIONS_TEST_RECIPIENT.',
  no_recipients: 'There are no active subscribers, so there is no one to send this to.',
  entry_deleted:
    'This entry is deleted, so no one could open the link in the message. Restore the entry first.',
  entry_draft:
    'This entry is a draft, so no one could open the link in the message. Publish the entry first.',
  testing_mode: 'The service is in testing mode, so nothing can be sent to subscribers now.',
  already_ended: 'This notification has finished. There is nothing to stop.',
}

export const refusal = (code: keyof typeof REFUSALS) => new ConflictError(REFUSALS[code], code)
