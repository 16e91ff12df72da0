import type { Subscription, SubscriptionState } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { counted } from '../../../shared/number-rules.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FigureCard } from '../../../ui/figure.tsx'
import { PostForm } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PagedTable, type Pages } from '../../../ui/pagination.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table.tsx'
import { filteredUrl, TableFilter } from '../../../ui/table-filter.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { SubscriberCounts, SubscriberFilter, SubscriberRow } from '../queries.ts'

const LIST = '/admin/subscribers'

const stateLabels: Record<SubscriptionState, string> = {
  active: 'Active',
  unsubscribed: 'Unsubscribed',
  pending: 'Not confirmed',
  bounced: 'Returned',
}

interface SubscribersPageProps {
  layout: AdminPageLayout
  filter: SubscriberFilter
  counts: SubscriberCounts
  total: number
  rows: readonly SubscriberRow[]
  pages: Pages
}

export function SubscribersPage(props: SubscribersPageProps) {
  const { layout, filter, counts, total, rows, pages } = props
  const isFiltered = filter.q !== '' || filter.state !== undefined
  return (
    <AdminLayout
      {...layout}
      actions={<ButtonLink href={`${LIST}.csv`}>Download all as CSV</ButtonLink>}
    >
      <Counts counts={counts} />
      <TableFilter action={LIST} label="Address contains" filter={filter} states={stateLabels} />
      <p role="status">{counted(total, 'address', 'addresses')}</p>
      <PagedTable
        caption="Subscribers, newest first"
        columns={columns(layout.site.timeZone)}
        rows={rows}
        {...pages}
        hrefFor={(number) => filteredUrl(LIST, filter, number)}
        label="Pages of subscribers"
      >
        <EmptyState title={isFiltered ? 'No addresses match.' : 'No one has subscribed yet.'}>
          {isFiltered ? (
            <p>
              <a href={LIST}>Show all subscribers</a>
            </p>
          ) : (
            <p>
              Visitors subscribe with the form on the <a href="/">docket page</a>. The server’s
              operator can import subscribers from another program.
            </p>
          )}
        </EmptyState>
      </PagedTable>
    </AdminLayout>
  )
}

function Counts({ counts }: { counts: SubscriberCounts }) {
  const figures = [
    ['active-subscribers', counts.active, 'active: they get notifications'],
    ['unsubscribed', counts.unsubscribed, 'unsubscribed'],
    ['pending-subscribers', counts.pending, 'have not confirmed their address'],
    ['bounced-subscribers', counts.bounced, 'returned: they get no e-mail'],
  ] as const
  return (
    <div class="figures">
      {figures.map(
        ([name, value, label]) =>
          (value > 0 || name === 'active-subscribers' || name === 'unsubscribed') && (
            <FigureCard key={name} name={name} value={value}>
              {label}
            </FigureCard>
          ),
      )}
    </div>
  )
}

const columns = (timeZone: string): Column<SubscriberRow>[] => [
  {
    heading: 'Address',
    cell: ({ id, email }) => <a href={`${LIST}/${id}`}>{email}</a>,
    main: true,
  },
  { heading: 'State', cell: (row) => <State row={row} timeZone={timeZone} /> },
  { heading: 'Date', cell: ({ created_at }) => formatInstant(created_at, timeZone) },
]

function State({ row, timeZone }: { row: SubscriberRow; timeZone: string }) {
  if (row.state !== 'bounced') return stateLabels[row.state]
  return (
    <>
      {stateLabels.bounced} {formatInstant(row.updated_at, timeZone)}
      {row.returned && <p class="field-hint">{row.returned}</p>}
    </>
  )
}

export function SubscriberPage(props: { layout: AdminPageLayout; subscriber: Subscription }) {
  const { layout } = props
  const { id, state } = props.subscriber
  const form = (path: string) => ({ action: `${LIST}/${id}/${path}`, token: layout.csrfToken })
  return (
    <AdminLayout {...layout} actions={<ButtonLink href={LIST}>Back to the list</ButtonLink>}>
      {state === 'bounced' && (
        <Section name="resume" heading="Resume e-mail">
          <p>
            Mail to this address came back. If you know that it works, notifications can resume.
          </p>
          <PostForm {...form('write-again')} submit={<Button>Resume e-mail</Button>} />
        </Section>
      )}
      {state !== 'unsubscribed' && (
        <Section name="unsubscribe" heading="Unsubscribe">
          <p>
            No further notifications will be sent. The address stays in the list as unsubscribed,
            and its owner can subscribe again.
          </p>
          <PostForm {...form('unsubscribe')} submit={<Button>Unsubscribe</Button>} />
        </Section>
      )}
      <Section name="remove" heading="Remove permanently">
        <p>
          The address will be deleted from this list and from every delivery log; the log lines
          stay, without the address. This cannot be undone. Use this when someone asks you to delete
          their data. The address can be subscribed again later. Backups, the mail server’s own
          logs, and messages in the outbox folder are not affected.
        </p>
        <PostForm {...form('remove')} submit={<Button kind="danger">Remove permanently</Button>} />
      </Section>
    </AdminLayout>
  )
}
