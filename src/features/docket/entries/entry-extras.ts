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
import { labeledErrors, wholeNumber } from './entry-fields.ts'

/** What is undefined is not changed. */
export interface EntryExtras {
  relations?: readonly Reference[] | undefined
  events?: readonly EventFields[] | undefined
}

const RELATION_LABELS = { kind: 'The kind of relation', number: 'The related docket number' }

const RELATION = z.object({
  kind: z.enum(['responds_to', 'decides', 'amends', 'refers_to'], 'must be one of the choices'),
  number: wholeNumber(1, MAX_NUMBER),
})

const EVENT_LABELS = {
  uid: 'the identifier',
  kind: 'the kind',
  date: 'the day',
  time: 'the time',
  place: 'the location',
  note: 'the description',
}

const TIME_PROBLEM = 'is not valid. Write it as HH:MM, for example 14:30'

const EVENT = z
  .object({
    uid: z.string().trim(),
    kind: z
      .string()
      .transform((kind) => kind.trim() || 'hearing')
      .pipe(z.enum(['hearing', 'deadline'], 'must be a hearing or a deadline')),
    date: z.string().trim().min(1, 'is missing').pipe(calendarDate()),
    time: z
      .string()
      .trim()
      .regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/, TIME_PROBLEM),
    place: typedLine(EVENT_LIMITS.place),
    note: typedText(EVENT_LIMITS.note),
  })
  .transform(({ uid, date: held_on, time, ...rest }) => ({
    ...rest,
    uid: uid || undefined,
    held_on,
    held_at: time || null,
  }))

export type TypedRelation = Record<keyof typeof RELATION_LABELS, string>
export type TypedEvent = Record<keyof typeof EVENT_LABELS, string>

export type TypedExtras = ReturnType<typeof readExtras>['typed']

export const BLANK_EXTRAS: TypedExtras = { relations: [], events: [] }

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
  const relations = readExtraLines(form, 'relation', RELATION_LABELS).filter((line) =>
    line.number.trim(),
  )
  const events = readExtraLines(form, 'event', EVENT_LABELS).filter((line) =>
    `${line.date}${line.time}${line.place}${line.note}`.trim(),
  )
  const readRelations = relations.map((line) => RELATION.safeParse(line))
  const relationErrors = readRelations.flatMap(({ error }) => sentences(error, RELATION_LABELS))
  const readEvents = events.map((line) => EVENT.safeParse(line))
  const eventErrors = readEvents.flatMap(({ error }, index) =>
    sentences(error, EVENT_LABELS).map((sentence) => `Date ${index + 1}: ${sentence}`),
  )
  const errors: FieldProblems = {}
  if (relationErrors.length > 0) errors.relation_number = relationErrors
  if (eventErrors.length > 0) errors.event_date = eventErrors
  const extras: EntryExtras = {
    relations: form.has('relation_number')
      ? byNumber(readRelations.flatMap(({ data }) => data ?? []))
      : undefined,
    events: form.has('event_date') ? readEvents.flatMap(({ data }) => data ?? []) : undefined,
  }
  return { typed: { relations, events }, extras, errors }
}

function readExtraLines<Name extends string>(
  form: Form,
  prefix: string,
  fields: Readonly<Record<Name, string>>,
): Record<Name, string>[] {
  const names = Object.keys(fields) as Name[]
  const columns = names.map((name) => form.all(`${prefix}_${name}`))
  const count = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: count }, (_, line) => {
    const typed = names.map((name, index) => [name, columns[index]?.[line] ?? ''])
    return Object.fromEntries(typed) as Record<Name, string>
  })
}

const sentences = (...read: Parameters<typeof labeledErrors>) =>
  Object.values(labeledErrors(...read)).flat()

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
export async function saveExtras(
  trx: Queryable,
  entryId: number,
  { relations, events }: EntryExtras,
): Promise<string[]> {
  const changed: string[] = []
  if (relations && (await replaceRelations(trx, entryId, relations))) {
    changed.push('Related entries changed')
  }
  if (events && (await saveEvents(trx, entryId, events))) {
    changed.push('Hearings and deadlines changed')
  }
  return changed
}
