import type { CsvCell } from '../../platform/http/csv.ts'
import { formatDate, formatInstant } from '../../shared/date.ts'
import type { AccessChoice, AccessView, ViewRows } from './access-url.ts'
import type { DownloadLine } from './figures/queries.ts'
import { documentText, entryText } from './figures/statistics-rules.ts'

/* CONTRACT section 7. A cell is null, and therefore empty, if an IP was never recorded or has been erased. */

export const HEADINGS: Record<AccessView, readonly string[]> = {
  day: ['Date', 'Downloads', 'Unique visitors'],
  document: ['Entry', 'Document', 'Downloads', 'Unique visitors', 'Last downloaded'],
  download: ['Downloaded at', 'Entry', 'Document', 'Visitor IP', 'User agent'],
}

/** `document-access-by-day-2026-07-30-to-2026-09-27.csv`, plus the other choices. */
export function csvFileName({ from, to, view, robots, documentId }: AccessChoice): string {
  const parts = [
    `document-access-by-${view}`,
    documentId === undefined ? '' : `document-${documentId}`,
    from === to ? from : `${from}-to-${to}`,
    robots === 'exclude' ? 'without-robots' : '',
  ]
  return `${parts.filter(Boolean).join('-')}.csv`
}

export async function* accessCsvRows(
  rows: ViewRows,
  listDownloads: () => AsyncIterable<DownloadLine>,
  timeZone: string,
): AsyncGenerator<CsvCell[]> {
  const at = (time: number) => formatInstant(time, timeZone, { time: true })
  if (rows.view === 'day') {
    for (const { day, downloads, uniqueVisitors } of rows.days)
      yield [formatDate(day), downloads, uniqueVisitors]
  } else if (rows.view === 'document') {
    for (const row of rows.documents) {
      const { downloads, uniqueVisitors, lastAccessedAt } = row
      yield [entryText(row), documentText(row), downloads, uniqueVisitors, at(lastAccessedAt)]
    }
  } else {
    for await (const line of listDownloads()) {
      const { accessedAt, clientIp, userAgent } = line
      yield [at(accessedAt), entryText(line), documentText(line), clientIp, userAgent]
    }
  }
}
