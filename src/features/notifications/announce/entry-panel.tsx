import type { Entry, Notification } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { CsrfField } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import {
  type CountedNotification,
  countStates,
  listEntryNotifications,
  withCounts,
} from '../queries.ts'
import { type DeliveryCounts, describeNotification, describeReach } from '../rules.ts'

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
  return (
    <Notice kind="warn" title="A notification of this entry is being sent.">
      <p>
        {deed} stops it: as of now {describeReach(await countStates(db, running.id))}. It will not
        resume by itself. <a href={`/admin/notifications/${running.id}`}>See the notification</a>
      </p>
    </Notice>
  )
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

interface StopPageProps {
  layout: AdminPageLayout
  notification: Notification
  counts: DeliveryCounts
}

/** Stopping asks once, and says whom it comes too late for. */
export function StopPage({ layout, notification, counts }: StopPageProps) {
  const path = `/admin/notifications/${notification.id}`
  return (
    <AdminLayout {...layout}>
      <Notice kind="warn" title="Stop this notification?">
        <p>{notification.subject}</p>
        <p>
          As of now {describeReach(counts)}. It cannot be resumed. To send it to everyone again, use
          Send Notification on the entry’s page.
        </p>
      </Notice>
      <form class="form-actions" method="post" action={`${path}/stop`}>
        <CsrfField token={layout.csrfToken} />
        <button type="submit" class="button button-danger">
          Stop this notification
        </button>
        <a href={path}>Keep sending</a>
      </form>
    </AdminLayout>
  )
}
