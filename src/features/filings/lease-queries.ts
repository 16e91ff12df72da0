import { sql, type Updateable } from 'kysely'
import { hasChanged } from '../../platform/database/query-results.ts'
import type { Filing, FilingDocument, Queryable, Schema } from '../../platform/database/schema.ts'
import { isDue, sqlIsDue } from '../../platform/waits.ts'
import { LEASE_MS } from './filing-rules.ts'
import { type FilingChange, updateFiling } from './queries.ts'

const unreadFiling = sql<boolean>`(read_at is null and closed_at is null)`

/** @returns undefined if another process reads it */
export function claimFilingReading(db: Queryable, id: number, now: number) {
  const lease = { busy_until: now + LEASE_MS, tries: sql<number>`tries + 1` }
  return updateFiling(db, id, lease)
    .where(unreadFiling)
    .where(sqlIsDue('busy_until', now, LEASE_MS))
    .returningAll()
    .executeTakeFirst()
}

/** @returns false if the filing was discarded or is read */
export const extendFilingReading = (db: Queryable, id: number, now: number) =>
  hasChanged(updateFiling(db, id, { busy_until: now + LEASE_MS }).where(unreadFiling))

export async function endFilingReading(db: Queryable, id: number, change: FilingChange) {
  await updateFiling(db, id, { ...change, busy_until: 0 }).execute()
}

export const isBusy = (filing: Filing, now: number) =>
  isReading(filing) || isPublishing(filing, now)

export const isReading = ({ read_at, closed_at }: Filing) => read_at === null && closed_at === null

export const isPublishing = ({ read_at, closed_at, busy_until }: Filing, now: number) =>
  read_at !== null && closed_at === null && !isDue(busy_until, now, LEASE_MS)

/** @returns false if someone else changed or discarded the filing */
export const savePublication = (
  db: Queryable,
  { id, version }: Pick<Filing, 'id' | 'version'>,
  change: FilingChange,
) => hasChanged(updateFiling(db, id, change).where('version', '=', version))

export async function listUnreadFilings(db: Queryable, now: number): Promise<number[]> {
  const unread = db.selectFrom('filings').select('id').where(unreadFiling)
  const rows = await unread
    .where(sqlIsDue('busy_until', now, LEASE_MS))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Saves what was read of a file, once. */
export async function saveFilingReading(
  db: Queryable,
  { id, filing_id }: Pick<FilingDocument, 'id' | 'filing_id'>,
  change: Updateable<Schema['filing_documents']>,
): Promise<void> {
  const document = db.updateTable('filing_documents').set(change).where('id', '=', id)
  await document.where('reading', '=', '').where('storage_key', '!=', '').execute()
  await updateFiling(db, filing_id, { tries: 0 }).execute()
}
