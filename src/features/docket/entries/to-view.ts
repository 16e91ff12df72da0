import type { Document, Entry, Queryable } from '../../../platform/database/schema.ts'
import { listDocuments } from '../documents/queries.ts'
import { documentView } from '../documents/to-view.ts'
import type { EntryDetails, EntryView } from './views.ts'

export interface EntryWithDocuments {
  entry: Entry
  documents: Document[]
}

/** Adds to each entry its documents, with one query for all. */
export async function withDocuments(
  db: Queryable,
  entries: Entry[],
): Promise<EntryWithDocuments[]> {
  const documents = await listDocuments(
    db,
    entries.map((entry) => entry.id),
  )
  const byEntry = Map.groupBy(documents, (document) => document.entry_id)
  return entries.map((entry) => ({ entry, documents: byEntry.get(entry.id) ?? [] }))
}

export function entryView(
  { entry, documents }: EntryWithDocuments,
  details?: ReadonlyMap<number, EntryDetails>,
): EntryView {
  const own = details?.get(entry.id)
  return {
    id: entry.id,
    number: entry.number,
    filedOn: entry.filed_on,
    title: entry.title,
    description: entry.description,
    type: entry.type,
    filedBy: entry.filed_by,
    url: `/entries/${entry.id}`,
    documents: documents.map(documentView),
    publishedAt: entry.published_at ?? entry.created_at,
    ...(own && { details: own }),
  }
}
