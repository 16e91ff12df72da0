import { setTimeout as sleep } from 'node:timers/promises'
import { settledId, tryStatisticsLock } from '../../../platform/database/backup/snapshots.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { foldDownloads } from './fold-downloads.ts'
import { NEVER } from './fold-queries.ts'
import { emptySummaries, markBuilding } from './rebuild-queries.ts'
import { findSummaryState } from './summary-queries.ts'

/** Told how far it is, from 0 to 1. */
export type OnProgress = (done: number) => void

export interface RebuildOptions {
  onProgress?: OnProgress | undefined
  /** Gives up after the fold that is running. */
  signal?: AbortSignal | undefined
}

const BUSY_MS = 20

/**
 * Empties the summaries and folds all records in from the first on, so that downloads go on being recorded. Until the end
 * there are no summaries, and figures are asked of the records. Whoever folds next goes on where a process has died.
 *
 * Days whose IPs were erased keep the visitors that were counted; only their downloads are counted again.
 *
 * @param db a connection for this alone
 */
export async function rebuildStatistics(
  db: Database,
  timeZone: string,
  { onProgress = () => {}, signal }: RebuildOptions = {},
): Promise<void> {
  while (!(await begin(db, timeZone))) await sleep(BUSY_MS, undefined, { signal })
  const last = await settledId(db, 'document_accesses')
  for (;;) {
    signal?.throwIfAborted()
    const outcome = await foldDownloads(db, timeZone)
    // Another process may have begun a rebuild for the days of another zone.
    if (outcome === 'done' || outcome === 'unbuilt') return onProgress(1)
    if (outcome === 'busy') await sleep(BUSY_MS)
    const { foldedId } = await findSummaryState(db)
    onProgress(Math.min(1, foldedId / (last || Number.POSITIVE_INFINITY)))
  }
}

/** @returns false where another process is folding */
function begin(db: Database, timeZone: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryStatisticsLock(trx))) return false
    const { erasedThrough } = await findSummaryState(trx)
    await emptySummaries(trx, erasedThrough ?? NEVER)
    await markBuilding(trx, timeZone)
    return true
  })
}
