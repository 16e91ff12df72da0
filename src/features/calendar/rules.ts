import type { EntryEvent, EventKind } from '../../platform/database/schema.ts'
import { offsetAt } from '../../shared/time-zone.ts'

const FIELDS = ['kind', 'held_on', 'held_at', 'place', 'note'] as const

export type EventFields = Pick<EntryEvent, (typeof FIELDS)[number]> & {
  /** Undefined for a new one. */
  uid: string | undefined
}

/** In characters. */
export const EVENT_LIMITS = { place: 300, note: 1000 }
/** No real entry has this many dates; a program that sends more has a bug. */
export const MAX_EVENTS = 50

export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  hearing: 'Hearing',
  deadline: 'Deadline',
}

const HOUR_MS = 3_600_000

/**
 * Converts a local day and time to milliseconds. A time that the clock skips in spring moves one hour later; of a time
 * that occurs twice in fall, the first is meant.
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // The offset at that instant is not known yet; those a day earlier and a day later cover any change.
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
    const existing = fields.uid === undefined ? undefined : left.get(fields.uid)
    if (!existing) added.push(fields)
    else if (FIELDS.some((field) => existing[field] !== fields[field])) {
      changed.push({ stored: existing, fields })
    }
    left.delete(fields.uid)
  }
  return { added, changed, removed: [...left.values()] }
}
