import type { Notification } from '../../../platform/database/schema.ts'
import { CsrfField } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { describeReach } from '../log/describe-notification.ts'
import type { DeliveryCounts } from '../rules.ts'

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

interface RunningNoticeProps {
  notificationId: number
  counts: DeliveryCounts
  /** What would stop it, as a sentence begins. */
  deed: string
}

/** For pages on which an entry can be made to disappear while its notification is running. */
export function RunningNotice({ notificationId, counts, deed }: RunningNoticeProps) {
  return (
    <Notice kind="warn" title="A notification of this entry is being sent.">
      <p>
        {deed} stops it: as of now {describeReach(counts)}. It will not resume by itself.{' '}
        <a href={`/admin/notifications/${notificationId}`}>See the notification</a>
      </p>
    </Notice>
  )
}
