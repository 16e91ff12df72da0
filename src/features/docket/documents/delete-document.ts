import type { Document } from '../../../platform/database/schema.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import type { Deps, StoringDeps } from '../../../platform/platform.ts'
import { removePages } from '../../../platform/search/search-index.ts'
import type { PdfInspector } from '../../checks/inspect-pdf.ts'
import { type Chosen, runEdit } from '../entries/edit.ts'
import { describeDocument, recordDocument } from './add-documents.ts'
import { lockDocument, requireDocument } from './change-document.ts'
import { decideBeforePublication } from './findings.ts'
import * as queries from './queries.ts'
import { readPages } from './rebuild-search-index.ts'

export const deleteDocument = (deps: Deps, { id, by }: Chosen) =>
  runEdit(deps, by, async (edit) => {
    const { trx, at } = edit
    const { document } = await lockDocument(edit, id)
    if (document.deleted_at !== null) return document
    await queries.updateDocument(trx, id, { deleted_at: at, updated_at: at })
    // Nobody may find the entry by the words of a deleted document (PROMISES 17).
    await removePages(trx, id)
    await queries.saveOrder(
      trx,
      document.entry_id,
      await queries.listDocuments(trx, [document.entry_id]),
    )
    await recordDocument(edit, 'document.deleted', document)
    return document
  })

/** Restoring a document that is not deleted changes nothing. @throws ConflictError if its number is taken */
export async function restoreDocument(
  { db, files, clock }: StoringDeps,
  inspector: Pick<PdfInspector, 'inspect'>,
  { id, by }: Chosen,
): Promise<Document> {
  const deleted = requireDocument(await queries.findDocument(db, id))
  if (deleted.deleted_at === null) return deleted
  // Its text was removed from the search index when it was deleted.
  const pages = await readPages({ db, files }, inspector, deleted)
  return runEdit({ db, clock }, by, async (edit) => {
    const { trx, at } = edit
    const { document, entry } = await lockDocument(edit, id)
    if (document.deleted_at === null) return document
    const others = await queries.listDocuments(trx, [entry.id])
    const holder = others.find((one) => one.attachment_number === document.attachment_number)
    if (holder) {
      throw new ConflictError(
        `${describeDocument(document)} cannot be restored: its number now belongs to “${holder.title}”. First give that document another number.`,
      )
    }
    const text_pages = queries.textPages(pages)
    await queries.updateDocument(trx, id, { deleted_at: null, updated_at: at, text_pages })
    await decideBeforePublication(edit, entry, { documents: [document], reason: undefined })
    await queries.saveOrder(trx, entry.id, others.toSpliced(document.position - 1, 0, document))
    await queries.indexPages(trx, document, pages)
    await recordDocument(edit, 'document.restored', document)
    return document
  })
}
