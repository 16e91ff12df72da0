import type { EntryEvent, EventKind } from '../../platform/database/schema.ts'

export const EVENT_FIELDS = ['kind', 'held_on', 'held_at', 'place', 'note'] as const

export type EventFields = Pick<EntryEvent, (typeof EVENT_FIELDS)[number]> & {
  /** Undefined for a new one. */
  uid: string | undefined
}

/** In characters. */
export const EVENT_LIMITS = { place: 300, note: 1000 }

export const EVENT_LABELS: Readonly<Record<EventKind, string>> = {
  hearing: 'Hearing',
  deadline: 'Deadline',
}
