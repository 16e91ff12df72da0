import { formatInstant } from '../../../shared/date.ts'
import type { Column } from '../../../ui/table.tsx'
import { type AccessChoice, accessAddress } from '../access-address.ts'
import {
  documentText,
  entryText,
  type FiguredDocument,
  type Figures,
} from '../figures/statistics-rules.ts'

/* Columns shared by the tables of the Document Access page. */

export const entryColumn: Column<FiguredDocument> = {
  heading: 'Entry',
  labelled: true,
  cell: (row) => <a href={`/admin/entries/${row.entryId}`}>{entryText(row)}</a>,
}

export const documentColumn = (choice: AccessChoice): Column<FiguredDocument> => ({
  heading: 'Document',
  main: true,
  cell: (row) => {
    const history = accessAddress({ ...choice, view: 'day', documentId: row.documentId })
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

export const Instant = ({ at, timeZone }: { at: number; timeZone: string }) => (
  <span class="instant">{formatInstant(at, timeZone, { time: true })}</span>
)
