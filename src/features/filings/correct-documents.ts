import type { FilingEntry, Queryable } from '../../platform/database/schema.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { isSameDocument, typedDocument } from './compare-form.ts'
import { type FilingProposal, type ListedFile, updateFilingDocument } from './queries.ts'

/** @returns the documents as saved, and those that were changed */
export async function correctDocuments(
  trx: Queryable,
  { entries, documents, form }: FilingProposal & { form: Form },
): Promise<{ corrected: ListedFile[]; changed: ListedFile[] }> {
  const corrected = documents.map((document) => {
    if (!isMovable(document, entries)) return { ...document }
    return typedDocument(form, document, entries)
  })
  numberMoved(documents, corrected)
  makeMain(corrected, form.text('main'))
  const before = new Map(documents.map((one) => [one.id, one]))
  const changed = corrected.filter((one) => !isSameDocument(one, before.get(one.id) ?? one))
  for (const { id, filing_entry_id, refused, title, attachment_number } of changed) {
    await updateFilingDocument(trx, id, { filing_entry_id, refused, title, attachment_number })
  }
  return { corrected, changed }
}

/** A moved file whose number is taken there, and was not typed, gets the next free one. */
function numberMoved(before: readonly ListedFile[], corrected: readonly ListedFile[]): void {
  const isMoved = (one: ListedFile, index: number) =>
    one.filing_entry_id !== null &&
    one.filing_entry_id !== before[index]?.filing_entry_id &&
    one.attachment_number === before[index]?.attachment_number
  const moved = corrected.filter(isMoved)
  const settled = corrected.filter((one) => !moved.includes(one))
  for (const one of moved) {
    const numbers = settled
      .filter(({ filing_entry_id }) => filing_entry_id === one.filing_entry_id)
      .map(({ attachment_number }) => Number(attachment_number) || 0)
    if (numbers.includes(Number(one.attachment_number))) {
      one.attachment_number = String(Math.max(...numbers) + 1)
    }
    settled.push(one)
  }
}

/** False if the document's entry was published in the meantime, or if the file was refused. */
const isMovable = ({ storage_key, filing_entry_id }: ListedFile, entries: readonly FilingEntry[]) =>
  storage_key !== '' &&
  (filing_entry_id === null || entries.some((entry) => entry.id === filing_entry_id))

/** The former main document gets the attachment number of the new one. */
function makeMain(documents: readonly ListedFile[], id: string): void {
  const chosen = documents.find((one) => String(one.id) === id)
  if (!chosen?.filing_entry_id) return
  const former = documents.find(
    (one) => one.filing_entry_id === chosen.filing_entry_id && Number(one.attachment_number) === 0,
  )
  if (former) former.attachment_number = chosen.attachment_number
  chosen.attachment_number = '0'
}
