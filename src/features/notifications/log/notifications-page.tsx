import { formatInstant } from '../../../shared/date.ts'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { CountedNotification } from '../queries.ts'
import { recipients } from '../rules.ts'

interface NotificationsPageProps {
  layout: AdminPageLayout
  notifications: readonly CountedNotification[]
  page: number
  pageCount: number
}

/** Everything that was ever sent, newest first. */
export function NotificationsPage(props: NotificationsPageProps) {
  const { layout, notifications, page, pageCount } = props
  return (
    <AdminLayout {...layout}>
      {notifications.length === 0 ? (
        <EmptyState title="No notification has been sent.">
          <p>
            Open an <a href="/admin/entries">entry</a> and press Send Notification; nothing is sent
            before.
          </p>
        </EmptyState>
      ) : (
        <Table
          name="notifications"
          caption="Notifications, newest first"
          columns={columns(layout.site.timeZone)}
          rows={notifications}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefFor={(number) =>
          number === 1 ? '/admin/notifications' : `/admin/notifications?page=${number}`
        }
        label="Pages of notifications"
      />
    </AdminLayout>
  )
}

function columns(timeZone: string): Column<CountedNotification>[] {
  return [
    {
      heading: 'Started',
      cell: ({ created_at }) => formatInstant(created_at, timeZone, { time: true }),
    },
    {
      heading: 'Subject',
      main: true,
      cell: ({ id, subject }) => <a href={`/admin/notifications/${id}`}>{subject}</a>,
    },
    { heading: 'Sent to', cell: recipients },
    { heading: 'By', cell: ({ created_by }) => created_by },
    { heading: 'Sent', cell: ({ counts }) => counts.sent, numeric: true },
    { heading: 'Failed', cell: ({ counts }) => counts.failed, numeric: true },
    { heading: 'Uncertain', cell: ({ counts }) => counts.uncertain, numeric: true },
    {
      heading: 'State',
      cell: ({ finished_at, stopped_at }) =>
        stopped_at !== null ? 'Stopped' : finished_at === null ? 'Running' : 'Ended',
    },
  ]
}
