import type { Entry, NewEntry } from '../../../platform/database/schema.ts'
import { cutText } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import { isTextOnly } from '../../../shared/docket-text-rules.ts'
import type { Correction } from '../../corrections/rules.ts'
import {
  ENTRY_FIELD_NAMES,
  ENTRY_LABELS,
  type EntryFields,
  SHOWN_FIELD_NAMES,
} from './entry-fields.ts'

export const entryName = ({ number, title }: Pick<Entry, 'number' | 'title'>) =>
  number === null ? title : `ECF No. ${number} – ${title}`

export function describeEntryChange(before: EntryFields, after: EntryFields, others: string[]) {
  const changed = ENTRY_FIELD_NAMES.filter((name) => before[name] !== after[name])
  const fields = changed.map((name) => {
    const label = ENTRY_LABELS[name]
    if (name === 'description') return `${label} changed`
    const show = name === 'filed_on' ? formatDate : shown
    return `${label}: ${show(String(before[name] ?? ''))} → ${show(String(after[name] ?? ''))}`
  })
  return [...fields, ...others].join('; ') || 'Saved without changes'
}

function shown(text: string): string {
  if (text === '') return '(empty)'
  return text.length > 120 ? `${cutText(text, 119)}…` : text
}

export function entryCorrections(before: EntryFields, after: EntryFields): Correction[] {
  const changed = SHOWN_FIELD_NAMES.filter((field) => before[field] !== after[field])
  return changed.map((field) => ({ field, earlier: String(before[field] ?? '') }))
}

export const STATE_LABELS = { published: 'Published', draft: 'Draft', deleted: 'Deleted' }

export type EntryState = keyof typeof STATE_LABELS

export const stateOf = (entry: Pick<Entry, 'status' | 'deleted_at'>): EntryState =>
  entry.deleted_at === null ? entry.status : 'deleted'

/** When the entry first became public; null if it never was. */
export const publishedAt = (after: Pick<NewEntry, 'status' | 'published_at'>, at: number) =>
  after.published_at ?? (after.status === 'published' ? at : null)

type EntryText = { number: number | null; title: string; description: string }

/** Most entries with a number have a document at the court, which may be sealed or not yet added here. */
export const hasNoDocument = ({ number, title, description }: EntryText) =>
  number === null || isTextOnly(description || title)

export const noDocumentSentence = (entry: EntryText) =>
  hasNoDocument(entry)
    ? 'This is a text-only entry. It has no documents.'
    : 'The document for this entry is not available on this site. The clerk of court may have it.'

/** Imported dockets often have one text that serves as both. */
export const hasOwnText = ({ title, description }: Pick<Entry, 'title' | 'description'>) =>
  description.trim() !== '' && description.trim() !== title.trim()
