import { formatInstant } from '../../../shared/date.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type AccessChoice, accessUrl, type PageCursor, writePageCursor } from '../access-url.ts'
import type { DownloadLine } from '../figures/download-queries.ts'
import {
  type DocumentFigures,
  documentText,
  entryText,
  type FiguredDocument,
  type Figures,
  missingIpsNote,
} from '../figures/statistics-rules.ts'

/* The tables of the Document Access page. */

export const entryColumn: Column<FiguredDocument> = {
  heading: 'Entry',
  labeled: true,
  cell: (row) => <a href={`/admin/entries/${row.entryId}`}>{entryText(row)}</a>,
}

export const documentColumn = (choice: AccessChoice): Column<FiguredDocument> => ({
  heading: 'Document',
  main: true,
  cell: (row) => {
    const history = accessUrl({ ...choice, view: 'day', documentId: row.documentId })
    return <a href={history}>{documentText(row)}</a>
  },
})

export const countColumns: [Column<Figures>, Column<Figures>] = [
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
]

/** Empty if no row has a note. */
export function noteColumns<Row>(rows: readonly Row[], note: (row: Row) => string): Column<Row>[] {
  if (rows.every((row) => note(row) === '')) return []
  return [
    { heading: 'Notes', cell: (row) => <span class="remark">{note(row)}</span>, width: 'wide' },
  ]
}

const Instant = ({ at, timeZone }: { at: number; timeZone: string }) => (
  <span class="instant">{formatInstant(at, timeZone, { time: true })}</span>
)

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
        columns={[...documentColumns(props), ...noteColumns(documents, noteOf)]}
        rows={documents}
        rowKey={({ documentId }) => documentId}
      />
    </div>
  )
}

function NoDownloads() {
  return (
    <EmptyState title="No downloads in this period.">
      <p>Choose other dates above. “All” shows everything ever recorded.</p>
    </EmptyState>
  )
}

function documentColumns({ choice, timeZone }: DocumentViewProps): Column<DocumentFigures>[] {
  return [
    { ...entryColumn, sortBy: (row) => row.entryNumber ?? row.entryTitle },
    { ...documentColumn(choice), sortBy: documentText, width: 'wide' },
    ...countColumns,
    {
      heading: 'Last downloaded',
      labeled: true,
      cell: (row) => <Instant at={row.lastAccessedAt} timeZone={timeZone} />,
      sortBy: (row) => row.lastAccessedAt,
    },
  ]
}

function noteOf(row: DocumentFigures): string {
  return [missingIpsNote(row), row.isDeleted ? 'since deleted' : ''].filter(Boolean).join('; ')
}

interface DownloadViewProps {
  page: DownloadsPage
  choice: AccessChoice
  timeZone: string
}

/** Newest first; paged by time rather than by offset, so that millions of rows cost no more than a few. */
export function DownloadView(props: DownloadViewProps) {
  const { lines } = props.page
  if (lines.length === 0) return <NoDownloads />
  return (
    <>
      <div class="ledger">
        <Table
          name="downloads"
          caption="Individual downloads, newest first"
          columns={downloadColumns(props)}
          rows={lines}
          rowKey={({ id }) => id}
        />
      </div>
      <Steps {...props} />
    </>
  )
}

function downloadColumns({ choice, timeZone }: DownloadViewProps): Column<DownloadLine>[] {
  return [
    {
      heading: 'Downloaded at',
      cell: ({ accessedAt }) => <Instant at={accessedAt} timeZone={timeZone} />,
    },
    entryColumn,
    documentColumn(choice),
    {
      heading: 'Visitor IP',
      cell: ({ clientIp }) => clientIp ?? <span class="remark">not recorded</span>,
    },
    {
      heading: 'User agent',
      cell: ({ userAgent, is_robot }) => (
        <span class="user-agent">
          {is_robot === 1 && <strong>Bot: </strong>}
          {userAgent}
        </span>
      ),
    },
  ]
}

function Steps({ page: { newer, older }, choice }: DownloadViewProps) {
  if (!newer && !older) return null
  const step = (rel: 'prev' | 'next', label: string, cursor: Record<string, string>) => (
    <a class="pagination-step" rel={rel} href={accessUrl(choice, { cursor })}>
      {label}
    </a>
  )
  return (
    <nav class="pagination" aria-label="Pages of downloads">
      {newer && <a href={accessUrl(choice)}>Newest</a>}
      {newer && step('prev', 'Newer', { before: writePageCursor(newer) })}
      {older && step('next', 'Older', { after: writePageCursor(older) })}
    </nav>
  )
}

export interface DownloadsPage {
  lines: DownloadLine[]
  newer?: PageCursor | undefined
  older?: PageCursor | undefined
}
