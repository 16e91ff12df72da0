import { runOnRows } from '../../platform/database/row-statement.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import type { LineCount, LineKey } from './count-copies.ts'

/** The time of the first download that the service itself recorded, in milliseconds. */
export async function findServiceStart(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('document_accesses')
    .select('accessed_at')
    .where('source', '=', 'service')
    .orderBy('accessed_at')
    .limit(1)
    .executeTakeFirst()
  return row?.accessed_at
}

/** Deleted ones too: their downloads have happened. */
export async function listAllDocumentIds(db: Queryable): Promise<number[]> {
  const rows = await db.selectFrom('documents').select('id').execute()
  return rows.map(({ id }) => id)
}

const KEY = { period: 'integer', visitor: 'bigint', at: 'bigint', line: 'bigint' } as const

/** How often each of these lines was imported so far; those that never were are not in the list. */
export function listLineCounts(db: Queryable, keys: (LineKey & { place: number })[]) {
  return runOnRows<LineCount>(
    db,
    { place: 'integer', ...KEY },
    keys,
    `select v.place, l.copies, l.file, l.seen from v cross join imported_lines l
      where l.period = v.period and l.visitor = v.visitor and l.at = v.at and l.line = v.line`,
  )
}

export interface LineRow extends LineKey {
  copies: number
  /** This reading of the file. */
  file: number
  seen: number
}

export async function saveLines(db: Queryable, lines: LineRow[]): Promise<void> {
  await runOnRows(
    db,
    { ...KEY, copies: 'integer', file: 'bigint', seen: 'integer' },
    lines,
    `insert into imported_lines (period, visitor, at, line, copies, file, seen)
      select period, visitor, at, line, copies, file, seen from v where true
      on conflict (period, visitor, at, line) do update
      set copies = excluded.copies, file = excluded.file, seen = excluded.seen`,
  )
}

/** The last half hour of which any line was imported. */
export async function findLastPeriod(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('imported_lines')
    .select('period')
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.period
}

export interface ImportedRecord {
  document_id: number
  accessed_at: number
  user_agent: string
  is_robot: number
}

const RECORD = {
  document_id: 'integer',
  accessed_at: 'bigint',
  user_agent: 'text',
  is_robot: 'integer',
} as const

const INSERT = `insert into document_accesses
  (document_id, accessed_at, client_ip, user_agent, is_robot, source)
  select document_id, accessed_at, null, user_agent, is_robot, 'access_log' from v`

/** Records without an IP. */
export async function insertImported(db: Queryable, rows: ImportedRecord[]): Promise<void> {
  await runOnRows(db, RECORD, rows, INSERT)
}

/** @returns their ids, in the order of the rows: ids are given in it */
export async function insertWithIds(db: Queryable, rows: ImportedRecord[]): Promise<number[]> {
  const ids = await runOnRows<{ id: number }>(db, RECORD, rows, `${INSERT} returning id`)
  return ids.map(({ id }) => id).sort((a, b) => a - b)
}

export async function deleteImported(db: Queryable, ids: number[]): Promise<void> {
  const rows = ids.map((id) => ({ id }))
  await runOnRows(
    db,
    { id: 'bigint' },
    rows,
    'delete from document_accesses where id in (select id from v)',
  )
}
