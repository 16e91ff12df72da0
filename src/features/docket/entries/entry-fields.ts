import * as z from 'zod'
import type { Entry } from '../../../platform/database/schema.ts'
import type { FieldProblems } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { calendarDate, typedLine, typedText } from '../../../shared/field-rules.ts'
import { MAX_NUMBER, numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'

/*
 * The fields of an entry, in the order of the form. Everything that handles all of them takes their names from here;
 * src/every-field.db.test.ts finds the places that name them one by one and forgot one.
 */

export const ENTRY_LABELS = {
  number: 'Docket number',
  filed_on: 'Filing date',
  title: 'Title',
  description: 'Text',
  type: 'Type',
  filed_by: 'Filed by',
  status: 'Status',
} as const satisfies Partial<Record<keyof Entry, string>>

/** In characters, whether typed or imported. */
export const ENTRY_LIMITS = { title: 1000, description: 200_000, type: 100, filed_by: 500 }

export type EntryFieldName = keyof typeof ENTRY_LABELS
export type EntryFields = Pick<Entry, EntryFieldName>

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_LABELS) as EntryFieldName[]
/** What readers see of it: all but the status. */
export const SHOWN_FIELD_NAMES = ENTRY_FIELD_NAMES.filter((name) => name !== 'status')

export const pickEntryFields = (entry: EntryFields) =>
  Object.fromEntries(ENTRY_FIELD_NAMES.map((name) => [name, entry[name]])) as unknown as EntryFields

export type TypedEntry = Record<EntryFieldName, string>

const BLANK = Object.fromEntries(ENTRY_FIELD_NAMES.map((name) => [name, ''])) as TypedEntry
export const BLANK_ENTRY: TypedEntry = { ...BLANK, status: 'published' }

export function typedFrom(entry: EntryFields): TypedEntry {
  return { ...entry, number: entry.number === null ? '' : String(entry.number) }
}

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .transform((typed) => parseWholeNumber(typed, min, max))
    .pipe(z.number(numberRange(min, max)))

export const requiredLine = (max: number) => typedLine(max).pipe(z.string().min(1, 'is missing'))

const NUMBER_PROBLEM = `${numberRange(1, MAX_NUMBER)}, or blank for an entry without a number`

/** Each message follows the field's label in a sentence. */
const FIELDS = z.object({
  number: z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : parseWholeNumber(typed, 1, MAX_NUMBER)))
    .pipe(z.number(NUMBER_PROBLEM).nullable()),
  filed_on: z.string().trim().min(1, 'is missing').pipe(calendarDate()),
  title: requiredLine(ENTRY_LIMITS.title),
  description: typedText(ENTRY_LIMITS.description),
  type: typedLine(ENTRY_LIMITS.type),
  filed_by: typedLine(ENTRY_LIMITS.filed_by),
  status: z
    .string()
    .transform((typed) => typed.trim() || 'published')
    .pipe(z.enum(['published', 'draft'], 'must be published or draft')),
})

/** A field that was not sent keeps its value (CONTRACT section 5). */
export function readEntryForm(form: Form, current: TypedEntry = BLANK_ENTRY) {
  const typed = { ...current }
  const names = ENTRY_FIELD_NAMES.filter((name) => form.has(name))
  for (const name of names) typed[name] = form.text(name)
  const { fields, errors } = readTyped(typed)
  const sent: Partial<EntryFields> = Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { typed, fields, sent, errors }
}

export function readTyped(typed: TypedEntry) {
  const { data, error } = FIELDS.safeParse(typed)
  const fields: EntryFields = data ?? { ...typed, number: null, status: 'draft' }
  return { fields, errors: labeledErrors(error, ENTRY_LABELS) }
}

export function labeledErrors(error: z.ZodError | undefined, labels: Record<string, string>) {
  const errors: FieldProblems = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    errors[name] ??= [`${labels[name]} ${message}.`]
  }
  return errors
}

/** The entry's version when the form was opened; undefined means no check. */
export function readVersion(form: Form): number | undefined {
  return parseWholeNumber(form.text('version'), 0, Number.MAX_SAFE_INTEGER)
}
