import { sql, type Transaction } from 'kysely'
import { hasChanged, hasRows } from '../../../platform/database/query-results.ts'
import type { Document, NewDocument, Queryable, Schema } from '../../../platform/database/schema.ts'
import { putOwnText, putPages } from '../../../platform/search/search-index.ts'
import { queueScans } from '../../recognition/queries.ts'
import { findEntry, isPublic, lockEntryVersion } from '../entries/queries.ts'

export type PublishedDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>

/** Published, not deleted, of an entry that is published and not deleted (PROMISES 17). */
export const findPublishedDocument = (db: Queryable, id: number) =>
  publishedDocuments(db).where('documents.id', '=', id).executeTakeFirst()

/** @returns when an entry or a document that was public was deleted; undefined for any other (PROMISES 17) */
export async function findWithdrawal(
  db: Queryable,
  column: 'documents.id' | 'entries.id' | 'entries.number',
  value: number,
) {
  const own = column === 'documents.id' ? sql`documents.deleted_at` : sql`null`
  const at = sql<number | null>`coalesce(${own}, entries.deleted_at)`
  const row = await db
    .selectFrom('entries')
    .leftJoin('documents', 'documents.entry_id', 'entries.id')
    .select(at.as('at'))
    .where(column, '=', value)
    .where('entries.status', '=', 'published')
    .where('entries.published_at', '<=', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? undefined
}

export const listPublishedDocuments = (db: Queryable) =>
  publishedDocuments(db).orderBy('documents.id').execute()

export const listSameContent = (db: Queryable, sha256: string) =>
  publishedDocuments(db).where('documents.sha256', '=', sha256).orderBy('documents.id').execute()

export function listKeyDocuments(db: Queryable) {
  const pinned = publishedDocuments(db).where('documents.pinned_at', 'is not', null)
  return pinned.orderBy('documents.pinned_at').orderBy('documents.id').execute()
}

export const publishedDocuments = (db: Queryable) =>
  withEntry(db).where('documents.deleted_at', 'is', null).where(isPublic)

/** For administrators: documents of drafts and deleted documents included. */
export const findDocument = (db: Queryable, id: number) =>
  withEntry(db).where('documents.id', '=', id).executeTakeFirst()

const withEntry = (db: Queryable) =>
  db
    .selectFrom('documents')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .selectAll('documents')
    .select(['entries.number as entry_number', 'entries.filed_on', 'entries.title as entry_title'])

export async function listDocuments(db: Queryable, entryIds: number[]): Promise<Document[]> {
  if (entryIds.length === 0) return []
  return inOrder(db).where('entry_id', 'in', entryIds).where('deleted_at', 'is', null).execute()
}

/** For administrators: deleted documents included. */
export const listAllDocuments = (db: Queryable, entryId: number) =>
  inOrder(db).where('entry_id', '=', entryId).execute()

const inOrder = (db: Queryable) =>
  db
    .selectFrom('documents')
    .selectAll()
    .orderBy('entry_id')
    .orderBy('position')
    .orderBy('attachment_number')
    .orderBy('id')

export const hasDocuments = (db: Queryable) => hasRows(db.selectFrom('documents'))

export const insertDocument = (db: Queryable, document: NewDocument): Promise<Document> =>
  db.insertInto('documents').values(document).returningAll().executeTakeFirstOrThrow()

export async function updateDocument(db: Queryable, id: number, change: Partial<NewDocument>) {
  await db.updateTable('documents').set(change).where('id', '=', id).execute()
}

/** Numbers an entry's documents 1, 2, 3… in the order given, and indexes the entry again. */
export async function saveOrder(
  trx: Transaction<Schema>,
  entryId: number,
  ordered: readonly Pick<Document, 'id' | 'position'>[],
) {
  for (const [index, { id, position }] of ordered.entries()) {
    if (position !== index + 1) await updateDocument(trx, id, { position: index + 1 })
  }
  await indexEntry(trx, entryId)
}

/** @returns false if the file was replaced or the document deleted */
export function markRead(db: Queryable, { id, sha256 }: Document, text_pages: number) {
  const document = db.updateTable('documents').set({ text_pages }).where('id', '=', id)
  return hasChanged(document.where('sha256', '=', sha256).where('deleted_at', 'is', null))
}

/** Call it after every change to the entry's fields or to its documents' titles. */
export async function indexEntry(trx: Transaction<Schema>, entryId: number): Promise<void> {
  await lockEntryVersion(trx, entryId)
  const entry = await findEntry(trx, entryId)
  if (!entry) return
  const documents = await listDocuments(trx, [entryId])
  const { number, title, description, type, filed_by } = entry
  const names = [number ?? '', filed_by, ...documents.map((document) => document.title)]
  const text = { title: `${title}\n${type}`, other: names.join('\n'), body: description }
  await putOwnText(trx, entryId, text)
}

/** @param pages the text of each page, in order */
export async function indexPages(
  db: Queryable,
  { id, entry_id }: Pick<Document, 'id' | 'entry_id'>,
  pages: readonly string[],
): Promise<void> {
  await queueScans(db, id, pages)
  const numbered = pages.map((text, index) => ({ page: index + 1, text }))
  await putPages(db, { ownerId: entry_id, documentId: id, pages: numbered })
}

export const textPages = (pages: readonly string[]) =>
  pages.filter((text) => /[\p{L}\p{N}]/u.test(text)).length
