import { formatDate, formatInstant } from '../../shared/date.ts'
import { FigureCard } from '../../ui/figure.tsx'
import { AdminLayout, FilingActions } from '../../ui/layout/admin-layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { entryName } from '../docket/entries/entry-rules.ts'
import { number } from '../notifications/rules.ts'
import { accessUrl } from '../statistics/access-url.ts'
import { weekText } from '../statistics/figures/statistics-rules.ts'
import { documentColumn, entryColumn } from '../statistics/pages/access-tables.tsx'
import { AttentionList } from './attention-list.tsx'
import type { Dashboard } from './find-dashboard.ts'

export function DashboardPage(props: Dashboard & { layout: AdminPageLayout }) {
  const { layout, waiting, downloads, activeSubscribers, entries, notifications } = props
  const { timeZone, caption } = layout.site
  return (
    <AdminLayout {...layout} actions={<FilingActions />}>
      {caption === '' && <FirstSteps />}
      <AttentionList {...waiting} last={notifications[0]} timeZone={timeZone} />
      <div class="figures">
        <FigureCard name="downloads-60-days" value={downloads.total}>
          <a href={accessUrl({ ...downloads.range, view: 'day', robots: 'include' })}>
            downloads in the last 60 days
          </a>
        </FigureCard>
        <FigureCard name="active-subscribers" value={activeSubscribers}>
          active subscribers
        </FigureCard>
      </div>
      <p class="field-hint">{weekText(downloads.week, downloads.weekBefore)}.</p>
      <MostRequested {...downloads} />
      <NewestEntries entries={entries} />
      <LastNotifications notifications={notifications} timeZone={timeZone} />
    </AdminLayout>
  )
}

function FirstSteps() {
  return (
    <Notice kind="info" title="First steps">
      <ol class="steps">
        <li>
          Enter the case’s name, court, and number under <a href="/admin/settings">Settings</a>.
          They appear at the top of every public page and e-mail.
        </li>
        <li>
          <a href="/admin/entries/new">Add the first entry</a> with its PDF files. While it is a
          draft, only administrators can see it.
        </li>
        <li>
          Open an entry and click Send Notification. You see what will be sent, and to whom, before
          anything is sent.
        </li>
      </ol>
    </Notice>
  )
}

function MostRequested({ requested, range }: Pick<Dashboard['downloads'], 'requested' | 'range'>) {
  const byDocument = { ...range, view: 'document', robots: 'include' } as const
  return (
    <Section name="requested" heading="Most requested documents">
      {requested.length === 0 ? (
        <p>No downloads in the last 60 days.</p>
      ) : (
        <>
          <Table
            caption="Documents with the most downloads in the last 60 days"
            columns={[
              entryColumn,
              documentColumn(byDocument),
              { heading: 'Downloads', numeric: true, cell: ({ downloads }) => downloads },
            ]}
            rows={requested}
          />
          <p>
            <a href={accessUrl(byDocument)}>All documents downloaded in this period</a>
          </p>
        </>
      )}
    </Section>
  )
}

function NewestEntries({ entries }: Pick<Dashboard, 'entries'>) {
  return (
    <Section name="newest" heading="Newest entries">
      {entries.length === 0 && (
        <p>
          There are no entries yet. <a href="/admin/entries/new">Add the first one</a>.
        </p>
      )}
      <ul class="plain-list">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span class="list-date">{formatDate(entry.filed_on)}</span>{' '}
            <a href={`/admin/entries/${entry.id}`}>{entryName(entry)}</a>
            {entry.status === 'draft' && ' (draft)'}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function LastNotifications({
  notifications,
  timeZone,
}: Pick<Dashboard, 'notifications'> & { timeZone: string }) {
  return (
    <Section name="notifications" heading="Latest notifications">
      {notifications.length === 0 && (
        <p>
          No notification has been sent. To send one, open an entry and click Send Notification.
        </p>
      )}
      <ul class="plain-list">
        {notifications.map((notification) => (
          <li key={notification.id}>
            <span class="list-date">
              {formatInstant(notification.created_at, timeZone, { time: true })}
            </span>{' '}
            <a href={`/admin/notifications/${notification.id}`}>{notification.subject}</a>:{' '}
            {number(notification.counts.sent)} of {number(notification.recipient_count)} sent
            {notification.mode === 'test' && ' (test)'}
          </li>
        ))}
      </ul>
    </Section>
  )
}
