import type { EntryEvent, EventKind } from '../../platform/database/schema.ts'
import { offsetAt } from '../../shared/time-zone.ts'

const FIELDS = ['kind', 'held_on', 'held_at', 'place', 'note'] as const

export type EventFields = Pick<EntryEvent, (typeof FIELDS)[number]> & {
  /** Undefined for a new one. */
  uid: string | undefined
}

/** Characters. */
export const EVENT_LIMITS = { place: 300, note: 1000 }
/** No entry sets this many dates; a program that sends more has a mistake. */
export const EVENTS_MOST = 50

export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  hearing: 'Hearing',
  deadline: 'Deadline',
}

const HOUR_MS = 3_600_000

/**
 * The instant, in milliseconds, of a day and time on the clock of a time zone. A time that the clock skips in spring is
 * counted on from the hour before; of an hour that occurs twice, the first is meant.
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // The offset at the moment itself is not known yet: a day before and a day after cover every change.
  const candidates = [-24, 24].map((hours) => asUtc - offsetAt(asUtc + hours * HOUR_MS, timeZone))
  const right = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === asUtc)
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates)
}

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
