import { formatInstant } from '../../../shared/date.ts'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PagedTable, type Pages } from '../../../ui/pagination.tsx'
import type { Column } from '../../../ui/table.tsx'
import { filteredUrl, TableFilter } from '../../../ui/table-filter.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import { actionLabel } from '../rules.ts'
import type { AuditRow } from './queries.ts'

const LOG = '/admin/audit-log'

interface AuditLogPageProps {
  layout: AdminPageLayout
  q: string
  records: readonly AuditRow[]
  pages: Pages
}

export function AuditLogPage(props: AuditLogPageProps) {
  const { layout, q, records, pages } = props
  const filter = { q, state: undefined }
  return (
    <AdminLayout {...layout}>
      <TableFilter action={LOG} label="Who, what, or ECF No." filter={filter} />
      <PagedTable
        caption="Who did what, newest first"
        columns={auditColumns(layout.site.timeZone)}
        rows={records}
        {...pages}
        hrefFor={(to) => filteredUrl(LOG, filter, to)}
      >
        <EmptyState title="Nothing matches.">
          <p>
            <a href={LOG}>Show the whole audit log</a>
          </p>
        </EmptyState>
      </PagedTable>
    </AdminLayout>
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
