import { isDeepStrictEqual } from 'node:util'
import type { FilingEntry } from '../../platform/database/schema.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { storable } from '../../shared/clean-text.ts'
import { BLANK_FIELDS } from '../../shared/docket-sheet-rules.ts'
import { LEAVE_OUT, LEFT_OUT, moveValue } from './filing-rules.ts'
import type { FilingProposal, ListedFile } from './queries.ts'

const ENTRY_NAMES = [...Object.keys(BLANK_FIELDS), 'reason']

/** Whether the form has all that is saved, and nothing else. Entries that are done may be left out. */
export function isAsSaved(form: Form, { open, done, documents }: FilingProposal): boolean {
  const entries = [...done, ...open]
  const isSent = ({ id }: FilingEntry) => ENTRY_NAMES.some((name) => form.has(`${name}-${id}`))
  const ids = form.names().flatMap((name) => /^number-(\d+)$/.exec(name)?.[1] ?? [])
  return (
    entries.every((one) => isDeepStrictEqual(one, typedEntry(form, one))) &&
    open.every(isSent) &&
    ids.every((id) => entries.some((one) => String(one.id) === id)) &&
    documents.every((one) => isDeepStrictEqual(one, typedDocument(form, one, entries)))
  )
}

/** Browsers send line ends as CRLF. */
const typedText = (form: Form, name: string) =>
  storable(form.text(name).replaceAll('\r\n', '\n')).trim()

export function typedEntry(form: Form, entry: FilingEntry): FilingEntry {
  const sent = ENTRY_NAMES.filter((name) => form.has(`${name}-${entry.id}`))
  const typed = sent.map((name) => [name, typedText(form, `${name}-${entry.id}`)])
  return { ...entry, ...Object.fromEntries(typed) }
}

/**
 * A copy with the form's values; those of a refused file, or of one whose entry was published in the meantime, stay.
 * @param entries to which it can be moved
 */
export function typedDocument(
  form: Form,
  document: ListedFile,
  entries: readonly FilingEntry[],
): ListedFile {
  const { id, storage_key, filing_entry_id } = document
  const isMovable =
    storage_key !== '' &&
    (filing_entry_id === null || entries.some((entry) => entry.id === filing_entry_id))
  if (!isMovable || !form.has(`entry-${id}`)) return { ...document }
  const value = moveValue(form.text(`entry-${id}`), entries)
  return {
    ...document,
    title: typedText(form, `document_title-${id}`),
    attachment_number: typedText(form, `attachment_number-${id}`),
    filing_entry_id: entries.find((entry) => String(entry.id) === value)?.id ?? null,
    refused: value === LEAVE_OUT ? LEFT_OUT : '',
  }
}

export const withTypedValues = (form: Form, proposal: FilingProposal): FilingProposal => ({
  ...proposal,
  open: proposal.open.map((entry) => typedEntry(form, entry)),
  documents: proposal.documents.map((document) => typedDocument(form, document, proposal.open)),
})
