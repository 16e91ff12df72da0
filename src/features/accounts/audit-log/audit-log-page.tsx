import { formatInstant } from '../../../shared/date.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import { actionLabel } from '../rules.ts'
import type { AuditFilter, AuditRow } from './queries.ts'

const LOG = '/admin/audit-log'

interface AuditLogPageProps {
  layout: AdminPageLayout
  filter: AuditFilter
  records: readonly AuditRow[]
  page: number
  pageCount: number
}

export function AuditLogPage(props: AuditLogPageProps) {
  const { layout, filter, records, page, pageCount } = props
  return (
    <AdminLayout {...layout}>
      <Filter filter={filter} />
      {records.length === 0 ? (
        <EmptyState
          title={isFiltered(filter) ? 'Nothing matches.' : 'Nothing has been changed yet.'}
        />
      ) : (
        <Table
          name="audit-log"
          caption="Who did what, newest first"
          columns={auditColumns(layout.site.timeZone)}
          rows={records}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination page={page} pageCount={pageCount} hrefFor={(to) => pageUrl(filter, to)} />
    </AdminLayout>
  )
}

const isFiltered = (filter: AuditFilter) => Object.values(filter).some((typed) => typed !== '')

function pageUrl(filter: AuditFilter, page: number): string {
  const typed = Object.entries(filter).filter(([, value]) => value !== '')
  return `${LOG}?${new URLSearchParams([...typed, ['page', String(page)]])}`
}

function Filter({ filter }: Pick<AuditLogPageProps, 'filter'>) {
  return (
    <search>
      <form class="table-filter audit-filter" method="get" action={LOG}>
        <Field name="who" label="Who" type="search" value={filter.who} />
        <Field name="what" label="What" type="search" value={filter.what} />
        <Field name="entry" label="ECF No." inputMode="numeric" value={filter.entry} />
        <div class="form-actions">
          <Button>Search</Button>
          {isFiltered(filter) && <a href={LOG}>Show all</a>}
        </div>
      </form>
    </search>
  )
}

const auditColumns = (timeZone: string): Column<AuditRow>[] => [
  {
    heading: 'When',
    cell: ({ at }) => <span class="instant">{formatInstant(at, timeZone, { time: true })}</span>,
  },
  { heading: 'Who', cell: ({ actor }) => actor },
  { heading: 'What', cell: ({ action }) => actionLabel(action), main: true },
  { heading: 'Subject', cell: auditSubject },
  { heading: 'Details', cell: ({ details }) => details },
  { heading: 'From', cell: ({ client_ip }) => client_ip ?? '' },
]

function auditSubject({ subject, entry_id, entry_number, entry_title }: AuditRow) {
  if (entry_id === null) return subject
  const name = entry_number === null ? entry_title : `ECF ${entry_number}`
  return <a href={`/admin/entries/${entry_id}`}>{name}</a>
}
