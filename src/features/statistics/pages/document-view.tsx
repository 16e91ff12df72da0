import { EmptyState } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AccessChoice } from '../access-address.ts'
import { type DocumentFigures, documentText, remark } from '../figures/statistics-rules.ts'
import { countColumns, documentColumn, entryColumn, Instant, noteColumns } from './columns.tsx'

interface DocumentViewProps {
  documents: readonly DocumentFigures[]
  choice: AccessChoice
  timeZone: string
}

export function DocumentFiguresView(props: DocumentViewProps) {
  const { documents } = props
  if (documents.length === 0) return <NoDownloads />
  return (
    <div class="ledger">
      <Table
        name="documents"
        caption="Downloads and unique visitors by document"
        columns={[...columns(props), ...noteColumns(documents, noteOf)]}
        rows={documents}
        rowKey={({ documentId }) => documentId}
      />
    </div>
  )
}

export function NoDownloads() {
  return (
    <EmptyState title="No downloads in this period.">
      <p>Choose other dates above. “All” shows everything ever recorded.</p>
    </EmptyState>
  )
}

function columns({ choice, timeZone }: DocumentViewProps): Column<DocumentFigures>[] {
  return [
    { ...entryColumn, sortBy: (row) => row.entryNumber ?? row.entryTitle },
    { ...documentColumn(choice), sortBy: documentText, width: 'wide' },
    ...countColumns,
    {
      heading: 'Last downloaded',
      labelled: true,
      cell: (row) => <Instant at={row.lastAccessedAt} timeZone={timeZone} />,
      sortBy: (row) => row.lastAccessedAt,
    },
  ]
}

function noteOf(row: DocumentFigures): string {
  return [remark(row), row.isDeleted ? 'since deleted' : ''].filter(Boolean).join('; ')
}
