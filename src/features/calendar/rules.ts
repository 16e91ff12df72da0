import type { EntryEvent, EventKind } from '../../platform/database/schema.ts'
import { offsetAt } from '../../shared/time-zone.ts'

/** What an administrator types of a hearing or deadline. Day and time are those of the site's time zone. */
export interface EventFields {
  /** Undefined for one that is new. */
  uid: string | undefined
  kind: EventKind
  /** YYYY-MM-DD */
  heldOn: string
  /** HH:MM; null: the whole day. */
  heldAt: string | null
  place: string
  note: string
}

/** Characters. */
export const EVENT_LIMITS = { place: 300, note: 1000 }
/** An entry that sets more than this is a mistake in a program. */
export const EVENTS_MOST = 50

export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  hearing: 'Hearing',
  deadline: 'Deadline',
}

const HOUR_MS = 3_600_000

/**
 * The instant of a day and time on the clock of a time zone, in milliseconds. A time that the change to summer time
 * leaves out is that long after the hour that is there; of an hour that comes twice, the first is meant.
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // The offset is that of the moment itself: a day before and a day after cover every change there is.
  const candidates = [-24, 24].map((hours) => asUtc - offsetAt(asUtc + hours * HOUR_MS, timeZone))
  const right = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === asUtc)
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates)
}

type StoredEvent = Pick<EntryEvent, 'uid' | 'kind' | 'held_on' | 'held_at' | 'place' | 'note'>

export function isSameEvent(stored: StoredEvent, typed: EventFields): boolean {
  return (
    stored.kind === typed.kind &&
    stored.held_on === typed.heldOn &&
    stored.held_at === typed.heldAt &&
    stored.place === typed.place &&
    stored.note === typed.note
  )
}

export interface EventPlan<Stored> {
  added: EventFields[]
  changed: { stored: Stored; fields: EventFields }[]
  removed: Stored[]
}

/** What has to be done so that the stored events are those that were typed. */
export function planEvents<Stored extends StoredEvent>(
  stored: readonly Stored[],
  typed: readonly EventFields[],
): EventPlan<Stored> {
  const byUid = new Map(stored.map((event) => [event.uid, event]))
  const plan: EventPlan<Stored> = { added: [], changed: [], removed: [] }
  for (const fields of typed) {
    const known = fields.uid === undefined ? undefined : byUid.get(fields.uid)
    if (!known) plan.added.push(fields)
    else if (!isSameEvent(known, fields)) plan.changed.push({ stored: known, fields })
    if (known) byUid.delete(known.uid)
  }
  plan.removed.push(...byUid.values())
  return plan
}
