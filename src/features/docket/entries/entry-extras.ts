import * as z from 'zod'
import type { Queryable } from '../../../platform/database/schema.ts'
import { type FieldProblems, InvalidError } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { calendarDate, typedLine, typedText } from '../../../shared/field-rules.ts'
import { MAX_NUMBER } from '../../../shared/number-rules.ts'
import { listEventsOfEntry, saveEvents } from '../../calendar/queries.ts'
import { EVENT_LIMITS, type EventFields } from '../../calendar/rules.ts'
import { listRelations, listTakenNumbers, replaceRelations } from '../../relations/queries.ts'
import type { Reference } from '../../relations/rules.ts'
import { readFields, wholeNumber } from './entry-fields.ts'

const KINDS = ['responds_to', 'decides', 'amends', 'refers_to'] as const

const RELATION = z.object({
  kind: z.enum(KINDS, 'must be one of the choices').describe('The kind of relation'),
  number: wholeNumber(1, MAX_NUMBER).describe('The related docket number'),
})

const TIME = /^$|^([01]\d|2[0-3]):[0-5]\d$/
const TIME_PROBLEM = 'is not valid. Write it as HH:MM, for example 14:30'

const EVENT = z.object({
  uid: z.string().trim().describe('the identifier'),
  kind: z
    .string()
    .transform((kind) => kind.trim() || 'hearing')
    .pipe(z.enum(['hearing', 'deadline'], 'must be a hearing or a deadline'))
    .describe('the kind'),
  date: z.string().trim().min(1, 'is missing').pipe(calendarDate()).describe('the day'),
  time: z.string().trim().regex(TIME, TIME_PROBLEM).describe('the time'),
  place: typedLine(EVENT_LIMITS.place).describe('the location'),
  note: typedText(EVENT_LIMITS.note).describe('the description'),
})

export type TypedRelation = Record<keyof typeof RELATION.shape, string>
export type TypedEvent = Record<keyof typeof EVENT.shape, string>

export type TypedExtras = ReturnType<typeof readExtras>['typed']

/** What is undefined is not changed. */
export type EntryExtras = Partial<ReturnType<typeof readExtras>['extras']>

export async function typedExtras(db: Queryable, entryId: number): Promise<TypedExtras> {
  const relations = await listRelations(db, entryId)
  const events = await listEventsOfEntry(db, entryId)
  return {
    relations: relations.map(({ kind, target_number: number }) => ({ kind, number: `${number}` })),
    events: events.map((one) => ({ ...one, date: one.held_on, time: one.held_at ?? '' })),
  }
}

/** Leaves out relations without a number and events with only a kind. */
export function readExtras(form: Form) {
  const relations = readLines(form, 'relation', RELATION).filter(({ number }) => number.trim())
  const events = readLines(form, 'event', EVENT).filter(({ date, time, place, note }) =>
    `${date}${time}${place}${note}`.trim(),
  )
  const readRelations = relations.map((line) => readFields(RELATION, line))
  const readEvents = events.map((line) => readFields(EVENT, line))
  const relationErrors = readRelations.flatMap((line) => Object.values(line.errors).flat())
  const eventErrors = readEvents.flatMap((line, index) =>
    Object.values(line.errors)
      .flat()
      .map((sentence) => `Date ${index + 1}: ${sentence}`),
  )
  const errors: FieldProblems = {}
  if (relationErrors.length > 0) errors.relation_number = relationErrors
  if (eventErrors.length > 0) errors.event_date = eventErrors
  const extras = {
    relations: form.has('relation_number')
      ? byNumber(readRelations.flatMap(({ data }) => data ?? []))
      : undefined,
    events: form.has('event_date') ? readEvents.flatMap(({ data }) => toEvent(data)) : undefined,
  }
  return { typed: { relations, events }, extras, errors }
}

function toEvent(read: z.output<typeof EVENT> | undefined): EventFields[] {
  if (!read) return []
  const { uid, date: held_on, time, ...rest } = read
  return [{ ...rest, uid: uid || undefined, held_on, held_at: time || null }]
}

function readLines<Name extends string>(
  form: Form,
  prefix: string,
  { shape }: { shape: Readonly<Record<Name, unknown>> },
): Record<Name, string>[] {
  const names = Object.keys(shape) as Name[]
  const columns = names.map((name) => form.all(`${prefix}_${name}`))
  const count = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: count }, (_, line) => {
    const typed = names.map((name, index) => [name, columns[index]?.[line] ?? ''])
    return Object.fromEntries(typed) as Record<Name, string>
  })
}

/** If two lines have the same number, the last one counts. */
const byNumber = (relations: readonly Reference[]) => [
  ...new Map(relations.map((relation) => [relation.number, relation])).values(),
]

/** An unknown number stored earlier may be of an entry yet to come; a newly typed one is a mistake. */
export async function refuseUnknownRelations(
  db: Queryable,
  { relations = [] }: EntryExtras,
  entryId?: number,
): Promise<void> {
  if (relations.length === 0) return
  const existing = entryId === undefined ? [] : await listRelations(db, entryId)
  const before = new Set(existing.map(({ target_number }) => target_number))
  const added = relations.map(({ number }) => number).filter((number) => !before.has(number))
  const taken = await listTakenNumbers(db, added)
  const reasons = added
    .filter((number) => !taken.has(number))
    .map((number) => `No entry has the docket number ${number}.`)
  if (reasons.length > 0) throw new InvalidError(reasons.join(' '), { relation_number: reasons })
}

/** @returns what was changed, in words for the history */
export async function saveExtras(trx: Queryable, id: number, { relations, events }: EntryExtras) {
  const changed: string[] = []
  if (relations && (await replaceRelations(trx, id, relations))) {
    changed.push('Related entries changed')
  }
  if (events && (await saveEvents(trx, id, events))) {
    changed.push('Hearings and deadlines changed')
  }
  return changed
}
