import type { Transaction } from 'kysely'
import type { FilingEntry, Schema } from '../../platform/database/schema.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { storable } from '../../shared/clean-text.ts'
import type { FilingProposal } from './compare-form.ts'
import { LEFT_OUT, moveValue, OUT } from './filing-rules.ts'
import { type ListedFile, listFilingDocuments, updateFilingDocument } from './queries.ts'

export async function correctDocuments(
  trx: Transaction<Schema>,
  { entries, documents, form }: FilingProposal & { form: Form },
): Promise<void> {
  const changes = documents.flatMap((document) => {
    const typed = moveValue(form.text(`entry-${document.id}`), entries)
    if (!form.has(`entry-${document.id}`) || !isMovable(document, entries)) return []
    const target = entries.find((entry) => String(entry.id) === typed)
    const change = {
      filing_entry_id: target?.id ?? null,
      refused: typed === OUT ? LEFT_OUT : '',
      title: storable(form.text(`document_title-${document.id}`)).trim(),
      attachment_number: storable(form.text(`attachment_number-${document.id}`)).trim(),
    }
    return [{ document, change }]
  })
  numberMoved(changes)
  for (const { document, change } of changes) {
    const names = Object.keys(change) as (keyof typeof change)[]
    if (names.some((name) => change[name] !== document[name])) {
      await updateFilingDocument(trx, document.id, change)
    }
  }
}

interface DocumentChange {
  document: ListedFile
  change: Pick<ListedFile, 'filing_entry_id' | 'attachment_number'>
}

/** A moved file whose number is taken there, and was not typed, gets the next free one. */
function numberMoved(changes: readonly DocumentChange[]): void {
  const isMoved = ({ document, change }: DocumentChange) =>
    change.filing_entry_id !== null &&
    change.filing_entry_id !== document.filing_entry_id &&
    change.attachment_number === document.attachment_number
  const settled = changes.filter((one) => !isMoved(one)).map(({ change }) => change)
  for (const { change } of changes.filter(isMoved)) {
    const numbers = settled
      .filter(({ filing_entry_id }) => filing_entry_id === change.filing_entry_id)
      .map(({ attachment_number }) => Number(attachment_number) || 0)
    if (numbers.includes(Number(change.attachment_number))) {
      change.attachment_number = String(Math.max(...numbers) + 1)
    }
    settled.push(change)
  }
}

/** False if the document's entry was published in the meantime, or if the file was refused. */
const isMovable = ({ storage_key, filing_entry_id }: ListedFile, entries: readonly FilingEntry[]) =>
  storage_key !== '' &&
  (filing_entry_id === null || entries.some((entry) => entry.id === filing_entry_id))

/** The former main document gets the attachment number of the new one. */
export async function makeMain(
  trx: Transaction<Schema>,
  filingId: number,
  id: number,
): Promise<void> {
  const documents = await listFilingDocuments(trx, filingId)
  const chosen = documents.find((document) => document.id === id)
  if (!chosen?.filing_entry_id) return
  const former = documents.find(
    (document) =>
      document.filing_entry_id === chosen.filing_entry_id &&
      Number(document.attachment_number) === 0,
  )
  const { attachment_number } = chosen
  if (former) await updateFilingDocument(trx, former.id, { attachment_number })
  await updateFilingDocument(trx, id, { attachment_number: '0' })
}
