import { type CompiledQuery, sql } from 'kysely'
import { rowsAsTable } from '../../platform/database/dialect.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import type { DownloadChainsTable } from '../../platform/database/tables/access.ts'
import { PAUSE_MS } from './download-rules.ts'

export type StoredChain = DownloadChainsTable

export interface ChainKey {
  source: number
  visitor: number
  /** Whether it is also asked which others of the source are known from ranges alone. */
  is_range: 0 | 1
}

const KEY = { source: 'bigint', visitor: 'bigint', is_range: 'integer' } as const
const CHAIN = {
  source: 'bigint',
  visitor: 'bigint',
  first_at: 'bigint',
  last_at: 'bigint',
  wholes: 'integer',
  ranges: 'integer',
  access_id: 'bigint',
} as const
const COLUMNS = sql.join(Object.keys(CHAIN).map((name) => sql.ref(name)))

export async function listChains(db: Queryable, keys: ChainKey[]): Promise<StoredChain[]> {
  const v = rowsAsTable<ChainKey>(db, KEY, keys)
  const { rows } = await sql<StoredChain>`
    select c.* from ${v} join download_chains c on c.source = v.source and c.visitor = v.visitor
    union select c.* from ${v} join download_chains c on c.source = v.source and c.wholes = 0
    where v.is_range = 1`.execute(db)
  return rows
}

export async function saveChains(db: Queryable, chains: StoredChain[]): Promise<void> {
  if (chains.length === 0) return
  await sql`insert into download_chains (${COLUMNS})
    select ${COLUMNS} from ${rowsAsTable<StoredChain>(db, CHAIN, chains)} where true
    on conflict (source, visitor) do update set first_at = excluded.first_at, last_at = excluded.last_at,
      wholes = excluded.wholes, ranges = excluded.ranges, access_id = excluded.access_id`.execute(
    db,
  )
}

/** Those that nothing can touch any more. */
export async function deleteChains(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('download_chains').where('last_at', '<', before).execute()
}

const RECORD = {
  document_id: 'integer',
  accessed_at: 'bigint',
  client_ip: 'text',
  user_agent: 'text',
  is_robot: 'integer',
} as const
const RECORD_COLUMNS = sql.join(Object.keys(RECORD).map((name) => sql.ref(name)))
const PAUSE = sql.lit(PAUSE_MS)

interface DownloadRow {
  document_id: number
  accessed_at: number
  client_ip: string | null
  user_agent: string
  is_robot: number
}

/** @returns their ids in the same order: `returning` alone promises none, but ids rise in it */
export async function insertDownloads(db: Queryable, rows: DownloadRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await sql<{
    id: number
  }>`insert into document_accesses (${RECORD_COLUMNS}, source)
    select ${RECORD_COLUMNS}, 'service' from ${rowsAsTable<DownloadRow>(db, RECORD, rows)}
    returning id`.execute(db)
  return inserted.rows.map(({ id }) => id).sort((a, b) => a - b)
}

export type WholeChain = Omit<StoredChain, 'ranges' | 'access_id'>

/**
 * Two statements for whole downloads and their chains: the records, with their ids, and the chains. Both do nothing where
 * one of the chains may be that of a range which has a record. They are written once: that costs more than to run them.
 */
export function wholeStatements(
  db: Queryable,
): (rows: DownloadRow[], chains: WholeChain[]) => [CompiledQuery, CompiledQuery] {
  const { ranges: _, access_id: __, ...columns } = CHAIN
  const v = rowsAsTable<WholeChain>(db, columns, [])
  const touches = sql`excluded.first_at - c.last_at < ${PAUSE} and c.first_at - excluded.last_at < ${PAUSE}`
  const noRange = sql`not exists (select 1 from ${v} join download_chains c
    on c.source = v.source and c.visitor = v.visitor
    where c.wholes = 0 and c.ranges > 0
      and v.first_at - c.last_at < ${PAUSE} and c.first_at - v.last_at < ${PAUSE})`
  const records = sql`insert into document_accesses (${RECORD_COLUMNS}, source)
    select ${RECORD_COLUMNS}, 'service' from ${rowsAsTable<DownloadRow>(db, RECORD, [])}
    where ${noRange} returning id`.compile(db)
  const added = sql`insert into download_chains as c (${COLUMNS})
    select source, visitor, first_at, last_at, wholes, 0, null from ${v} where ${noRange}
    on conflict (source, visitor) do update set
      first_at = case when ${touches} and c.first_at < excluded.first_at then c.first_at else excluded.first_at end,
      last_at = case when ${touches} and c.last_at > excluded.last_at then c.last_at else excluded.last_at end,
      wholes = excluded.wholes + case when ${touches} then c.wholes else 0 end,
      ranges = case when ${touches} then c.ranges else 0 end,
      access_id = case when ${touches} then c.access_id end`.compile(db)
  return (rows, chains) => {
    const json = JSON.stringify(chains)
    return [
      { ...records, parameters: [JSON.stringify(rows), json] },
      { ...added, parameters: [json, json] },
    ]
  }
}

/** The record of a chain that began with a whole download. */
export async function findRecord(
  db: Queryable,
  { document_id, client_ip, user_agent }: Omit<DownloadRow, 'accessed_at' | 'is_robot'>,
  { first_at, last_at }: Pick<StoredChain, 'first_at' | 'last_at'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('document_accesses')
    .select('id')
    .where('document_id', '=', document_id)
    .where('accessed_at', '>=', first_at)
    .where('accessed_at', '<=', last_at)
    .where('client_ip', client_ip === null ? 'is' : '=', client_ip)
    .where('user_agent', '=', user_agent)
    .where('source', '=', 'service')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function deleteDownloads(db: Queryable, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('document_accesses').where('id', 'in', ids).execute()
}
