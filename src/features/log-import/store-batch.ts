import type { Database, Queryable } from '../../platform/database/schema.ts'
import { periodOf } from '../downloads/download-rules.ts'
import { type OfRun, storeRanges } from './bursts.ts'
import type { DownloadBatch, LoggedDownload } from './lines/read-log.ts'
import {
  insertImported,
  type LineCount,
  type LineKey,
  listLineCounts,
  reopenBurstsNear,
  saveLines,
} from './queries.ts'

export function storeBatch(db: Database, { file, downloads }: DownloadBatch, ofRun: OfRun) {
  const { run, outcome } = ofRun
  return db.transaction().execute(async (trx) => {
    const whole = downloads.filter(({ status }) => status === 200)
    const lacking = await storeWhole(trx, whole, run + file)
    // The index by document is several times the size of the database's cache; sorted inserts read it only once.
    lacking.sort((a, b) => a.document_id - b.document_id)
    await insertImported(trx, lacking)
    outcome.imported += lacking.length
    outcome.already_imported += whole.length - lacking.length
    const ranges = downloads.filter(({ status }) => status === 206)
    await storeRanges(trx, ranges, ofRun)
  })
}

/** @returns those that have no record yet */
async function storeWhole(db: Queryable, downloads: LoggedDownload[], file: number) {
  const groups = groupEqualLines(downloads)
  const existing = new Map((await listLineCounts(db, groups)).map((count) => [count.place, count]))
  const lines = groups.map((group) => ({
    ...group,
    ...countCopies(group.occurrences, file, existing.get(group.place)),
    file,
  }))
  await saveLines(db, lines)
  const lacking = lines.flatMap((line) => Array<LoggedDownload>(line.lacking).fill(line))
  await reopenBurstsNear(db, lacking)
  return lacking
}

type LineGroup = LineKey & LoggedDownload & { occurrences: number }

/** In the order of the table's key, so that equal lines are neighbors. */
function groupEqualLines(downloads: LoggedDownload[]): LineGroup[] {
  const groups: LineGroup[] = []
  for (const download of downloads.toSorted(byKey)) {
    const last = groups.at(-1)
    if (last && byKey(last, download) === 0) last.occurrences += 1
    else {
      const place = groups.length
      groups.push({ ...download, place, period: periodOf(download.at), occurrences: 1 })
    }
  }
  return groups
}

const byKey = (a: LoggedDownload, b: LoggedDownload): number =>
  periodOf(a.at) - periodOf(b.at) || a.visitor - b.visitor || a.at - b.at || a.line - b.line

/**
 * How many records a line stands for. Equal lines in one file are separate downloads; the same line in another file, or in
 * the same file read again, is the same download. So the file that has the line most often decides.
 */
function countCopies(occurrences: number, file: number, current: LineCount | undefined) {
  const seen = occurrences + (current?.file === file ? current.seen : 0)
  const copies = Math.max(seen, current?.copies ?? 0)
  return { seen, copies, lacking: copies - (current?.copies ?? 0) }
}
