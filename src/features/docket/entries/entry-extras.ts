import type {
  Entry,
  EntryEvent,
  Queryable,
  RelationKind,
} from '../../../platform/database/schema.ts'
import { type FieldErrors, InvalidError } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { calendarDate, typedText } from '../../../platform/http/request/parse.ts'
import { NUMBER_MOST, numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'
import { listEventsOfEntry, markEventsShown, saveEvents } from '../../calendar/queries.ts'
import { EVENT_LIMITS, EVENTS_MOST, type EventFields, isEventKind } from '../../calendar/rules.ts'
import { listRelations, listTakenNumbers, replaceRelations } from '../../relations/queries.ts'
import { RELATION_LABELS, type Reference } from '../../relations/rules.ts'

/* What an entry's form says besides its fields: related entries, hearings and deadlines. */

/** Undefined stays as it is. */
export interface EntryExtras {
  relations?: readonly Reference[] | undefined
  events?: readonly EventFields[] | undefined
}

const RELATION_FIELDS = ['kind', 'number'] as const
const EVENT_FIELDS = ['uid', 'kind', 'date', 'time', 'place', 'note'] as const

/** A line of the form as typed. */
export type TypedRelation = Record<(typeof RELATION_FIELDS)[number], string>
export type TypedEvent = Record<(typeof EVENT_FIELDS)[number], string>

export interface TypedExtras {
  relations: readonly TypedRelation[]
  events: readonly TypedEvent[]
}

export const BLANK_EXTRAS: TypedExtras = { relations: [], events: [] }

/** As the form shows what is stored. */
export async function typedExtras(db: Queryable, entryId: number): Promise<TypedExtras> {
  const relations = await listRelations(db, entryId)
  const events = await listEventsOfEntry(db, entryId)
  return {
    relations: relations.map(({ kind, target_number: number }) => ({ kind, number: `${number}` })),
    events: events.map(typedEvent),
  }
}

const typedEvent = ({ uid, kind, held_on, held_at, place, note }: EntryEvent): TypedEvent => ({
  uid,
  kind,
  date: held_on,
  time: held_at ?? '',
  place,
  note,
})

/**
 * Reads `relation_kind` and `relation_number`, `event_uid`, `event_kind`, `event_date`, `event_time`, `event_place` and
 * `event_note`, line by line; a line without a number, or with nothing but a kind, is none.
 * @param own the entry's docket number, which it cannot refer to
 */
export function readExtras(
  form: Form,
  own: number | null,
): { typed: TypedExtras; extras: EntryExtras; errors: FieldErrors } {
  const relations = readLines(form, 'relation', RELATION_FIELDS).filter(({ number }) =>
    number.trim(),
  )
  const events = readLines(form, 'event', EVENT_FIELDS).filter(({ date, time, place, note }) =>
    `${date}${time}${place}${note}`.trim(),
  )
  const readRelations = relations.map((line) => readRelation(line, own))
  const readEvents = events.map(readEvent)
  const errors = {
    relation_number: readRelations.filter((read) => typeof read === 'string'),
    event_date: readEvents.flatMap((read, index) =>
      typeof read === 'string' ? [`Date ${index + 1}: ${read}.`] : [],
    ),
  }
  if (events.length > EVENTS_MOST) errors.event_date.unshift(`More than ${EVENTS_MOST} dates.`)
  return {
    typed: { relations, events },
    extras: {
      relations: form.has('relation_number') ? byNumber(onlyRead(readRelations)) : undefined,
      events: form.has('event_date') ? onlyRead(readEvents) : undefined,
    },
    errors: Object.fromEntries(Object.entries(errors).filter(([, reasons]) => reasons.length > 0)),
  }
}

function readLines<Name extends string>(form: Form, prefix: string, names: readonly Name[]) {
  const columns = names.map((name) => form.all(`${prefix}_${name}`))
  const length = Math.max(...columns.map((column) => column.length))
  return Array.from(
    { length },
    (_, line) =>
      Object.fromEntries(names.map((name, at) => [name, columns[at]?.[line] ?? ''])) as Record<
        Name,
        string
      >,
  )
}

const onlyRead = <Fields extends object>(lines: readonly (Fields | string)[]): Fields[] =>
  lines.filter((line) => typeof line !== 'string')

/** Of two lines with one number, the last. */
const byNumber = (relations: readonly Reference[]) => [
  ...new Map(relations.map((relation) => [relation.number, relation])).values(),
]

/** @returns the sentence where it cannot be understood */
function readRelation({ kind, number }: TypedRelation, own: number | null): Reference | string {
  const target = parseWholeNumber(number.trim(), 1, NUMBER_MOST)
  if (target === undefined) return `The related docket number ${numberRange(1, NUMBER_MOST)}.`
  if (target === own) return 'An entry cannot be related to itself.'
  if (!isRelationKind(kind)) return 'Choose how the entries belong together.'
  return { kind, number: target }
}

const isRelationKind = (text: string): text is RelationKind => Object.hasOwn(RELATION_LABELS, text)

/** @returns what is wrong where it cannot be understood */
function readEvent(line: TypedEvent): EventFields | string {
  const held_on = line.date.trim()
  const held_at = line.time.trim() || null
  const kind = line.kind.trim() || 'hearing'
  const place = typedText(EVENT_LIMITS.place).safeParse(line.place)
  const note = typedText(EVENT_LIMITS.note).safeParse(line.note)
  if (held_on === '') return 'the day is missing'
  if (!calendarDate().safeParse(held_on).success) {
    return 'this is not a day that exists. Write it as YYYY-MM-DD'
  }
  if (held_at !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(held_at)) {
    return 'this is not a time. Write it as HH:MM, for example 14:30'
  }
  if (!isEventKind(kind)) return 'it must be a hearing or a deadline'
  if (!place.success) return `the place ${place.error.issues[0]?.message}`
  if (!note.success) return `the note ${note.error.issues[0]?.message}`
  return {
    uid: line.uid.trim() || undefined,
    kind,
    held_on,
    held_at,
    place: place.data,
    note: note.data,
  }
}

/**
 * A number that was there already may be that of an entry yet to come; one that is typed now is a slip.
 * @throws InvalidError
 */
export async function refuseUnknownRelations(
  db: Queryable,
  { relations = [] }: EntryExtras,
  entryId?: number,
): Promise<void> {
  const known = entryId === undefined ? [] : await listRelations(db, entryId)
  const before = new Set(known.map(({ target_number }) => target_number))
  const added = relations.map(({ number }) => number).filter((number) => !before.has(number))
  const taken = await listTakenNumbers(db, added)
  const reasons = added
    .filter((number) => !taken.has(number))
    .map((number) => `No entry has the docket number ${number}.`)
  if (reasons.length > 0) throw new InvalidError(reasons.join(' '), { relation_number: reasons })
}

interface SaveExtras {
  /** As it is saved. */
  entry: Pick<Entry, 'id' | 'status'>
  extras: EntryExtras
  /** Milliseconds. */
  at: number
}

/**
 * Within the transaction of whoever saves the entry.
 * @returns what was changed, in words for the history
 */
export async function saveExtras(
  trx: Queryable,
  { entry: { id: entryId, status }, extras: { relations, events }, at }: SaveExtras,
): Promise<string[]> {
  const changed: string[] = []
  if (relations && (await replaceRelations(trx, entryId, relations))) {
    changed.push('Related entries changed')
  }
  if (events && (await saveEvents(trx, { entryId, events, at }))) {
    changed.push('Hearings and deadlines changed')
  }
  if (status === 'published') await markEventsShown(trx, entryId, at)
  return changed
}
