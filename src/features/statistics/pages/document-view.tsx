import { formatInstant } from '../../../shared/date.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type AccessChoice, historyAddress } from '../access-address.ts'
import {
  type DocumentFigures,
  documentText,
  entryText,
  remark,
} from '../figures/statistics-rules.ts'
import type { DayRange } from '../range-rules.ts'

interface DocumentViewProps {
  documents: readonly DocumentFigures[]
  range: DayRange
  choice: AccessChoice
  timeZone: string
}

export function DocumentView({ documents, range, choice, timeZone }: DocumentViewProps) {
  if (documents.length === 0) return <NoDownloads />
  const hasRemarks = documents.some((document) => remarkOf(document) !== '')
  const shown = columns(range, choice, timeZone)
  return (
    <div class="ledger">
      <Table
        name="documents"
        caption="Downloads and unique visitors by document"
        columns={hasRemarks ? [...shown, remarks] : shown}
        rows={documents}
        rowKey={({ documentId }) => documentId}
      />
    </div>
  )
}

export function NoDownloads() {
  return (
    <EmptyState title="No downloads in this period.">
      <p>Choose other days above; “All” shows everything that was ever recorded.</p>
    </EmptyState>
  )
}

function columns(
  range: DayRange,
  choice: AccessChoice,
  timeZone: string,
): Column<DocumentFigures>[] {
  return [
    {
      heading: 'Entry',
      labelled: true,
      cell: (row) => <a href={`/admin/entries/${row.entryId}`}>{entryText(row)}</a>,
      sortBy: (row) => row.entryNumber ?? row.entryTitle,
    },
    {
      heading: 'Document',
      main: true,
      cell: (row) => (
        <a href={historyAddress(range, row.documentId, choice.robots)}>{documentText(row)}</a>
      ),
      sortBy: documentText,
      width: 'wide',
    },
    {
      heading: 'Downloads',
      cell: (row) => row.downloads,
      sortBy: (row) => row.downloads,
      numeric: true,
    },
    {
      heading: 'Unique visitors',
      cell: (row) => row.uniqueVisitors ?? '',
      sortBy: (row) => row.uniqueVisitors ?? -1,
      numeric: true,
    },
    {
      heading: 'Last downloaded',
      labelled: true,
      cell: (row) => (
        <span class="instant">{formatInstant(row.lastAccessedAt, timeZone, { time: true })}</span>
      ),
      sortBy: (row) => row.lastAccessedAt,
    },
  ]
}

const remarks: Column<DocumentFigures> = {
  heading: 'Notes',
  cell: (row) => <span class="remark">{remarkOf(row)}</span>,
  width: 'wide',
}

function remarkOf(row: DocumentFigures): string {
  return [remark(row), row.isDeleted ? 'deleted since' : ''].filter(Boolean).join('; ')
}
