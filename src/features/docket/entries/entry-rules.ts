import type { Entry } from '../../../platform/database/schema.ts'
import { cutText } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'

/** What an administrator types of an entry. */
export type EntryFields = Pick<
  Entry,
  'number' | 'filed_on' | 'title' | 'description' | 'type' | 'filed_by' | 'status'
>

export type EntryFieldName = keyof EntryFields

/** In the order in which the form and the history show them. */
export const ENTRY_LABELS: Readonly<Record<EntryFieldName, string>> = {
  number: 'Docket number',
  filed_on: 'Filing date',
  title: 'Title',
  description: 'Text',
  type: 'Type',
  filed_by: 'Filed by',
  status: 'Status',
}

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_LABELS) as EntryFieldName[]

/** Characters. */
export const ENTRY_LIMITS = { title: 1000, description: 200_000, type: 100, filed_by: 500 }

/** The fields in which two states of an entry differ. */
function changedFields(before: EntryFields, after: EntryFields): EntryFieldName[] {
  return ENTRY_FIELD_NAMES.filter((name) => before[name] !== after[name])
}

/** As the history names an entry: `ECF No. 45 – Motion to Dismiss`, or the title alone. */
export function entryName({ number, title }: Pick<Entry, 'number' | 'title'>): string {
  return number === null ? title : `ECF No. ${number} – ${title}`
}

/**
 * What a change did, for the history: short values are shown, long texts only named.
 * @param others what else was changed, in words
 */
export function describeChange(
  before: EntryFields,
  after: EntryFields,
  others: readonly string[] = [],
): string {
  const fields = changedFields(before, after).map((name) => {
    const label = ENTRY_LABELS[name]
    if (name === 'description') return `${label} changed`
    const show = name === 'filed_on' ? formatDate : shown
    return `${label}: ${show(String(before[name] ?? ''))} → ${show(String(after[name] ?? ''))}`
  })
  const changes = [...fields, ...others]
  return changes.length > 0 ? changes.join('; ') : 'Saved without a change'
}

function shown(text: string): string {
  if (text === '') return '(empty)'
  return text.length > 120 ? `${cutText(text, 119)}…` : text
}
