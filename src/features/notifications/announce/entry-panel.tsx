import type { Entry, Notification } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Button } from '../../../ui/button.tsx'
import { CsrfField } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { countsAsNotified } from '../../subscriptions/test-mode-rules.ts'
import { listEntryNotifications } from '../queries.ts'
import * as rules from '../rules.ts'

/** An entry page's notifications; `action` goes in the page heading. */
export async function entryPanel({ db, config }: Platform, { id, status, deleted_at }: Entry) {
  const past = await listEntryNotifications(db, [id])
  const last = past.find((one) => countsAsNotified(config.notifications, one))
  const lastNotified = last
    ? `Notified ${rules.notifiedText(last, config.timeZone)}`
    : 'Not notified yet'
  const isPublic = status === 'published' && deleted_at === null
  return {
    notifiedAt: last?.created_at,
    action: isPublic && (
      <>
        <span class="remark">{lastNotified}</span>
        <form method="get" action={`/admin/entries/${id}/notifications/new`}>
          <Button kind="primary">Send Notification</Button>
        </form>
      </>
    ),
    past: (
      <>
        {!isPublic && <p>A notification can be sent once the entry is published.</p>}
        {past.length === 0 ? (
          <p>No notification has been sent.</p>
        ) : (
          <PastNotifications past={past} timeZone={config.timeZone} className="plain-list" />
        )}
      </>
    ),
  }
}

interface PastNotificationsProps {
  past: readonly rules.CountedNotification[]
  timeZone: string
  className?: string
}

export function PastNotifications({ past, timeZone, className }: PastNotificationsProps) {
  return (
    <ul class={className}>
      {past.map((notification) => (
        <li key={notification.id}>
          <a href={`/admin/notifications/${notification.id}`}>
            {rules.describeNotification(notification, timeZone)}
          </a>
        </li>
      ))}
    </ul>
  )
}

export async function runningNotice({ db }: Platform, entryId: number, action: string) {
  const past = await listEntryNotifications(db, [entryId])
  const running = past.find((one) => one.finished_at === null && one.stopped_at === null)
  if (!running) return undefined
  return (
    <Notice kind="warn" title="A notification about this entry is being sent.">
      <p>
        {action} stops it: as of now {rules.describeReach(running.counts)}. It will not resume
        automatically. <a href={`/admin/notifications/${running.id}`}>See the notification</a>
      </p>
    </Notice>
  )
}

interface StopPageProps {
  layout: AdminPageLayout
  notification: Notification
  counts: rules.DeliveryCounts
}

export function StopPage({ layout, notification, counts }: StopPageProps) {
  const path = `/admin/notifications/${notification.id}`
  return (
    <AdminLayout {...layout}>
      <Notice kind="warn" title="Stop this notification?">
        <p>{notification.subject}</p>
        <p>
          As of now {rules.describeReach(counts)}. Once stopped, it cannot be resumed; it can only
          be sent again, to everyone.
        </p>
      </Notice>
      <form class="form-actions" method="post" action={`${path}/stop`}>
        <CsrfField token={layout.csrfToken} />
        <Button kind="danger">Stop this notification</Button>
        <a href={path}>Keep sending</a>
      </form>
    </AdminLayout>
  )
}
