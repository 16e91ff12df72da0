import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Document } from '../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { named, openEntry } from './add-documents.ts'
import { indexEntry } from './index-entry.ts'
import type { PdfInspector } from './inspect-pdf.ts'
import { placeAdded } from './order-rules.ts'
import {
  findDocument,
  listDocuments,
  lockEntry,
  replaceSearchText,
  savePositions,
  updateDocument,
} from './queries.ts'
import { type Actor, recordEntryEvent } from './record-change.ts'

interface RestoreDocument {
  id: number
  by: Actor
}

/**
 * Brings a deleted document back under its id and link. Again changes nothing.
 * @throws ConflictError where its number is another document's by now
 */
export async function restoreDocument(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  inspector: Pick<PdfInspector, 'inspect'>,
  { id, by }: RestoreDocument,
): Promise<Document> {
  const deleted = await findDocument(db, id)
  if (!deleted) throw new NotFoundError('There is no such document.')
  if (deleted.deleted_at === null) return deleted
  const text = await readText(files, inspector, deleted)
  return db.transaction().execute(async (trx) => {
    const { entry_id: entryId } = deleted
    const at = clock()
    openEntry(await lockEntry(trx, entryId, at))
    const document = (await findDocument(trx, id)) ?? deleted
    if (document.deleted_at === null) return document
    const others = await listDocuments(trx, [entryId])
    refuseTakenNumber(document, others)
    await updateDocument(trx, id, { deleted_at: null, updated_at: at })
    await savePositions(trx, placeAdded(others, [document]))
    await replaceSearchText(trx, entryId, id, text)
    await indexEntry(trx, entryId)
    const event = { entryId, action: 'document.restored', details: named(document), at }
    await recordEntryEvent(trx, by, event)
    return document
  })
}

function refuseTakenNumber(document: Document, others: readonly Document[]): void {
  const number = document.attachment_number
  const holder = others.find((one) => one.attachment_number === number)
  if (!holder) return
  throw new ConflictError(
    `${named(document)} cannot be restored: its number is “${holder.title}” by now. Give that document another number first.`,
  )
}

/** Its words left the search when it was deleted. */
async function readText(
  files: Platform['files'],
  inspector: Pick<PdfInspector, 'inspect'>,
  document: Document,
): Promise<string> {
  const path = await files.incomingPath()
  try {
    await pipeline(
      files.open(document.storage_key, 0, document.byte_size - 1),
      createWriteStream(path),
    )
    const inspection = await inspector.inspect(path, document.file_name)
    return inspection.accepted ? inspection.text : ''
  } finally {
    await rm(path, { force: true })
  }
}
