import { sql } from 'kysely'
import { dialectOf } from '../../src/platform/database/dialect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import type { Row } from './row.ts'

const RECORDS = ['document_accesses']

/** Disk space for each download: its record with the indexes. */
export async function measureDiskSpace(name: string, db: Database, records: number): Promise<Row> {
  const bytes = Math.round((await bytesOf(db, RECORDS)) / records)
  return {
    what: `disk space for each download, ${name}`,
    peer: '',
    ours: `${bytes} bytes`,
    result: '',
    promised: '',
  }
}

export async function bytesOf(db: Database, tables: string[]): Promise<number> {
  const names = sql.join(tables)
  const query =
    dialectOf(db) === 'postgres'
      ? sql<{
          bytes: number
        }>`select sum(pg_total_relation_size(relname::text::regclass))::float8 as bytes
          from pg_class where relname in (${names})`
      : sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where aggregate = 1
          and name in (select name from sqlite_schema where tbl_name in (${names}))`
  const { rows } = await query.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
