import type { Database, Queryable } from '../../platform/database/schema.ts'
import { periodOf } from '../downloads/download-rules.ts'
import { storeRanges } from './bursts.ts'
import type { LoggedDownload } from './lines/download-batch.ts'
import {
  insertImported,
  type LineCount,
  type LineKey,
  listLineCounts,
  reopenBurstsNear,
  saveLines,
} from './queries.ts'
import type { ImportOutcome } from './summary.ts'

export function storeBatch(
  db: Database,
  downloads: LoggedDownload[],
  { file, run, outcome }: { file: number; run: number; outcome: ImportOutcome },
) {
  return db.transaction().execute(async (trx) => {
    const whole = downloads.filter(({ status }) => status === 200)
    const lacking = await storeWhole(trx, whole, file)
    // The index by document is several times the size of the database's cache; sorted inserts read it only once.
    lacking.sort((a, b) => a.documentId - b.documentId)
    await insertImported(trx, lacking.map(recordOf))
    outcome.imported += lacking.length
    outcome.already_imported += whole.length - lacking.length
    const ranges = downloads.filter(({ status }) => status === 206)
    await storeRanges(trx, ranges, { run, outcome })
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
  const lacking = lines.flatMap((line) => Array<LoggedDownload>(line.lacking).fill(line.download))
  await reopenBurstsNear(db, lacking)
  return lacking
}

interface LineGroup extends LineKey {
  occurrences: number
  download: LoggedDownload
}

/** In the order of the table's key, so that equal lines are neighbors. */
function groupEqualLines(downloads: LoggedDownload[]): LineGroup[] {
  const groups: LineGroup[] = []
  for (const download of downloads.toSorted(byKey)) {
    const last = groups.at(-1)
    if (last && byKey(last, download) === 0) {
      last.occurrences += 1
      continue
    }
    const { at, visitor, line } = download
    const place = groups.length
    groups.push({ place, period: periodOf(at), visitor, at, line, occurrences: 1, download })
  }
  return groups
}

type Key = Pick<LineKey, 'visitor' | 'at' | 'line'>

const byKey = (a: Key, b: Key): number =>
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

const recordOf = ({ documentId, at, userAgent, isRobot }: LoggedDownload) => ({
  document_id: documentId,
  accessed_at: at,
  user_agent: userAgent,
  is_robot: isRobot ? 1 : 0,
})
