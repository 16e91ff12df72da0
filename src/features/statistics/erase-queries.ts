import { sql } from 'kysely'
import { emptyTable } from '../../platform/database/backup/snapshots.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import { ALL_DOCUMENTS } from './figures/fold-queries.ts'
import { dayAt, dayNumberOf, dayOfNumber, momentsOf } from './figures/site-days.ts'

export async function findFirstDay(trx: Queryable, timeZone: string): Promise<number> {
  const { first } = await trx
    .selectFrom('document_accesses')
    .select(sql<number | null>`min(accessed_at)`.as('first'))
    .executeTakeFirstOrThrow()
  return dayNumberOf(dayAt(first ?? Date.now(), timeZone))
}

export async function closeDay(trx: Queryable, day: number): Promise<void> {
  await trx.updateTable('access_summary').set({ erased_through: day }).execute()
}

const RECORDS_AT_A_TIME = 1000

export async function eraseSome(
  trx: Queryable,
  { timeZone, day, foldedId }: { timeZone: string; day: number; foldedId: number },
): Promise<boolean> {
  const date = dayOfNumber(day)
  const { start, end } = momentsOf({ from: date, to: date }, timeZone)
  await sql`create temporary table if not exists erase_records
    (id bigint, ip text, document_id integer)`.execute(trx)
  await emptyTable(trx, 'erase_records')
  await sql`insert into erase_records select id, client_ip, document_id from document_accesses
    where accessed_at >= ${start} and accessed_at < ${end} and client_ip is not null and id <= ${foldedId}
    order by accessed_at limit ${sql.lit(RECORDS_AT_A_TIME)}`.execute(trx)
  for (const document of [sql`document_id`, sql`${sql.lit(ALL_DOCUMENTS)}`]) {
    await sql`delete from access_visits where (ip, document_id, day)
      in (select ip, ${document}, ${sql.lit(day)} from erase_records)`.execute(trx)
  }
  const { numAffectedRows } = await sql`update document_accesses set client_ip = null, ip_erased = 1
    where id in (select id from erase_records)`.execute(trx)
  return Number(numAffectedRows) > 0
}
