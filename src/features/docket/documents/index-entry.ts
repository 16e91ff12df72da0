import type { Transaction } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import { putEntryText } from '../../../platform/search/page-index.ts'
import { putWhole } from '../../../platform/search/whole-index.ts'
import { findEntryOfDocuments, holdEntry, listDocuments } from './queries.ts'

/**
 * Puts the entry's own words, its documents' titles among them, in the search, and makes its row of all words anew; after
 * each change of its fields, of its documents' titles or of their pages.
 */
export async function indexEntry(trx: Transaction<Schema>, entryId: number): Promise<void> {
  await holdEntry(trx, entryId)
  const entry = await findEntryOfDocuments(trx, entryId)
  if (!entry) return
  const documents = await listDocuments(trx, [entryId])
  const { number, title, description, type, filed_by } = entry
  const titles = documents.map((document) => document.title)
  const text = [number ?? '', title, description, type, filed_by, ...titles]
  await putEntryText(trx, entryId, text.join('\n'), [title, type])
  await putWhole(trx, entryId)
}
