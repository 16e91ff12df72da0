import type { FilingEntry } from '../../platform/database/schema.ts'
import type { Form } from '../../platform/http/request/form.ts'
import type { ConflictRow } from '../../ui/conflict-notice.tsx'
import { ENTRY_LABELS } from '../docket/entries/entry-fields.ts'
import { LEFT_OUT, MAX_FILING_ENTRIES, moveValue, OUT } from './filing-rules.ts'
import type { ListedFile } from './queries.ts'

const BLANK = { number: '', title: '', description: '', type: '', filed_by: '', reason: '' }
export const BLANK_FIELDS = BLANK
export const ENTRY_NAMES = [...(Object.keys(BLANK) as (keyof typeof BLANK)[]), 'filed_on'] as const
const LABELS = { ...ENTRY_LABELS, reason: 'Reason for publishing anyway' }

export interface FilingProposal {
  entries: readonly FilingEntry[]
  documents: readonly ListedFile[]
}

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
  const sent = ENTRY_NAMES.filter((name) => form.has(`${name}-${id}`))
  if (sent.length === 0) {
    if (entry.done_at !== null) return []
    const [theirs, mine] = [ADDED, 'Not on your page']
    return [{ name: `number-${id}`, label: nameOf(entry), theirs, mine }]
  }
  return sent.flatMap((name) => {
    const row = { name: `${name}-${id}`, label: `${nameOf(entry)}: ${LABELS[name]}` }
    const [theirs, mine] = [entry[name], form.text(`${name}-${id}`)]
    return plain(theirs) === plain(mine) ? [] : [{ ...row, theirs, mine }]
  })
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
      const mine = ENTRY_NAMES.map(typed).filter(Boolean).join(' · ')
      const label = nameOf({ number: typed('number'), title: typed('title') })
      return { name: `number-${id}`, label, theirs: 'Removed', mine }
    })
}

function compareDocument(
  form: Form,
  document: ListedFile,
  entries: readonly FilingEntry[],
): ConflictRow[] {
  const { id, file_name, filing_entry_id, refused, attachment_number, title } = document
  if (!form.has(`entry-${id}`)) return []
  const titleOf = (value: string) => {
    if (value === OUT) return LEFT_OUT
    const entry = entries.find((one) => String(one.id) === value)
    return entry ? nameOf(entry) : 'No entry'
  }
  const own = refused === LEFT_OUT ? OUT : String(filing_entry_id ?? '')
  const fields = [
    ['entry', 'Entry', titleOf(own), titleOf(moveValue(form.text(`entry-${id}`), entries))],
    ['document_title', 'Title', title, form.text(`document_title-${id}`)],
    ['attachment_number', 'Attachment', attachment_number, form.text(`attachment_number-${id}`)],
  ] as const
  return fields
    .filter(([, , theirs, mine]) => plain(theirs) !== plain(mine))
    .map(([name, label, theirs, mine]) => ({
      ...{ name: `${name}-${id}`, label: `${file_name}: ${label}`, theirs, mine },
    }))
}

/** The proposal with the form's values, for showing it again. */
export function withTypedValues(
  form: Form,
  { entries, documents }: FilingProposal,
): FilingProposal {
  const fill = <Row extends object>(row: Row, names: readonly (keyof Row & string)[], id: number) =>
    ({
      ...row,
      ...Object.fromEntries(
        names.flatMap((name) =>
          form.has(`${name}-${id}`) ? [[name, form.text(`${name}-${id}`)]] : [],
        ),
      ),
    }) as Row
  return {
    entries: entries.map((entry) =>
      entry.done_at === null ? fill(entry, ENTRY_NAMES, entry.id) : entry,
    ),
    documents: documents.map((document) => {
      const { id } = document
      if (!form.has(`entry-${id}`) || document.storage_key === '') return document
      const value = moveValue(form.text(`entry-${id}`), entries)
      const isOpen = entries.some((one) => String(one.id) === value && one.done_at === null)
      return {
        ...fill(document, ['attachment_number'], id),
        title: form.text(`document_title-${id}`),
        filing_entry_id: isOpen ? Number(value) : null,
        refused: value === OUT ? LEFT_OUT : '',
      }
    }),
  }
}
