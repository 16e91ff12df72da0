import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/schema.ts'
import { emptyTable, settledId, stageOnSnapshot } from '../../platform/database/snapshots.ts'
import { dayNumberSql } from './day-sql.ts'
import { findMoments } from './fold-queries.ts'
import { NEVER } from './fold-rules.ts'
import { type Claim, claimRebuild } from './rebuild-claim.ts'
import {
  dropRebuildTables,
  endOfPart,
  indexStaged,
  keepLinks,
  stageRecords,
  stageReturns,
  writeAllTotals,
  writeReturns,
  writeTotals,
  writeVisits,
} from './rebuild-queries.ts'
import { offsetPeriodsOfYears } from './site-days.ts'
import { findSummaryState } from './summary-queries.ts'

/** Told how far it is, from 0 to 1. */
export type OnProgress = (done: number) => void

export interface RebuildOptions {
  onProgress?: OnProgress | undefined
  /** Gives up after the statement that is running. */
  signal?: AbortSignal | undefined
}

/** Staged rows of one transaction: SQLite's lock is held for some 100 milliseconds. */
const ROWS_PER_PART = 10_000

/**
 * Builds the summaries anew from the records, as they were at one moment; what came later is folded in afterwards. The
 * long work is done beside, without a lock; then it is written part by part, so that downloads go on being recorded.
 * Until the end there are no summaries, and a process that dies leaves none: the figures are then asked of the records.
 *
 * Days whose IPs were erased keep the visitors that were counted; only their downloads are counted again.
 *
 * @param connections one for this alone; `live` shows meanwhile that this process lives
 * @returns false where another process is building
 * @throws LostClaimError, and what the database throws
 */
export async function rebuildStatistics(
  { db, live }: { db: Database; live: Database },
  timeZone: string,
  { onProgress = () => {}, signal }: RebuildOptions = {},
): Promise<boolean> {
  const claim = await claimRebuild(live, signal)
  if (!claim) return false
  try {
    await db.connection().execute((connection) => rebuild(connection, claim, timeZone, onProgress))
    return true
  } finally {
    await claim.release()
  }
}

async function rebuild(
  db: Database,
  claim: Claim,
  timeZone: string,
  onProgress: OnProgress,
): Promise<void> {
  const upTo = await waitForSettledId(db)
  try {
    await dropRebuildTables(db)
    const erasedThrough = await stage(db, upTo, timeZone)
    onProgress(STAGED)
    await write(db, claim, (trx) => empty(trx, erasedThrough))
    await writeStaged(db, claim, onProgress)
    await write(db, claim, (trx) => finish(trx, upTo, timeZone))
  } finally {
    await dropRebuildTables(db)
  }
  onProgress(1)
}

/** Shares of the whole, as they are with ten million records. */
const STAGED = 0.4
const VISITS_WRITTEN = 0.8

async function waitForSettledId(db: Database): Promise<number> {
  const id = await settledId(db, 'document_accesses')
  return id ?? waitForSettledId(db)
}

async function stage(db: Database, upTo: number, timeZone: string): Promise<number> {
  return stageOnSnapshot(db, async () => {
    const erasedThrough = (await findSummaryState(db)).erasedThrough ?? NEVER
    const { first, last } = (await findMoments(db, { after: 0, upTo })) ?? { first: 0, last: 0 }
    const day = dayNumberSql(offsetPeriodsOfYears(first, last, timeZone))
    await stageRecords(db, { upTo, erasedThrough }, day)
    return erasedThrough
  })
}

/** A transaction of its own, as long as nobody else has taken over. */
function write<T>(db: Database, claim: Claim, work: (trx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await claim.hold(trx)
    return work(trx)
  })
}

async function empty(trx: Queryable, erasedThrough: number): Promise<void> {
  await emptyTable(trx, 'access_totals')
  await emptyTable(trx, 'access_visits')
  if (erasedThrough === NEVER) await emptyTable(trx, 'access_returns')
  else await trx.deleteFrom('access_returns').where('day', '>', erasedThrough).execute()
}

async function writeStaged(db: Database, claim: Claim, onProgress: OnProgress): Promise<void> {
  const staged = await indexStaged(db)
  let after = ''
  for (let written = 0; ; written += ROWS_PER_PART) {
    const end = await endOfPart(db, after, ROWS_PER_PART)
    await write(db, claim, (trx) => writeVisits(trx, after, end))
    if (end === undefined) break
    after = end
    onProgress(STAGED + ((VISITS_WRITTEN - STAGED) * written) / staged)
  }
  await write(db, claim, keepLinks)
  await stageReturns(db)
  onProgress(0.95)
  await write(db, claim, writeAllTotals)
  await writeParts(db, claim, writeTotals)
  await writeParts(db, claim, writeReturns)
}

async function writeParts(
  db: Database,
  claim: Claim,
  writePart: (trx: Queryable, after: number, rows: number) => Promise<boolean>,
): Promise<void> {
  for (let after = 0; ; after += ROWS_PER_PART) {
    const isMore = await write(db, claim, (trx) => writePart(trx, after, ROWS_PER_PART))
    if (!isMore) return
  }
}

/** Corrections that were there when the records were read are in what was read. */
async function finish(trx: Queryable, upTo: number, timeZone: string): Promise<void> {
  await sql`delete from access_corrections where id in (select id from rebuild_corrections)`.execute(
    trx,
  )
  await trx
    .updateTable('access_summary')
    .set({ folded_id: upTo, time_zone: timeZone, rebuilder: null })
    .execute()
}
