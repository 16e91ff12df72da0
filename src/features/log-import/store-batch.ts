import type { Database, Queryable } from '../../platform/database/schema.ts'
import { periodOf } from '../downloads/download-rules.ts'
import { listTouching, replaceBursts, unsettleBeside } from './burst-queries.ts'
import { type Burst, changeBursts, mergeBursts } from './bursts.ts'
import { countCopies, type LineKey } from './count-copies.ts'
import type { DownloadBatch } from './lines/download-batch.ts'
import {
  deleteImported,
  type ImportedRecord,
  insertImported,
  type LineRow,
  listLineCounts,
  saveLines,
} from './queries.ts'

export interface StoredBatch {
  /** Records of whole downloads. */
  imported: number
  alreadyImported: number
  /** Lines that told of a range; which of them count is settled at the end. */
  ranges: number
  /** Records of earlier runs that no longer stand for a burst. */
  withdrawn: number
}

export interface BatchContext {
  /** This reading of the file. */
  file: number
  run: number
  /** No line of a later time was imported yet: what is newer needs no looking up. */
  newest: { at: number }
  /** Whether bursts of earlier runs have to be looked at when a whole download comes. */
  mayUnsettle: boolean
  isRobot(userAgent: string): boolean
}

/** Lines that are worked on together: what is made of them is let go before the next. */
const AT_ONCE = 500

/** Writes the downloads from `start` to `end` of a batch in one transaction: all of it is there, or nothing. */
export function storeBatch(
  db: Database,
  batch: DownloadBatch,
  [start, end]: [number, number],
  context: BatchContext,
): Promise<StoredBatch> {
  return db.transaction().execute(async (trx) => {
    const stored = nothingStored()
    const fresh: number[] = []
    for (let from = start; from < end; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, end - from)
      addStored(stored, await storeSome(trx, batch, from, count, context, fresh))
    }
    await insertRecords(trx, batch, fresh, context)
    return stored
  })
}

/**
 * @param places of what is to be recorded, one for each record. They are put in the order of the documents: the index by
 * document is several times as large as the database's cache, and is so gone through once instead of here and there.
 */
async function insertRecords(
  trx: Queryable,
  batch: DownloadBatch,
  places: number[],
  { isRobot }: BatchContext,
): Promise<void> {
  const { documentIds } = batch
  places.sort((a, b) => (documentIds[a] ?? 0) - (documentIds[b] ?? 0) || a - b)
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE)
    await insertImported(
      trx,
      some.map((place) => recordAt(batch, place, isRobot)),
    )
  }
}

export const nothingStored = (): StoredBatch => ({
  imported: 0,
  alreadyImported: 0,
  ranges: 0,
  withdrawn: 0,
})

export function addStored(total: StoredBatch, part: StoredBatch): void {
  for (const name of Object.keys(total) as (keyof StoredBatch)[]) total[name] += part[name]
}

async function storeSome(
  trx: Queryable,
  batch: DownloadBatch,
  from: number,
  count: number,
  context: BatchContext,
  fresh: number[],
): Promise<StoredBatch> {
  const places = Array.from({ length: count }, (_, index) => from + index)
  const whole = places.filter((place) => batch.statuses[place] === 200)
  const ranges = places.filter((place) => batch.statuses[place] === 206)
  const imported = await storeWhole(trx, batch, whole, context, fresh)
  return {
    imported,
    alreadyImported: whole.length - imported,
    ranges: ranges.length,
    withdrawn: await storeRanges(trx, batch, ranges, context),
  }
}

/** Equal lines of this batch. */
interface LineGroup extends LineKey {
  met: number
  /** Where the first of them is in the batch. */
  place: number
}

/**
 * @param fresh takes the places of lines that are to be recorded
 * @returns how many
 */
async function storeWhole(
  db: Queryable,
  batch: DownloadBatch,
  places: number[],
  { file, newest, mayUnsettle }: BatchContext,
  fresh: number[],
): Promise<number> {
  const groups = groupLines(batch, places)
  if (groups.length === 0) return 0
  const maybeKnown = groups.filter(({ at }) => at <= newest.at)
  newest.at = Math.max(newest.at, groups.at(-1)?.at ?? 0)
  const known = new Map((await listLineCounts(db, maybeKnown)).map((count) => [count.place, count]))
  const lines: LineRow[] = []
  const before = fresh.length
  const added: LineGroup[] = []
  for (const group of groups) {
    const { copies, seen, added: lacking } = countCopies(group.met, file, known.get(group.place))
    const { period, visitor, at, line } = group
    lines.push({ period, visitor, at, line, copies, file, seen })
    if (lacking > 0) added.push(group)
    for (let copy = 0; copy < lacking; copy += 1) fresh.push(group.place)
  }
  await saveLines(db, lines)
  if (mayUnsettle) {
    await unsettleBeside(
      db,
      added.map(({ visitor, at }) => ({ visitor, at })),
    )
  }
  return fresh.length - before
}

/** In the order of time, so that rows that lie together are written together. */
function groupLines(batch: DownloadBatch, places: number[]): LineGroup[] {
  const { times, visitors, lines } = batch
  const value = (column: Float64Array, place: number) => column[place] ?? 0
  const sorted = places.toSorted(
    (a, b) =>
      value(times, a) - value(times, b) ||
      value(visitors, a) - value(visitors, b) ||
      value(lines, a) - value(lines, b) ||
      a - b,
  )
  const groups: LineGroup[] = []
  for (const place of sorted) {
    const [at, visitor, line] = [value(times, place), value(visitors, place), value(lines, place)]
    const last = groups.at(-1)
    if (last && last.at === at && last.visitor === visitor && last.line === line) last.met += 1
    else groups.push({ period: periodOf(at), visitor, at, line, met: 1, place })
  }
  return groups
}

function recordAt(
  batch: DownloadBatch,
  place: number,
  isRobot: (userAgent: string) => boolean,
): ImportedRecord {
  const user_agent = userAgentAt(batch, place)
  return {
    document_id: batch.documentIds[place] ?? 0,
    accessed_at: batch.times[place] ?? 0,
    user_agent,
    is_robot: isRobot(user_agent) ? 1 : 0,
  }
}

function userAgentAt({ agents, userAgents }: DownloadBatch, place: number): string {
  return userAgents[agents[place] ?? 0] ?? ''
}

async function storeRanges(
  db: Queryable,
  batch: DownloadBatch,
  places: number[],
  { run }: BatchContext,
): Promise<number> {
  if (places.length === 0) return 0
  const arriving = mergeBursts(places.map((place) => burstAt(batch, place)))
  const stored = await listTouching(db, arriving)
  const { merged, obsolete } = changeBursts(stored, arriving)
  await deleteImported(db, obsolete)
  await replaceBursts(db, run, stored, merged)
  return obsolete.length
}

function burstAt(batch: DownloadBatch, place: number): Burst {
  const at = batch.times[place] ?? 0
  return {
    visitor: batch.visitors[place] ?? 0,
    source: batch.sources[place] ?? 0,
    first_at: at,
    last_at: at,
    document_id: batch.documentIds[place] ?? 0,
    user_agent: userAgentAt(batch, place),
    access_id: null,
  }
}
