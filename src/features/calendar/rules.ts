import type { EntryEvent, EventKind } from '../../platform/database/schema.ts'
import { offsetAt } from '../../shared/time-zone.ts'

const FIELDS = ['kind', 'held_on', 'held_at', 'place', 'note'] as const

/** What an administrator enters about a hearing or deadline. */
export type EventFields = Pick<EntryEvent, (typeof FIELDS)[number]> & {
  /** Undefined for a new one. */
  uid: string | undefined
}

/** Characters. */
export const EVENT_LIMITS = { place: 300, note: 1000 }
/** An entry that sets more than this is a mistake in a program. */
export const EVENTS_MOST = 50

export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  hearing: 'Hearing',
  deadline: 'Deadline',
}

export const isEventKind = (text: string): text is EventKind => Object.hasOwn(EVENT_LABELS, text)

const HOUR_MS = 3_600_000

/**
 * The instant, in milliseconds, of a day and time on the clock of a time zone. A time that the change to daylight saving
 * time skips is counted on from the last hour before it; of an hour that occurs twice, the first is meant.
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // The offset is that of the moment itself: a day before and a day after cover every change there is.
  const candidates = [-24, 24].map((hours) => asUtc - offsetAt(asUtc + hours * HOUR_MS, timeZone))
  const right = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === asUtc)
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates)
}

/** What has to be done so that the stored events are those that were entered. */
export function planEvents<Stored extends EventFields>(
  stored: readonly Stored[],
  typed: readonly EventFields[],
) {
  const added: EventFields[] = []
  const changed: { stored: Stored; fields: EventFields }[] = []
  const left = new Map(stored.map((event) => [event.uid, event]))
  for (const fields of typed) {
    const known = fields.uid === undefined ? undefined : left.get(fields.uid)
    if (!known) added.push(fields)
    else if (FIELDS.some((field) => known[field] !== fields[field])) {
      changed.push({ stored: known, fields })
    }
    left.delete(fields.uid)
  }
  return { added, changed, removed: [...left.values()] }
}
