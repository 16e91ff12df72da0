import type { CsvCell } from '../../platform/http/csv.ts'
import { formatDate, formatInstant } from '../../shared/date.ts'
import type { AccessChoice, AccessView, ViewRows } from './access-address.ts'
import type { DownloadLine } from './figures/download-queries.ts'
import {
  type DayFigures,
  type DocumentFigures,
  documentText,
  entryText,
} from './figures/statistics-rules.ts'
import type { DayRange } from './range-rules.ts'

/* The files of CONTRACT section 7. A cell is null, and so empty, where an IP was never recorded or has been erased. */

export const HEADINGS: Record<AccessView, readonly string[]> = {
  day: ['Date', 'Downloads', 'Unique visitors'],
  document: ['Entry', 'Document', 'Downloads', 'Unique visitors', 'Last downloaded'],
  download: ['Downloaded at', 'Entry', 'Document', 'Visitor IP', 'User agent'],
}

const dayRow = ({ day, downloads, uniqueVisitors }: DayFigures): CsvCell[] => [
  formatDate(day),
  downloads,
  uniqueVisitors,
]

const documentRow = (row: DocumentFigures, timeZone: string): CsvCell[] => [
  entryText(row),
  documentText(row),
  row.downloads,
  row.uniqueVisitors,
  formatInstant(row.lastAccessedAt, timeZone, { time: true }),
]

const downloadRow = (line: DownloadLine, timeZone: string): CsvCell[] => [
  formatInstant(line.accessedAt, timeZone, { time: true }),
  entryText(line),
  documentText(line),
  line.clientIp,
  line.userAgent,
]

/** `document-access-by-day-2026-07-30-to-2026-09-27.csv`, and what else was chosen. */
export function csvFileName({ from, to }: DayRange, choice: AccessChoice): string {
  const parts = [
    `document-access-by-${choice.view}`,
    choice.documentId === undefined ? '' : `document-${choice.documentId}`,
    from === to ? from : `${from}-to-${to}`,
    choice.robots === 'exclude' ? 'without-robots' : '',
  ]
  return `${parts.filter(Boolean).join('-')}.csv`
}

export async function* csvRows(
  rows: ViewRows,
  listDownloads: () => AsyncIterable<DownloadLine>,
  timeZone: string,
): AsyncGenerator<CsvCell[]> {
  if (rows.view === 'day') for (const day of rows.days) yield dayRow(day)
  else if (rows.view === 'document')
    for (const document of rows.documents) yield documentRow(document, timeZone)
  else for await (const line of listDownloads()) yield downloadRow(line, timeZone)
}
