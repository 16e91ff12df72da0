import { sql } from 'kysely'
import {
  emptyTable,
  isWriteConflict,
  transactOnSnapshot,
  tryStatisticsLock,
} from '../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../platform/database/schema.ts'
import { momentsOf } from './figures/day-sql.ts'
import { ALL_DOCUMENTS } from './figures/fold-rules.ts'
import { DAY_MS, dayAt, dayNumberOf, dayOfNumber } from './figures/site-days.ts'
import { findSummaryState, isCorrected } from './figures/summary-queries.ts'

/** Records of one transaction. */
const RECORDS_AT_A_TIME = 1000

/** The last day of which every moment is older than so many days. */
export function lastDayToErase(now: number, retentionDays: number, timeZone: string): number {
  return dayNumberOf(dayAt(now - retentionDays * DAY_MS, timeZone)) - 1
}

/**
 * Erases the IPs of the next records up to the day, and the visits that they stand for; the counts that have been made of
 * them stay. A day is closed before its first IP is erased, so that nothing counts it again; a visitor who comes back
 * after that is a new one. The records themselves stay, and say that they had an IP.
 *
 * @param db a connection for this alone, with the summaries up to date
 * @returns `more` until all are erased; `busy` where it has to be tried again
 */
export async function eraseIps(
  db: Database,
  timeZone: string,
  through: number,
): Promise<'done' | 'more' | 'busy'> {
  try {
    return await transactOnSnapshot(db, async (trx) => {
      if (!(await tryStatisticsLock(trx))) return 'busy'
      const state = await findSummaryState(trx)
      if (state.timeZone !== timeZone || (await isCorrected(trx, state.foldedId))) return 'busy'
      const closed = state.erasedThrough ?? (await findFirstDay(trx, timeZone)) - 1
      if (await eraseSome(trx, timeZone, closed, state.foldedId)) return 'more'
      if (closed >= through) return 'done'
      await trx
        .updateTable('access_summary')
        .set({ erased_through: closed + 1 })
        .execute()
      return 'more'
    })
  } catch (error) {
    if (isWriteConflict(error)) return 'busy'
    throw error
  }
}

async function findFirstDay(trx: Queryable, timeZone: string): Promise<number> {
  const { first } = await trx
    .selectFrom('document_accesses')
    .select(sql<number | null>`min(accessed_at)`.as('first'))
    .executeTakeFirstOrThrow()
  return dayNumberOf(dayAt(first ?? Date.now(), timeZone))
}

/** Of a day that is closed. @returns whether there were any */
async function eraseSome(
  trx: Queryable,
  timeZone: string,
  number: number,
  foldedId: number,
): Promise<boolean> {
  const day = dayOfNumber(number)
  const { start, end } = momentsOf({ from: day, to: day }, timeZone)
  await sql`create temporary table if not exists erase_records
    (id bigint, ip text, document_id integer)`.execute(trx)
  await emptyTable(trx, 'erase_records')
  await sql`insert into erase_records select id, client_ip, document_id from document_accesses
    where accessed_at >= ${start} and accessed_at < ${end} and client_ip is not null and id <= ${foldedId}
    order by accessed_at limit ${sql.lit(RECORDS_AT_A_TIME)}`.execute(trx)
  for (const document of [sql`document_id`, sql`${sql.lit(ALL_DOCUMENTS)}`]) {
    await sql`delete from access_visits where (ip, document_id, day)
      in (select ip, ${document}, ${sql.lit(number)} from erase_records)`.execute(trx)
  }
  const { numAffectedRows } = await sql`update document_accesses set client_ip = null, ip_erased = 1
    where id in (select id from erase_records)`.execute(trx)
  return Number(numAffectedRows) > 0
}
