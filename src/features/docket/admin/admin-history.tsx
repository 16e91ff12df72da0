import type { AuditRecord } from '../../../platform/database/schema.ts'
import { formatInstant } from '../../../shared/date.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { actionLabel } from '../../accounts/rules.ts'

interface EntryHistoryProps {
  /** Newest first. */
  records: readonly AuditRecord[]
  timeZone: string
}

/** Who did what to the entry and its documents, from the audit log. */
export function EntryHistory({ records, timeZone }: EntryHistoryProps) {
  if (records.length === 0) return null
  return (
    <section aria-labelledby="history-heading">
      <h2 class="section-heading" id="history-heading">
        History
      </h2>
      <Table
        name="history"
        caption="Who changed what, newest first"
        columns={columns(timeZone)}
        rows={records}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

function columns(timeZone: string): readonly Column<AuditRecord>[] {
  return [
    { heading: 'When', cell: ({ at }) => formatInstant(at, timeZone, { time: true }) },
    { heading: 'Who', cell: ({ actor }) => actor },
    { heading: 'What', cell: ({ action }) => actionLabel(action) },
    { heading: 'Details', cell: ({ details }) => details },
  ]
}
