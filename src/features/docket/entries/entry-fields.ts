import * as z from 'zod'
import type { Entry } from '../../../platform/database/schema.ts'
import type { FieldProblems } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { calendarDate, typedLine, typedText } from '../../../shared/field-rules.ts'
import { MAX_NUMBER, numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'

/* In the order of the form. src/every-field.db.test.ts finds each place that names fields one by one and forgot one. */

/** In characters, whether typed or imported. */
export const ENTRY_LIMITS = { title: 1000, description: 200_000, type: 100, filed_by: 500 }

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .transform((typed) => parseWholeNumber(typed, min, max))
    .pipe(z.number(numberRange(min, max)))

export const requiredLine = (max: number) => typedLine(max).pipe(z.string().min(1, 'is missing'))

const NUMBER_PROBLEM = `${numberRange(1, MAX_NUMBER)}, or blank for an entry without a number`

/** Each is described by its label, and its messages follow the label in a sentence. */
const FIELDS = z.object({
  number: z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : parseWholeNumber(typed, 1, MAX_NUMBER)))
    .pipe(z.number(NUMBER_PROBLEM).nullable())
    .describe('Docket number'),
  filed_on: z.string().trim().min(1, 'is missing').pipe(calendarDate()).describe('Filing date'),
  title: requiredLine(ENTRY_LIMITS.title).describe('Title'),
  description: typedText(ENTRY_LIMITS.description).describe('Text'),
  type: typedLine(ENTRY_LIMITS.type).describe('Type'),
  filed_by: typedLine(ENTRY_LIMITS.filed_by).describe('Filed by'),
  status: z
    .string()
    .transform((typed) => typed.trim() || 'published')
    .pipe(z.enum(['published', 'draft'], 'must be published or draft'))
    .describe('Status'),
} satisfies Partial<Record<keyof Entry, z.ZodType>>)

export type EntryFieldName = keyof typeof FIELDS.shape
export type EntryFields = Pick<Entry, EntryFieldName>
type EachField<T> = Record<EntryFieldName, T>
export type TypedEntry = EachField<string>

export const ENTRY_FIELD_NAMES = Object.keys(FIELDS.shape) as EntryFieldName[]
/** What readers see of it: all but the status. */
export const SHOWN_FIELD_NAMES = ENTRY_FIELD_NAMES.filter((name) => name !== 'status')

const forEachField = <T>(find: (name: EntryFieldName) => T) =>
  Object.fromEntries(ENTRY_FIELD_NAMES.map((name) => [name, find(name)])) as EachField<T>

export const ENTRY_LABELS = forEachField((name) => FIELDS.shape[name].description ?? '')
export const BLANK_ENTRY: TypedEntry = { ...forEachField(() => ''), status: 'published' }
export const pickEntryFields = (entry: EntryFields) =>
  forEachField((name) => entry[name]) as EntryFields

export const typedFrom = (entry: EntryFields): TypedEntry => ({
  ...entry,
  number: String(entry.number ?? ''),
})

/** A field that was not sent keeps its value (CONTRACT section 5). */
export function readEntryForm(form: Form, current: TypedEntry = BLANK_ENTRY) {
  const typed = { ...current }
  const names = ENTRY_FIELD_NAMES.filter((name) => form.has(name))
  for (const name of names) typed[name] = form.text(name)
  const { fields, errors } = readTyped(typed)
  const sent: Partial<EntryFields> = Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { typed, fields, sent, errors, version: readVersion(form) }
}

export function readTyped(typed: TypedEntry) {
  const { data, errors } = readFields(FIELDS, typed)
  const fields: EntryFields = data ?? { ...typed, number: null, status: 'draft' }
  return { fields, errors }
}

/** @returns one sentence for each field that is wrong, beginning with the description of its schema */
export function readFields<Fields extends z.ZodObject>(fields: Fields, typed: object) {
  const { data, error } = fields.safeParse(typed)
  const errors: FieldProblems = {}
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    errors[name] ??= [`${fields.shape[name]?.description} ${message}.`]
  }
  return { data, errors }
}

export const readVersion = (form: Form) =>
  parseWholeNumber(form.text('version'), 0, Number.MAX_SAFE_INTEGER)
