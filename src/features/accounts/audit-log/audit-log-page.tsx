import type { AuditRecord } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../admin-layout.ts'
import { actionLabel } from '../rules.ts'

interface AuditLogPageProps {
  layout: AdminPageLayout
  records: readonly AuditRecord[]
  page: number
  pageCount: number
}

export function AuditLogPage({ layout, records, page, pageCount }: AuditLogPageProps) {
  return (
    <AdminLayout {...layout}>
      {records.length === 0 ? (
        <EmptyState title="Nothing has been changed yet." />
      ) : (
        <Table
          name="audit-log"
          caption="Who did what when, newest first"
          columns={columns(layout.site.timeZone)}
          rows={records}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefFor={(number) => `/admin/audit-log?page=${number}`}
      />
    </AdminLayout>
  )
}

function columns(timeZone: string): Column<AuditRecord>[] {
  return [
    { heading: 'When', cell: ({ at }) => formatInstant(at, timeZone, { time: true }) },
    { heading: 'Who', cell: ({ actor }) => actor },
    { heading: 'What', cell: ({ action }) => actionLabel(action), main: true },
    { heading: 'Subject', cell: ({ subject }) => subject },
    { heading: 'Details', cell: ({ details }) => details },
    { heading: 'From', cell: ({ client_ip }) => client_ip ?? '' },
  ]
}
