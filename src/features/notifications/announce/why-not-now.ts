import type { Entry } from '../../../platform/database/schema.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import type { NotificationLine } from '../queries.ts'
import type { Audience } from './audience.ts'

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
