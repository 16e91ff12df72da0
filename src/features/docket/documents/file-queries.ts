import { sql } from 'kysely'
import { databaseTime } from '../../../platform/database/dialect.ts'
import { hasRemoved } from '../../../platform/database/query-results.ts'
import type { Document, Queryable } from '../../../platform/database/schema.ts'

export type StoredFile = Pick<Document, 'storage_key' | 'sha256' | 'byte_size'>

export const listStoredFiles = (db: Queryable): Promise<StoredFile[]> =>
  storedFiles(db).orderBy('storage_key').execute()

/** The files of documents and of filings that are still open. */
const storedFiles = (db: Queryable) =>
  db
    .selectFrom('documents')
    .select(['storage_key', 'sha256', 'byte_size'])
    .union(
      db
        .selectFrom('filing_documents')
        .innerJoin('filings', 'filings.id', 'filing_documents.filing_id')
        .select(['storage_key', 'sha256', 'byte_size'])
        .where('storage_key', '<>', '')
        .where('closed_at', 'is', null),
    )

export async function addUnclaimedFiles(db: Queryable, storageKeys: readonly string[]) {
  if (storageKeys.length === 0) return
  const since = databaseTime(db)
  // In one order, so that uploads of the same files at once cannot deadlock.
  const rows = storageKeys.toSorted().map((storage_key) => ({ storage_key, since }))
  await db
    .insertInto('unclaimed_files')
    .values(rows)
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ since }))
    .execute()
}

/** Documents name them now; a file that only a filing names may still be discarded. */
export async function forgetClaimedFiles(db: Queryable): Promise<void> {
  const claimed = db.selectFrom('documents').select('storage_key')
  await db.deleteFrom('unclaimed_files').where('storage_key', 'in', claimed).execute()
}

/** For a copy of the database: its files belong to the original. */
export async function forgetUnclaimedFiles(db: Queryable): Promise<void> {
  await db.deleteFrom('unclaimed_files').execute()
}

/** @param before in the database's time */
export async function listUnclaimedFiles(db: Queryable, before: number): Promise<string[]> {
  const rows = db.selectFrom('unclaimed_files').select('storage_key')
  const unclaimed = await rows.where(isUnclaimed(db, before)).execute()
  return unclaimed.map(({ storage_key }) => storage_key)
}

/** @returns false if it was claimed, or stored again after `before` */
export function forgetUnclaimedFile(db: Queryable, storageKey: string, before: number) {
  const row = db.deleteFrom('unclaimed_files').where('storage_key', '=', storageKey)
  return hasRemoved(row.where(isUnclaimed(db, before)))
}

const isUnclaimed = (db: Queryable, before: number) =>
  sql<boolean>`(since <= ${before}
    and storage_key not in (select storage_key from ${storedFiles(db).as('stored')}))`
