import { formatDate, formatInstant } from '../../shared/date.ts'
import { Figure } from '../../ui/figure.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { NewestEntry } from '../docket/entries/queries.ts'
import type { CountedNotification } from '../notifications/queries.ts'
import { accessAddress, historyAddress } from '../statistics/access-address.ts'
import type { DocumentFigures } from '../statistics/figures/statistics-rules.ts'
import { documentText, entryText } from '../statistics/name-rules.ts'
import type { DayRange } from '../statistics/range-rules.ts'

interface DashboardProps {
  layout: AdminPageLayout
  /** The days that the two lists of downloads are about. */
  range: DayRange
  downloads: number
  activeSubscribers: number
  requested: DocumentFigures[]
  entries: NewestEntry[]
  notifications: CountedNotification[]
}

/** Specification, Endpoints: the card with downloads over the last 60 days, and the most requested of the same days. */
export function DashboardPage({ layout, ...figures }: DashboardProps) {
  return (
    <AdminLayout
      {...layout}
      actions={
        <a class="button button-primary" href="/admin/entries/new">
          New entry
        </a>
      }
    >
      {layout.site.caption === '' && <FirstSteps hasEntries={figures.entries.length > 0} />}
      <div class="figures">
        <div class="figure-card">
          <Figure name="downloads-60-days" value={figures.downloads} />
          <span class="figure-label">
            <a href={accessAddress(figures.range, { view: 'day', robots: 'include' })}>
              downloads in the last 60 days
            </a>
          </span>
        </div>
        <div class="figure-card">
          <Figure name="active-subscribers" value={figures.activeSubscribers} />
          <span class="figure-label">active subscribers</span>
        </div>
      </div>
      <MostRequested requested={figures.requested} range={figures.range} />
      <NewestEntries entries={figures.entries} />
      <LastNotifications notifications={figures.notifications} timeZone={layout.site.timeZone} />
    </AdminLayout>
  )
}

/** Until the case has its name: where to begin. */
function FirstSteps({ hasEntries }: { hasEntries: boolean }) {
  return (
    <Notice kind="info" title="First steps">
      <ol class="steps">
        <li>
          Give the case its name, court and number under <a href="/admin/settings">Settings</a>:
          they appear at the top of every public page and e-mail.
        </li>
        {!hasEntries && (
          <li>
            <a href="/admin/entries/new">Add the first entry</a> with its PDF files. While it is a
            draft, only administrators can see it.
          </li>
        )}
        <li>
          Open an entry and click Send Notification. You see what will be sent, and to whom, before
          anything is sent.
        </li>
      </ol>
    </Notice>
  )
}

function MostRequested({ requested, range }: Pick<DashboardProps, 'requested' | 'range'>) {
  return (
    <section aria-labelledby="requested-heading">
      <h2 class="section-heading" id="requested-heading">
        Most requested documents
      </h2>
      {requested.length === 0 ? (
        <EmptyState title="No downloads in the last 60 days.">
          <p>A download is counted when a visitor receives a complete PDF.</p>
        </EmptyState>
      ) : (
        <div class="table-scroll">
          <table class="table">
            <caption class="visually-hidden">
              Documents with the most downloads in the last 60 days
            </caption>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">Document</th>
                <th scope="col" class="numeric">
                  Downloads
                </th>
              </tr>
            </thead>
            <tbody>
              {requested.map((document) => (
                <tr key={document.documentId}>
                  <td data-label="Entry">
                    <a href={`/admin/entries/${document.entryId}`}>
                      {document.entryNumber === null
                        ? entryText(document)
                        : `No.\u00a0${entryText(document)}`}
                    </a>
                  </td>
                  <td data-label="Document">
                    <a href={historyAddress(range, document.documentId)}>
                      {documentText(document)}
                    </a>
                  </td>
                  <td data-label="Downloads" class="numeric">
                    {document.downloads}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {requested.length > 0 && (
        <p>
          <a href={accessAddress(range, { view: 'document', robots: 'include' })}>
            All documents downloaded in this period
          </a>
        </p>
      )}
    </section>
  )
}

function NewestEntries({ entries }: Pick<DashboardProps, 'entries'>) {
  return (
    <section aria-labelledby="newest-heading">
      <h2 class="section-heading" id="newest-heading">
        Newest entries
      </h2>
      {entries.length === 0 ? (
        <EmptyState title="There are no entries yet.">
          <p>
            <a href="/admin/entries/new">Add the first one</a>; it appears on the public page at
            once.
          </p>
        </EmptyState>
      ) : (
        <ul class="plain-list">
          {entries.map((entry) => (
            <li key={entry.id}>
              {formatDate(entry.filed_on)}{' '}
              <a href={`/admin/entries/${entry.id}`}>
                {entry.number === null ? '' : `No. ${entry.number}: `}
                {entry.title}
              </a>
              {entry.status === 'draft' && ' (draft)'}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function LastNotifications({
  notifications,
  timeZone,
}: Pick<DashboardProps, 'notifications'> & { timeZone: string }) {
  return (
    <section aria-labelledby="notifications-heading">
      <h2 class="section-heading" id="notifications-heading">
        Last notifications
      </h2>
      {notifications.length === 0 ? (
        <EmptyState title="No notification has been sent.">
          <p>Open an entry and press Send Notification; nothing is sent before.</p>
        </EmptyState>
      ) : (
        <ul class="plain-list">
          {notifications.map((notification) => (
            <li key={notification.id}>
              {formatInstant(notification.created_at, timeZone, { time: true })}{' '}
              <a href={`/admin/notifications/${notification.id}`}>{notification.subject}</a>:{' '}
              {notification.counts.sent} of {notification.recipient_count} sent
              {notification.mode === 'test' && ' (test)'}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
