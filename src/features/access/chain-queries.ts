import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/database/dialect.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import type { DownloadChainsTable } from '../../platform/database/tables/access.ts'

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
  const list = sql.join(Object.keys(RECORD).map((name) => sql.ref(name)))
  const inserted = await sql<{ id: number }>`insert into document_accesses (${list}, source)
    select ${list}, 'service' from ${rowsAsTable<DownloadRow>(db, RECORD, rows)} returning id`.execute(
    db,
  )
  return inserted.rows.map(({ id }) => id).sort((a, b) => a - b)
}

export async function deleteDownloads(db: Queryable, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('document_accesses').where('id', 'in', ids).execute()
}
