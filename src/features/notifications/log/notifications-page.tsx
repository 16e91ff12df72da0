import type { BounceMailbox } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { counted } from '../../../shared/number-rules.ts'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PagedTable, type Pages } from '../../../ui/pagination.tsx'
import type { Column } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { type CountedNotification, recipients } from '../rules.ts'

interface NotificationsPageProps {
  layout: AdminPageLayout
  mailbox: BounceMailbox
  notifications: readonly CountedNotification[]
  pages: Pages
}

export function NotificationsPage(props: NotificationsPageProps) {
  const { layout, notifications, pages } = props
  return (
    <AdminLayout {...layout}>
      <ReturnedMail layout={layout} mailbox={props.mailbox} />
      <PagedTable
        caption="Notifications, newest first"
        columns={listColumns(layout.site.timeZone)}
        rows={notifications}
        {...pages}
        hrefFor={(number) => `/admin/notifications?page=${number}`}
        label="Pages of notifications"
      >
        <EmptyState title="No notification has been sent.">
          <p>
            To send one, open an <a href="/admin/entries">entry</a> and click Send Notification.
          </p>
        </EmptyState>
      </PagedTable>
    </AdminLayout>
  )
}

function ReturnedMail({ layout, mailbox }: Pick<NotificationsPageProps, 'layout' | 'mailbox'>) {
  const { problem, problem_since, unknown_reports: unknown, set_aside: unread } = mailbox
  const since = formatInstant(problem_since ?? 0, layout.site.timeZone, { time: true })
  return (
    <>
      {problem !== '' && (
        <Notice kind="warn" title={`Returned mail has not been read since ${since}`}>
          <p>{problem}</p>
        </Notice>
      )}
      {unknown > 0 && (
        <p class="field-hint">
          Ignored: {counted(unknown, 'report')} about mail this site never sent.
        </p>
      )}
      {unread > 0 && (
        <p class="field-hint">
          Set aside: {counted(unread, 'returned message')} that could not be read. If you are
          missing a report, look among the read messages in the mailbox for returned mail.
        </p>
      )}
    </>
  )
}

function listColumns(timeZone: string): Column<CountedNotification>[] {
  const time = (at: number) => formatInstant(at, timeZone, { time: true })
  return [
    { heading: 'Started', cell: ({ created_at }) => time(created_at) },
    {
      heading: 'Subject',
      main: true,
      cell: ({ id, subject }) => <a href={`/admin/notifications/${id}`}>{subject}</a>,
    },
    { heading: 'Recipients', cell: recipients },
    { heading: 'By', cell: ({ created_by }) => created_by },
    { heading: 'Sent', cell: ({ counts }) => counts.sent, numeric: true },
    { heading: 'Returned', cell: ({ counts }) => counts.bounced, numeric: true },
    { heading: 'Failed', cell: ({ counts }) => counts.failed, numeric: true },
    { heading: 'Uncertain', cell: ({ counts }) => counts.uncertain, numeric: true },
    { heading: 'State', cell: stateOf },
  ]
}

function stateOf({ finished_at, stopped_at }: CountedNotification): string {
  if (stopped_at !== null) return 'Stopped'
  return finished_at === null ? 'Running' : 'Finished'
}
