import type { Database, Queryable } from '../../platform/database/schema.ts'
import {
  isAdjacent,
  isRobot,
  MAX_RECORDS_FROM_RANGES,
  periodOf,
} from '../downloads/download-rules.ts'
import { deleteDownloads } from '../downloads/queries.ts'
import type { DownloadBatch, LoggedDownload } from './lines/read-log.ts'
import * as queries from './queries.ts'
import type { ImportOutcome } from './summary.ts'

interface OfRun {
  /** A random number. */
  run: number
  outcome: ImportOutcome
}

export function storeBatch(db: Database, { file, downloads }: DownloadBatch, ofRun: OfRun) {
  const { run, outcome } = ofRun
  return db.transaction().execute(async (trx) => {
    const whole = downloads.filter(({ status }) => status === 200)
    const lacking = await storeWhole(trx, whole, run + file)
    // The index by document is several times the size of the database's cache; sorted inserts read it only once.
    lacking.sort((a, b) => a.document_id - b.document_id)
    await queries.insertImported(trx, lacking)
    outcome.imported += lacking.length
    outcome.already_imported += whole.length - lacking.length
    const ranges = downloads.filter(({ status }) => status === 206)
    await storeRanges(trx, ranges, ofRun)
  })
}

/** @returns those that have no record yet */
async function storeWhole(db: Queryable, downloads: LoggedDownload[], file: number) {
  const groups = groupEqualLines(downloads)
  const counts = await queries.listLineCounts(db, groups)
  const existing = new Map(counts.map((count) => [count.place, count]))
  const lines = groups.map((group) => {
    const copies = countCopies(group.occurrences, file, existing.get(group.place))
    return Object.assign(group, copies, { file })
  })
  await queries.saveLines(db, lines)
  const lacking = lines.flatMap((line) => Array<LoggedDownload>(line.lacking).fill(line))
  await queries.reopenBurstsNear(db, lacking)
  return lacking
}

type LineGroup = queries.LineKey & LoggedDownload & { occurrences: number }

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
function countCopies(occurrences: number, file: number, current: queries.LineCount | undefined) {
  const seen = occurrences + (current?.file === file ? current.seen : 0)
  const copies = Math.max(seen, current?.copies ?? 0)
  return { seen, copies, lacking: copies - (current?.copies ?? 0) }
}

/** Whether bursts count is settled at the end of the run. Records of bursts that now start at another time are removed. */
async function storeRanges(db: Queryable, ranges: LoggedDownload[], { run, outcome }: OfRun) {
  const single = ranges.map(({ at, ...range }) => {
    return { ...range, first_at: at, last_at: at, access_id: null }
  })
  const arriving = mergeBursts(single)
  const stored = await queries.listAdjacentBursts(db, arriving)
  const merged = mergeBursts([...stored, ...arriving])
  const kept = new Set(merged.map(({ access_id }) => access_id))
  const recorded = new Set(stored.flatMap(({ access_id }) => access_id ?? []))
  const obsolete = [...recorded].filter((id) => !kept.has(id))
  await deleteDownloads(db, obsolete)
  await queries.deleteBursts(db, stored)
  const ofRun = merged.map((burst) => ({ ...burst, run }))
  await queries.insertBursts(db, ofRun)
  outcome.part_of_range_burst += ranges.length
  outcome.withdrawn_range_bursts += obsolete.length
}

function mergeBursts(bursts: readonly queries.Burst[]): queries.Burst[] {
  const merged: queries.Burst[] = []
  for (const burst of bursts.toSorted((a, b) => a.visitor - b.visitor || a.first_at - b.first_at)) {
    const before = merged.at(-1)
    // The first burst's record is kept; the second's is removed.
    if (before?.visitor === burst.visitor && isAdjacent(before, burst))
      before.last_at = Math.max(before.last_at, burst.last_at)
    else merged.push({ ...burst })
  }
  return merged
}

/** Small, so that visitors wait only milliseconds for SQLite's lock. */
const AT_ONCE = 100

/** Also those of a killed run. @returns false once all are settled */
export function settleBursts(db: Database, { run, outcome }: OfRun): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const bursts = await queries.listUnsettled(trx, AT_ONCE)
    const withWhole = await queries.findWithWhole(trx, bursts)
    const parts = bursts.filter((burst) => withWhole.has(burst))
    const withdrawn = parts.flatMap(({ access_id }) => access_id ?? [])
    await deleteDownloads(trx, withdrawn)
    outcome.withdrawn_range_bursts += withdrawn.length
    for (const burst of parts) await queries.markSettled(trx, burst, null)
    for (const burst of bursts.filter((one) => !withWhole.has(one))) {
      const [reason, recordId] = await settle(trx, burst)
      await queries.markSettled(trx, burst, recordId)
      if (burst.run !== run) continue
      outcome[reason] += 1
      outcome.part_of_range_burst -= 1
    }
    return bursts.length > 0
  })
}

async function settle(
  db: Queryable,
  burst: queries.UnsettledBurst,
): Promise<[reason: keyof ImportOutcome, recordId: number | null]> {
  if (burst.access_id !== null) return ['already_imported', burst.access_id]
  if ((await queries.countRecorded(db, burst)) >= MAX_RECORDS_FROM_RANGES)
    return ['too_many_agents', null]
  const is_robot = isRobot(burst.user_agent) ? 1 : 0
  const [record] = await queries.insertImported(db, [{ ...burst, at: burst.first_at, is_robot }])
  return ['imported', record?.id ?? null]
}
