import { writeCursor } from '../../../platform/http/request/parse.ts'
import { formatInstant } from '../../../shared/date.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type AccessChoice, accessUrl } from '../access-url.ts'
import type { DownloadLine } from '../figures/queries.ts'
import type { AccessFigures } from '../figures/statistics.ts'
import {
  documentText,
  entryText,
  type FiguredDocument,
  type Figures,
  missingIpsNote,
} from '../figures/statistics-rules.ts'

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
  { heading: 'Downloads', cell: (row) => row.downloads, numeric: true },
  { heading: 'Unique visitors', cell: (row) => row.uniqueVisitors ?? '', numeric: true },
]

export function noteColumns<Row>(rows: readonly Row[], note: (row: Row) => string): Column<Row>[] {
  if (rows.every((row) => note(row) === '')) return []
  return [
    { heading: 'Notes', cell: (row) => <span class="remark">{note(row)}</span>, width: 'wide' },
  ]
}

const Instant = ({ at, timeZone }: { at: number; timeZone: string }) => (
  <span class="instant">{formatInstant(at, timeZone, { time: true })}</span>
)

interface ViewProps {
  choice: AccessChoice
  timeZone: string
}

type DocumentFigures = Awaited<ReturnType<AccessFigures['listDocuments']>>[number]

export function DocumentFiguresView(props: ViewProps & { documents: readonly DocumentFigures[] }) {
  const { documents, choice, timeZone } = props
  if (documents.length === 0) return <NoDownloads />
  const columns: Column<DocumentFigures>[] = [
    entryColumn,
    { ...documentColumn(choice), width: 'wide' },
    ...countColumns,
    {
      heading: 'Last downloaded',
      labeled: true,
      cell: (row) => <Instant at={row.lastAccessedAt} timeZone={timeZone} />,
    },
    ...noteColumns(documents, (row) => {
      return [missingIpsNote(row), row.isDeleted ? 'since deleted' : ''].filter(Boolean).join('; ')
    }),
  ]
  return (
    <div class="ledger">
      <Table
        caption="Downloads and unique visitors by document"
        columns={columns}
        rows={documents}
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

export interface DownloadsPage {
  lines: DownloadLine[]
  isNewest: boolean
  older: DownloadLine | undefined
}

/** Newest first; paged by time rather than by offset, so that millions of rows cost no more than a few. */
export function DownloadView({ page, choice, timeZone }: ViewProps & { page: DownloadsPage }) {
  const { lines, isNewest, older } = page
  if (lines.length === 0) return <NoDownloads />
  return (
    <>
      <div class="ledger">
        <Table
          caption="Individual downloads, newest first"
          columns={downloadColumns({ choice, timeZone })}
          rows={lines}
        />
      </div>
      {(!isNewest || older) && (
        <nav class="pagination" aria-label="Pages of downloads">
          {!isNewest && <a href={accessUrl(choice)}>Newest</a>}
          {older && (
            <a
              class="pagination-step"
              rel="next"
              href={accessUrl(choice, { after: writeCursor(older.accessedAt, older.id) })}
            >
              Older
            </a>
          )}
        </nav>
      )}
    </>
  )
}

function downloadColumns({ choice, timeZone }: ViewProps): Column<DownloadLine>[] {
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
