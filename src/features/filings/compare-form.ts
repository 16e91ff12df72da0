import type { FilingEntry } from '../../platform/database/schema.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { formatDate } from '../../shared/date.ts'
import type { ConflictRow } from '../../ui/conflict-notice.tsx'
import { ENTRY_LABELS } from '../docket/entries/entry-fields.ts'
import { LEAVE_OUT, LEFT_OUT, MAX_FILING_ENTRIES, moveValue } from './filing-rules.ts'
import type { FilingProposal, ListedFile } from './queries.ts'

const BLANK = { number: '', title: '', description: '', type: '', filed_by: '', reason: '' }
export const BLANK_FIELDS = BLANK
export const ENTRY_NAMES = [...(Object.keys(BLANK) as (keyof typeof BLANK)[]), 'filed_on'] as const
const LABELS = { ...ENTRY_LABELS, reason: 'Reason for publishing anyway' }

/** Where a form differs from the proposal as saved. */
export function compareForm(form: Form, { entries, documents }: FilingProposal): ConflictRow[] {
  return [
    ...entries.flatMap((entry) => compareEntry(form, entry)),
    ...goneEntries(form, entries),
    ...documents.flatMap((document) => compareDocument(form, document, entries)),
  ]
}

/** In place of a value, for an entry that the form does not have. */
export const ADDED = 'Added'

const nameOf = ({ number, title }: { number: string; title: string }) =>
  number ? `No. ${number}` : title || 'New entry'

/** Browsers send line ends as CRLF. */
const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()

function compareEntry(form: Form, entry: FilingEntry): ConflictRow[] {
  const { id } = entry
  if (!ENTRY_NAMES.some((name) => form.has(`${name}-${id}`))) {
    if (entry.done_at !== null) return []
    const [theirs, mine] = [ADDED, 'Not on your page']
    return [{ name: `number-${id}`, label: nameOf(entry), theirs, mine }]
  }
  const typed = typedEntry(form, entry)
  const fields = ENTRY_NAMES.map((name) => [name, LABELS[name], entry[name], typed[name]] as const)
  return differing(id, nameOf(entry), fields)
}

type ComparedField = readonly [name: string, label: string, theirs: string, mine: string]

const differing = (id: number, of: string, fields: readonly ComparedField[]): ConflictRow[] =>
  fields.flatMap(([name, label, theirs, mine]) => {
    const isSame = plain(theirs) === plain(mine)
    return isSame ? [] : [{ name: `${name}-${id}`, label: `${of}: ${label}`, theirs, mine }]
  })

/** The entry with the form's values. */
export function typedEntry(form: Form, entry: FilingEntry): FilingEntry {
  const sent = ENTRY_NAMES.filter((name) => form.has(`${name}-${entry.id}`))
  const typed = sent.map((name) => [name, form.text(`${name}-${entry.id}`)])
  return { ...entry, ...Object.fromEntries(typed) }
}

/** What was typed for entries that are gone. */
function goneEntries(form: Form, entries: readonly FilingEntry[]): ConflictRow[] {
  const existing = new Set(entries.map(({ id }) => String(id)))
  const ids = form.names().flatMap((name) => /^number-(\d{1,10})$/.exec(name)?.[1] ?? [])
  return ids
    .filter((id) => !existing.has(id))
    .slice(0, MAX_FILING_ENTRIES)
    .map((id) => {
      const typed = (name: string) => plain(form.text(`${name}-${id}`))
      const shown = (name: string) => (name === 'filed_on' ? formatDate(typed(name)) : typed(name))
      const mine = ENTRY_NAMES.map(shown).filter(Boolean).join(' · ')
      const label = nameOf({ number: typed('number'), title: typed('title') })
      return { name: `number-${id}`, label, theirs: 'Removed', mine }
    })
}

function compareDocument(
  form: Form,
  document: ListedFile,
  entries: readonly FilingEntry[],
): ConflictRow[] {
  const typed = typedDocument(form, document, entries)
  const entryOf = ({ refused, filing_entry_id }: ListedFile) => {
    if (refused === LEFT_OUT) return LEFT_OUT
    const entry = entries.find(({ id }) => id === filing_entry_id)
    return entry ? nameOf(entry) : 'No entry'
  }
  return differing(document.id, document.file_name, [
    ['entry', 'Entry', entryOf(document), entryOf(typed)],
    ['document_title', 'Title', document.title, typed.title],
    ['attachment_number', 'Attachment', document.attachment_number, typed.attachment_number],
  ])
}

/** A copy of the document with the form's values. @param entries to which it can be moved */
export function typedDocument(
  form: Form,
  document: ListedFile,
  entries: readonly FilingEntry[],
): ListedFile {
  const { id } = document
  if (!form.has(`entry-${id}`)) return { ...document }
  const value = moveValue(form.text(`entry-${id}`), entries)
  return {
    ...document,
    title: form.text(`document_title-${id}`),
    attachment_number: form.text(`attachment_number-${id}`),
    filing_entry_id: entries.find((entry) => String(entry.id) === value)?.id ?? null,
    refused: value === LEAVE_OUT ? LEFT_OUT : '',
  }
}

/** The proposal with the form's values, for showing it again. */
export function withTypedValues(
  form: Form,
  { entries, documents }: FilingProposal,
): FilingProposal {
  const open = entries.filter(({ done_at }) => done_at === null)
  return {
    entries: entries.map((entry) => (open.includes(entry) ? typedEntry(form, entry) : entry)),
    documents: documents.map((document) =>
      document.storage_key === '' ? document : typedDocument(form, document, open),
    ),
  }
}
