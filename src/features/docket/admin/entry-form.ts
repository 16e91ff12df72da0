import type { EntryStatus } from '../../../platform/database/schema.ts'
import type { FieldErrors } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { calendarDate, typedText } from '../../../platform/http/request/parse.ts'
import { NUMBER_MOST, numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'
import {
  ENTRY_FIELD_NAMES,
  ENTRY_LABELS,
  ENTRY_LIMITS,
  type EntryFieldName,
  type EntryFields,
} from '../entries/entry-rules.ts'

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

export interface ReadEntry {
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
