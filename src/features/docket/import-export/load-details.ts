import type { Document, Entry, Queryable } from '../../../platform/database/schema.ts'
import { insertEvent, isUidTaken, markEventsShown } from '../../calendar/queries.ts'
import { insertCorrections, insertVersion } from '../../corrections/queries.ts'
import { replaceRelations } from '../../relations/queries.ts'
import type { SourceCorrection, SourceDocument, SourceEntry } from './source-docket.ts'

/** What a new entry brings besides its own text: related entries, hearings and deadlines, corrections. */
export async function loadDetails(
  trx: Queryable,
  entry: Entry,
  { source, now }: { source: SourceEntry; now: number },
): Promise<void> {
  const { relations = [], events = [], corrections = [] } = source
  await replaceRelations(trx, entry.id, relations)
  for (const { sequence: sequenceBase, ...event } of events) {
    // Loaded into a docket that has the event already: it stays where it is.
    if (await isUidTaken(trx, event.uid)) continue
    await insertEvent(trx, { ...event, sequenceBase, entryId: entry.id }, now)
  }
  if (entry.status === 'published') await markEventsShown(trx, entry.id, now)
  await loadCorrections(trx, { entryId: entry.id, documentId: null }, corrections)
}

/** What was corrected of a new document, and the files that it replaced. */
export async function loadDocumentHistory(
  trx: Queryable,
  { id, entry_id: entryId }: Document,
  { corrections = [], versions = [] }: SourceDocument,
): Promise<void> {
  await loadCorrections(trx, { entryId, documentId: id }, corrections)
  for (const { sha256, byteSize: byte_size, pageCount: page_count, at } of versions) {
    await insertVersion(trx, { id, sha256, byte_size, page_count }, at)
  }
}

async function loadCorrections(
  trx: Queryable,
  of: { entryId: number; documentId: number | null },
  corrections: readonly SourceCorrection[],
): Promise<void> {
  for (const { at, ...correction } of corrections) {
    await insertCorrections(trx, { ...of, corrections: [correction], at })
  }
}
