import type { EntryEvent } from '../../platform/database/schema.ts'
import type { FieldErrors } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { calendarDate, typedText } from '../../platform/http/request/parse.ts'
import { EVENT_LIMITS, EVENTS_MOST, type EventFields, isEventKind } from './rules.ts'

/** A line of the form as typed. */
export interface TypedEvent {
  uid: string
  kind: string
  date: string
  time: string
  place: string
  note: string
}

export interface ReadEvents {
  typed: TypedEvent[]
  /** Undefined where the form had no such fields: then they stay as they are. */
  events: EventFields[] | undefined
  errors: FieldErrors
}

export const typedEvent = (event: EntryEvent): TypedEvent => ({
  uid: event.uid,
  kind: event.kind,
  date: event.held_on,
  time: event.held_at ?? '',
  place: event.place,
  note: event.note,
})

/**
 * Reads the fields `event_uid`, `event_kind`, `event_date`, `event_time`, `event_place` and `event_note`, line by line;
 * a line in which only the kind is chosen is none.
 */
export function readEvents(form: Form): ReadEvents {
  if (!form.has('event_date')) return { typed: [], events: undefined, errors: {} }
  const column = (name: string) => form.all(`event_${name}`)
  const [uids, kinds, times, places, notes] = ['uid', 'kind', 'time', 'place', 'note'].map(column)
  const typed = column('date')
    .map((date, line) => ({
      uid: uids?.[line] ?? '',
      kind: kinds?.[line] ?? '',
      date,
      time: times?.[line] ?? '',
      place: places?.[line] ?? '',
      note: notes?.[line] ?? '',
    }))
    .filter(({ date, time, place, note }) => [date, time, place, note].some((text) => text.trim()))
  const events: EventFields[] = []
  const problems = typed.length > EVENTS_MOST ? [`More than ${EVENTS_MOST} dates.`] : []
  for (const [index, line] of typed.entries()) {
    const { fields, problem } = readLine(line)
    if (problem) problems.push(`Date ${index + 1}: ${problem}.`)
    else if (fields) events.push(fields)
  }
  return { typed, events, errors: problems.length > 0 ? { event_date: problems } : {} }
}

function readLine(line: TypedEvent): { fields?: EventFields; problem?: string } {
  const heldOn = line.date.trim()
  const heldAt = line.time.trim() || null
  const place = typedText(EVENT_LIMITS.place).safeParse(line.place)
  const note = typedText(EVENT_LIMITS.note).safeParse(line.note)
  const kind = line.kind.trim() || 'hearing'
  if (heldOn === '') return { problem: 'the day is missing' }
  if (!calendarDate().safeParse(heldOn).success) {
    return { problem: 'this is not a day that exists. Write it as YYYY-MM-DD' }
  }
  if (heldAt !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(heldAt)) {
    return { problem: 'this is not a time. Write it as HH:MM, for example 14:30' }
  }
  if (!isEventKind(kind)) return { problem: 'it must be a hearing or a deadline' }
  if (!place.success) return { problem: `the place ${place.error.issues[0]?.message}` }
  if (!note.success) return { problem: `the note ${note.error.issues[0]?.message}` }
  const uid = line.uid.trim() || undefined
  return { fields: { uid, kind, heldOn, heldAt, place: place.data, note: note.data } }
}
