import type { SubscriptionState } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { counted } from '../../../shared/number-rules.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FigureCard } from '../../../ui/figure.tsx'
import { CsrfField } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { filteredAddress, TableFilter } from '../../../ui/table-filter.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type {
  SubscriberCounts,
  SubscriberFilter,
  SubscriberRow,
  SubscriberSort,
} from '../queries.ts'

const stateLabels: Record<SubscriptionState, string> = {
  active: 'Active',
  unsubscribed: 'Unsubscribed',
  pending: 'Not confirmed',
  bounced: 'Returned',
}

interface SubscribersPageProps {
  layout: AdminPageLayout
  filter: SubscriberFilter
  sort: SubscriberSort
  counts: SubscriberCounts
  total: number
  rows: readonly SubscriberRow[]
  page: number
  pageCount: number
  done?: string | undefined
}

export function SubscribersPage(props: SubscribersPageProps) {
  const { layout, filter, sort, counts, total, rows, page, pageCount, done } = props
  return (
    <AdminLayout
      {...layout}
      actions={
        <ButtonLink href={filteredAddress('/admin/subscribers.csv', filter)}>
          {isFiltered(filter) ? 'Download these as CSV' : 'Download all as CSV'}
        </ButtonLink>
      }
    >
      {done && <Notice kind="success" title={done} />}
      <Counts counts={counts} />
      <TableFilter
        action="/admin/subscribers"
        label="Address contains"
        filter={{ ...filter, sort: sortTerm(sort) }}
        states={stateLabels}
      />
      <p role="status">{counted(total, 'address', 'addresses')}</p>
      {rows.length === 0 ? (
        <NoSubscribers isFiltered={isFiltered(filter)} />
      ) : (
        <Table
          name="subscribers"
          caption="Subscribers"
          columns={columns(layout, filter, sort)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefFor={(number) => listAddress(filter, sort, number)}
        label="Pages of subscribers"
      />
    </AdminLayout>
  )
}

const sortTerm = (sort: SubscriberSort) => (sort === '-date' ? undefined : sort)

const listAddress = (filter: SubscriberFilter, sort: SubscriberSort, page = 1) =>
  filteredAddress('/admin/subscribers', { ...filter, sort: sortTerm(sort) }, page)

const isFiltered = ({ q, state }: SubscriberFilter) => q !== '' || state !== undefined

function NoSubscribers({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No address matches.">
      <p>
        <a href="/admin/subscribers">Show all subscribers</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No one has subscribed yet.">
      <p>
        Visitors subscribe with the form on the <a href="/">docket’s page</a>. The server’s operator
        can import subscribers from another program.
      </p>
    </EmptyState>
  )
}

function Counts({ counts }: { counts: SubscriberCounts }) {
  const figures = [
    ['active-subscribers', counts.active, 'active: they get notifications'],
    ['unsubscribed', counts.unsubscribed, 'unsubscribed'],
    ['pending-subscribers', counts.pending, 'have not confirmed their address'],
    ['bounced-subscribers', counts.bounced, 'returned: they are not written to'],
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

/** The heading by which the rows are sorted turns them round. */
function sortedBy(own: 'address' | 'date', filter: SubscriberFilter, sort: SubscriberSort) {
  const turned = sort === own ? (`-${own}` as const) : own
  const href = listAddress(filter, turned)
  const direction = sort === own ? 'ascending' : sort === `-${own}` ? 'descending' : undefined
  return { href, direction } as const
}

function columns(
  { site: { timeZone }, csrfToken }: AdminPageLayout,
  filter: SubscriberFilter,
  sort: SubscriberSort,
): Column<SubscriberRow>[] {
  const sorted = (own: 'address' | 'date') => sortedBy(own, filter, sort)
  return [
    { heading: 'Address', cell: ({ email }) => email, main: true, sorted: sorted('address') },
    { heading: 'State', cell: (row) => <State row={row} timeZone={timeZone} /> },
    {
      heading: 'Date',
      cell: ({ created_at }) => formatInstant(created_at, timeZone),
      sorted: sorted('date'),
    },
    { heading: 'Change', cell: (row) => <Actions row={row} csrfToken={csrfToken} /> },
  ]
}

function State({ row, timeZone }: { row: SubscriberRow; timeZone: string }) {
  if (row.state !== 'bounced') return stateLabels[row.state]
  return (
    <>
      {stateLabels.bounced} {formatInstant(row.updated_at, timeZone)}
      {row.returned && <p class="field-hint">{row.returned}</p>}
    </>
  )
}

interface ActionsProps {
  row: SubscriberRow
  csrfToken: string
}

function Actions({ row: { id, email, state }, csrfToken }: ActionsProps) {
  return (
    <>
      {state === 'bounced' && (
        <form method="post" action={`/admin/subscribers/${id}/write-again`}>
          <CsrfField token={csrfToken} />
          <Button kind="small" aria-label={`Write again to ${email}`}>
            Write again
          </Button>
        </form>
      )}
      {state !== 'unsubscribed' && (
        <a href={`/admin/subscribers/${id}/unsubscribe`} aria-label={`Unsubscribe ${email}`}>
          Unsubscribe…
        </a>
      )}{' '}
      <a href={`/admin/subscribers/${id}/remove`} aria-label={`Remove ${email}`}>
        Remove…
      </a>
    </>
  )
}

interface AskPageProps {
  layout: AdminPageLayout
  subscriber: Pick<SubscriberRow, 'email'>
}

export function UnsubscribeOnRequestPage({ layout, subscriber }: AskPageProps) {
  return (
    <AdminLayout {...layout}>
      <p class="lead">
        No further notification will be sent to <strong>{subscriber.email}</strong>. The address
        stays in the list as unsubscribed, and its owner can subscribe again.
      </p>
      <form class="form-actions" method="post">
        <CsrfField token={layout.csrfToken} />
        <Button kind="primary">Unsubscribe</Button>
        <a href="/admin/subscribers">Cancel</a>
      </form>
    </AdminLayout>
  )
}

export function RemoveSubscriberPage({ layout, subscriber }: AskPageProps) {
  return (
    <AdminLayout {...layout}>
      <p class="lead">
        <strong>{subscriber.email}</strong> will be deleted from this list and from every delivery
        log, which keeps its lines without the address. This cannot be undone.
      </p>
      <p>
        Use this when someone asks that nothing about them be kept. Nothing then prevents the
        address from being subscribed again. Backups, the mail server’s own logs, and messages in
        the outbox folder are outside this program.
      </p>
      <form class="form-actions" method="post">
        <CsrfField token={layout.csrfToken} />
        <Button kind="danger">Remove for good</Button>
        <a href="/admin/subscribers">Cancel</a>
      </form>
    </AdminLayout>
  )
}
