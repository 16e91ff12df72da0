import type { Entry } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { describeNotification } from '../log/describe-notification.ts'
import {
  type CountedNotification,
  countDeliveries,
  listEntryNotifications,
  noDeliveries,
  withCounts,
} from '../queries.ts'
import { RunningNotice } from './stop-page.tsx'

interface EntryNotificationsPanelProps {
  entry: Pick<Entry, 'id' | 'status' | 'deleted_at'>
  /** Newest first. */
  notifications: readonly CountedNotification[]
  timeZone: string
}

/** What stands under Notification on an entry's Show page. */
export async function entryPanel({ db, config }: Platform, entry: Entry) {
  const notifications = await withCounts(db, await listEntryNotifications(db, entry.id))
  return <EntryNotificationsPanel {...{ entry, notifications }} timeZone={config.timeZone} />
}

/** What is said before an entry disappears while it is announced; `deed` begins the sentence. */
export async function runningNotice({ db }: Platform, entryId: number, deed: string) {
  const past = await listEntryNotifications(db, entryId)
  const running = past.find((one) => one.finished_at === null && one.stopped_at === null)
  if (!running) return undefined
  const counts = (await countDeliveries(db, [running.id])).get(running.id) ?? noDeliveries()
  return <RunningNotice notificationId={running.id} {...{ deed, counts }} />
}

/** The button opens the preview and sends nothing itself. */
function EntryNotificationsPanel(props: EntryNotificationsPanelProps) {
  const { entry, notifications, timeZone } = props
  return (
    <>
      {entry.status === 'published' && entry.deleted_at === null ? (
        <form method="get" action={`/admin/entries/${entry.id}/notifications/new`}>
          <button type="submit" class="button button-primary">
            Send Notification
          </button>
        </form>
      ) : (
        <p>A notification can be sent once the entry is published.</p>
      )}
      {notifications.length === 0 ? (
        <p>No notification has been sent.</p>
      ) : (
        <ul class="plain-list">
          {notifications.map((notification) => (
            <li key={notification.id}>
              <a href={`/admin/notifications/${notification.id}`}>
                {describeNotification(notification, timeZone)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
