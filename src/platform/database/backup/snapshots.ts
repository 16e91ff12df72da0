import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { Database, Queryable } from '../schema.ts'

/* The differences between SQLite and PostgreSQL in reading rows while others write. */

/**
 * Reads a consistent state of the database, whatever is written in the meantime.
 * @param tables tables that PostgreSQL must not empty in the meantime: `truncate` ignores snapshots
 */
export function readSnapshot<T>(
  db: Database,
  tables: readonly string[],
  read: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction()
  if (dialectOf(db) === 'sqlite') return transaction.execute(read)
  return transaction
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const list = sql.join(tables.map((table) => sql.table(table)))
      // Must come before the first query, which fixes the snapshot.
      await sql`lock table ${list} in access share mode`.execute(snapshot)
      return read(snapshot)
    })
}

const STATISTICS_LOCK = 1_146_046_284

/**
 * Changes the statistics summaries based on a consistent state of the database, one process at a time.
 * @returns `busy` if the caller has to try again: another process is doing this, or has changed a row since
 */
export async function transactOnStatistics<T>(
  db: Database,
  work: (snapshot: Queryable) => Promise<T>,
): Promise<T | 'busy'> {
  const transaction = db.transaction()
  // SQLite has one writer anyway.
  if (dialectOf(db) === 'sqlite') return transaction.execute(work)
  try {
    return await transaction.setIsolationLevel('repeatable read').execute(async (snapshot) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${STATISTICS_LOCK}::bigint) as locked`.execute(snapshot)
      return rows[0]?.locked ? await work(snapshot) : 'busy'
    })
  } catch (error) {
    if (isWriteConflict(error)) return 'busy'
    throw error
  }
}

function isWriteConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string })?.code ?? '')
}

const LOOKS = 100
const LOOK_EVERY_MS = 10

/**
 * The highest id below which no new id can appear. On SQLite ids appear in order. PostgreSQL assigns ids before their rows
 * are committed, to transactions that hold a lock on the table; this waits for those without blocking anyone.
 * @returns undefined if one takes longer than a second
 */
export async function settledId(db: Database, table: 'document_accesses') {
  if (dialectOf(db) === 'sqlite') {
    const { rows } = await sql<{ id: number | null }>`
      select max(id) as id from ${sql.table(table)}`.execute(db)
    return rows[0]?.id ?? 0
  }
  const { rows } = await sql<{ id: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as id`.execute(
    db,
  )
  let writers = await listWriters(db, table)
  for (let look = 0; writers.length > 0; look += 1) {
    if (look === LOOKS) return undefined
    await sleep(LOOK_EVERY_MS)
    const still = new Set(await listWriters(db, table))
    writers = writers.filter((writer) => still.has(writer))
  }
  return rows[0]?.id ?? 0
}

async function listWriters(db: Queryable, table: string): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where relation = ${table}::regclass and database = (select oid from pg_database where datname = current_database())
      and locktype = 'relation' and mode like '%Exclusive%' and mode <> 'ShareUpdateExclusiveLock'
      and pid is distinct from pg_backend_pid()`.execute(db)
  return rows.map(({ writer }) => writer)
}

/** Fast on both; on PostgreSQL, `delete` would leave dead rows in a temporary table. */
export async function emptyTable(db: Queryable, table: string): Promise<void> {
  await sql`${sql.raw(dialectOf(db) === 'sqlite' ? 'delete from' : 'truncate')} ${sql.table(table)}`.execute(
    db,
  )
}

/** PostgreSQL does not analyze temporary tables automatically. */
export async function analyzeTable(db: Queryable, table: string): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`analyze ${sql.table(table)}`.execute(db)
}
