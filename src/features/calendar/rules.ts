import type { EntryEvent, EventKind } from '../../platform/database/schema.ts'

const FIELDS = ['kind', 'held_on', 'held_at', 'place', 'note'] as const

export type EventFields = Pick<EntryEvent, (typeof FIELDS)[number]> & {
  /** Undefined for a new one. */
  uid: string | undefined
}

/** In characters. */
export const EVENT_LIMITS = { place: 300, note: 1000 }

export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  hearing: 'Hearing',
  deadline: 'Deadline',
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
