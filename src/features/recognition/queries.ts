import { sql, type Transaction } from 'kysely'
import { countRows, hasChanged } from '../../platform/database/query-results.ts'
import { forRows } from '../../platform/database/row-statement.ts'
import type { Document, Queryable, Schema } from '../../platform/database/schema.ts'
import { isScanned } from './scan-rules.ts'

/** Pages already waiting or recognized are left as they are. */
const insertScans = forRows<{ document_id: number; page: number }>(
  { document_id: 'integer', page: 'integer' },
  'insert into scanned_pages (document_id, page) select document_id, page from v where true on conflict do nothing',
)

export async function queueScans(db: Queryable, documentId: number, pages: readonly string[]) {
  const rows = pages.flatMap((text, index) =>
    isScanned(text) ? { document_id: documentId, page: index + 1 } : [],
  )
  await insertScans(db, rows)
}

export async function forgetScans(db: Queryable, documentId: number): Promise<void> {
  await db.deleteFrom('scanned_pages').where('document_id', '=', documentId).execute()
}

/** The pages of a file that was read again, with the text recognized on them earlier. */
export async function withRecognized(db: Queryable, documentId: number, pages: readonly string[]) {
  const rows = await recognized(db).where('document_id', '=', documentId).execute()
  const texts = new Map(rows.map(({ page, text }) => [page, text]))
  return pages.map((text, index) => texts.get(index + 1) ?? text)
}

/** As `document:page`. */
export async function findRecognized(db: Queryable, documentIds: readonly number[]) {
  if (documentIds.length === 0) return new Set<string>()
  const rows = await recognized(db).where('document_id', 'in', documentIds).execute()
  return new Set(rows.map(({ document_id, page }) => `${document_id}:${page}`))
}

const recognized = (db: Queryable) =>
  db
    .selectFrom('scanned_pages')
    .select(['document_id', 'page', 'text'])
    .where('text', '<>', '')
    .$narrowType<{ text: string }>()

const waiting = (db: Queryable) =>
  db
    .selectFrom('scanned_pages')
    .innerJoin('documents', 'documents.id', 'scanned_pages.document_id')
    .where('text', 'is', null)
    .where('deleted_at', 'is', null)

export type ScannedDocument = NonNullable<Awaited<ReturnType<typeof findNextScan>>>

export function findNextScan(db: Queryable, except: readonly number[]) {
  return waiting(db)
    .select(['documents.id', 'entry_id', 'file_name', 'storage_key', 'sha256', 'byte_size'])
    .$if(except.length > 0, (query) => query.where('documents.id', 'not in', except))
    .orderBy('documents.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listWaitingPages(db: Queryable, documentId: number): Promise<number[]> {
  const ofDocument = waiting(db).where('document_id', '=', documentId)
  const rows = await ofDocument.select('page').orderBy('page').execute()
  return rows.map(({ page }) => page)
}

export const countWaitingPages = (db: Queryable): Promise<number> => countRows(waiting(db))

/** @returns false if the file was replaced, or another process has already read the page */
export async function saveRecognized(
  trx: Transaction<Schema>,
  { id, sha256 }: Pick<Document, 'id' | 'sha256'>,
  { page, text }: { page: number; text: string },
): Promise<boolean> {
  const same = trx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
  const read = trx
    .updateTable('scanned_pages')
    .set({ text })
    .where('document_id', 'in', same)
    .where('page', '=', page)
    .where('text', 'is', null)
  return hasChanged(read)
}

export async function countTextPages(trx: Transaction<Schema>, documentId: number): Promise<void> {
  const text_pages = sql<number>`(select count(*) from search_texts where document_id = ${documentId})`
  await trx.updateTable('documents').set({ text_pages }).where('id', '=', documentId).execute()
}
