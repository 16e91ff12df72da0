import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { putEntryText } from '../../platform/search/page-index.ts'
import { findEntryOfDocuments, listDocuments } from './queries.ts'

/** Puts the entry's own words, its documents' titles among them, in the search; after each change of either. */
export async function indexEntry(trx: Transaction<Schema>, entryId: number): Promise<void> {
  const entry = await findEntryOfDocuments(trx, entryId)
  if (!entry) return
  const documents = await listDocuments(trx, [entryId])
  const { number, title, description, type, filed_by } = entry
  const titles = documents.map((document) => document.title)
  const text = [number ?? '', title, description, type, filed_by, ...titles]
  await putEntryText(trx, entryId, text.join('\n'))
}
