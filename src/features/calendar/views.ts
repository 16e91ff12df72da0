import type { EventRow } from './queries.ts'
import { EVENT_LABELS } from './rules.ts'

/** A hearing or deadline as readers see it. */
export interface EventView {
  id: number
  /** `Hearing` or `Deadline` */
  label: string
  /** YYYY-MM-DD */
  heldOn: string
  /** HH:MM; null: the whole day. */
  heldAt: string | null
  place: string
  note: string
  entryUrl: string
  entryNumber: number | null
  entryTitle: string
}

export function eventView(row: EventRow): EventView {
  return {
    id: row.id,
    label: EVENT_LABELS[row.kind],
    heldOn: row.held_on,
    heldAt: row.held_at,
    place: row.place,
    note: row.note,
    entryUrl: `/entries/${row.entry_id}`,
    entryNumber: row.entry_number,
    entryTitle: row.entry_title,
  }
}
