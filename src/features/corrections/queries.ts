import { sql } from 'kysely'
import { hasRows } from '../../platform/database/query-results.ts'
import type { Document, EntryCorrection, Queryable } from '../../platform/database/schema.ts'
import type { Correction } from './rules.ts'

/* Corrections are written together with their entry, whose row invalidates the caches (docs/decisions/003). */

/** Of these entries and their documents that are not deleted, newest first. The 0 is no entry's ID. */
export function listCorrections(db: Queryable, entryIds: readonly number[]) {
  return db
    .selectFrom('entry_corrections')
    .leftJoin('documents', 'documents.id', 'entry_corrections.document_id')
    .selectAll('entry_corrections')
    .select('documents.title')
    .where('entry_corrections.entry_id', 'in', [0, ...entryIds])
    .where((eb) => eb.or([eb('document_id', 'is', null), eb('documents.deleted_at', 'is', null)]))
    .orderBy('corrected_at', 'desc')
    .orderBy('entry_corrections.id', 'desc')
    .execute()
}

export function listVersions(db: Queryable, entryIds: readonly number[]) {
  return db
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_versions.document_id')
    .selectAll('document_versions')
    .select(['entry_id', 'title', 'deleted_at'])
    .where('entry_id', 'in', [0, ...entryIds])
    .orderBy('replaced_at', 'desc')
    .orderBy('document_versions.id', 'desc')
    .execute()
}

/** Whether anybody has downloaded one of the entry's documents or was notified of the entry. */
export async function wasReliedOn(db: Queryable, entryId: number): Promise<boolean> {
  const documents = db.selectFrom('documents').select('id').where('entry_id', '=', entryId)
  return (
    (await hasRows(db.selectFrom('notification_entries').where('entry_id', '=', entryId))) ||
    (await hasRows(db.selectFrom('document_accesses').where('document_id', 'in', documents)))
  )
}

/** Whether anybody has downloaded the document's current file. */
export function wasDownloaded(db: Queryable, documentId: number): Promise<boolean> {
  const earlier = db.selectFrom('document_versions').where('document_id', '=', documentId)
  const since = earlier.select(sql<number>`coalesce(max(replaced_at), 0)`.as('since'))
  const downloads = db.selectFrom('document_accesses').where('document_id', '=', documentId)
  return hasRows(downloads.where('accessed_at', '>=', since))
}

/** @param of for all of them, except what a correction says itself */
export async function insertCorrections(
  trx: Queryable,
  corrections: readonly Correction[],
  of: Pick<EntryCorrection, 'entry_id' | 'document_id' | 'corrected_at'>,
): Promise<void> {
  if (corrections.length === 0) return
  const rows = corrections.map((correction) => ({ ...of, ...correction }))
  await trx.insertInto('entry_corrections').values(rows).execute()
}

/** Keeps what identifies a replaced file, but not the file itself. */
export async function insertVersion(
  trx: Queryable,
  replaced: Pick<Document, 'id' | 'sha256' | 'byte_size' | 'page_count'>,
  replaced_at: number,
): Promise<void> {
  const { id: document_id, sha256, byte_size, page_count } = replaced
  const version = { document_id, sha256, byte_size, page_count, replaced_at }
  await trx.insertInto('document_versions').values(version).execute()
}
