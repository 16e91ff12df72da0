import type { Entry, EntryStatus } from '../../../platform/database/schema.ts'
import type { FieldErrors } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { calendarDate, typedText } from '../../../platform/http/request/parse.ts'
import { cutText } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import { NUMBER_MOST, numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'

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
  const changed = ENTRY_FIELD_NAMES.filter((name) => before[name] !== after[name])
  const fields = changed.map((name) => {
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

/** What visitors see of an entry: published ones only. */
export type EntryState = 'published' | 'draft' | 'deleted'

export const STATE_LABELS: Readonly<Record<EntryState, string>> = {
  published: 'Published',
  draft: 'Draft',
  deleted: 'Deleted',
}

export function stateOf(entry: Pick<Entry, 'status' | 'deleted_at'>): EntryState {
  return entry.deleted_at === null ? entry.status : 'deleted'
}

export function isEntryState(text: unknown): text is EntryState {
  return typeof text === 'string' && Object.hasOwn(STATE_LABELS, text)
}

/** When everyone could first see the entry: null while nobody could. */
export function publishedAt(
  after: Pick<Entry, 'status' | 'published_at'>,
  at: number,
): number | null {
  return after.published_at ?? (after.status === 'published' ? at : null)
}

/** Imported dockets often have one text that serves as both. */
export function hasOwnText({ title, description }: Pick<Entry, 'title' | 'description'>): boolean {
  return description.trim() !== '' && description.trim() !== title.trim()
}

/** The form as typed, to be shown again when something is refused. */
export type TypedEntry = Record<EntryFieldName, string>

export const BLANK_ENTRY: TypedEntry = {
  number: '',
  filed_on: '',
  title: '',
  description: '',
  type: '',
  filed_by: '',
  status: 'published',
}

export function typedFrom(entry: EntryFields): TypedEntry {
  return { ...entry, number: entry.number === null ? '' : String(entry.number) }
}

interface ReadEntry {
  typed: TypedEntry
  /** Usable where there are no errors. */
  fields: EntryFields
  /** Those of `fields` that were sent: what a change changes. */
  sent: Partial<EntryFields>
  errors: FieldErrors
}

/**
 * Reads the fields of an entry (CONTRACT section 5). One that was not sent keeps the value it has in `current`,
 * so that a program need only send what it changes.
 */
export function readEntryForm(form: Form, current: TypedEntry = BLANK_ENTRY): ReadEntry {
  const typed = { ...current }
  const names = ENTRY_FIELD_NAMES.filter((name) => form.has(name))
  for (const name of names) typed[name] = form.text(name)
  const errors: FieldErrors = {}
  const refuse = (name: EntryFieldName, problem: string) => {
    errors[name] = [`${ENTRY_LABELS[name]} ${problem}.`]
  }
  const fields: EntryFields = {
    number: readNumber(typed.number, refuse),
    filed_on: readDate(typed.filed_on, refuse),
    title: readText('title', typed.title, refuse),
    description: readText('description', typed.description, refuse),
    type: readText('type', typed.type, refuse),
    filed_by: readText('filed_by', typed.filed_by, refuse),
    status: readStatus(typed.status, refuse),
  }
  if (fields.title === '' && !errors.title) refuse('title', 'is missing')
  const sent = Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { typed, fields, sent, errors }
}

/** The hidden field that tells whether the entry changed since the form was opened; undefined: no check. */
export function readVersion(form: Form): number | undefined {
  return parseWholeNumber(form.text('version'), 0, Number.MAX_SAFE_INTEGER)
}

type Refuse = (name: EntryFieldName, problem: string) => void

function readNumber(typed: string, refuse: Refuse): number | null {
  if (typed.trim() === '') return null
  const number = parseWholeNumber(typed, 1, NUMBER_MOST)
  if (number === undefined) {
    refuse('number', `${numberRange(1, NUMBER_MOST)}, or empty for an entry without a number`)
  }
  return number ?? null
}

function readDate(typed: string, refuse: Refuse): string {
  const date = typed.trim()
  if (date === '') refuse('filed_on', 'is missing')
  else if (!calendarDate().safeParse(date).success) {
    refuse('filed_on', 'is not a date that exists. Write it as YYYY-MM-DD, for example 2026-07-30')
  }
  return date
}

function readText(name: keyof typeof ENTRY_LIMITS, typed: string, refuse: Refuse): string {
  const parsed = typedText(ENTRY_LIMITS[name]).safeParse(typed)
  if (!parsed.success) refuse(name, parsed.error.issues[0]?.message ?? 'is not valid')
  return parsed.data ?? ''
}

function readStatus(typed: string, refuse: Refuse): EntryStatus {
  const status = typed.trim() || 'published'
  if (status === 'published' || status === 'draft') return status
  refuse('status', 'must be published or draft')
  return 'draft'
}
