import type { Entry } from '../../platform/database/schema.ts'
import { describeNotification } from './describe-notification.ts'
import type { CountedNotification } from './queries.ts'

interface EntryNotificationsPanelProps {
  entry: Pick<Entry, 'id' | 'status' | 'deleted_at'>
  /** Newest first. */
  notifications: readonly CountedNotification[]
  timeZone: string
}

/** What stands under Notification on an entry's Show page; the button opens the preview and sends nothing itself. */
export function EntryNotificationsPanel(props: EntryNotificationsPanelProps) {
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
