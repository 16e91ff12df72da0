import type { SourceEvent } from '../import/source-docket.ts'

/* The hearings and deadlines of the sample case: those of its story, and some that are always still to come. */

const DAY_MS = 86_400_000
const LAST_FILED = Date.UTC(2026, 10, 13)

interface Plan {
  kind: SourceEvent['kind']
  /** A day, or days from now. */
  on: string | number
  at?: string
  place?: string
  note: string
}

const COURTROOM = 'Courtroom 3B, Lakemont'

/** By docket number. */
const PLANS: Readonly<Record<number, readonly Plan[]>> = {
  3: [
    { kind: 'hearing', on: '2025-08-14', at: '13:30', place: COURTROOM, note: 'Emergency Motion' },
  ],
  21: [
    {
      kind: 'hearing',
      on: '2026-01-14',
      at: '10:00',
      place: COURTROOM,
      note: 'Sale of Cold Spring Orchard',
    },
  ],
  48: [
    {
      kind: 'hearing',
      on: '2026-11-10',
      at: '09:30',
      place: COURTROOM,
      note: 'Plan of Distribution',
    },
  ],
  51: [
    { kind: 'deadline', on: 9, note: 'Supplemental briefs on the priority of claims' },
    {
      kind: 'hearing',
      on: 23,
      at: '10:00',
      place: COURTROOM,
      note: 'Continued hearing on Plan of Distribution',
    },
    {
      kind: 'deadline',
      on: 40,
      at: '17:00',
      place: 'Office of the Receiver',
      note: 'Last day to object to the final claims register',
    },
    { kind: 'hearing', on: 58, at: '14:30', place: 'By telephone', note: 'Status conference' },
  ],
}

/** @param now milliseconds */
export function demoDates(number: number | null, now: number): SourceEvent[] {
  const plans = number === null ? [] : (PLANS[number] ?? [])
  return plans.map(({ kind, on, at = null, place = '', note }, index) => ({
    ...{ uid: `demo-${number}-${index + 1}`, kind, place, note, heldAt: at },
    heldOn: typeof on === 'string' ? on : weekdayIn(on, now),
    ...{ sequence: 0, shownAt: null, cancelledAt: null },
  }))
}

/** No court sits at the weekend: then the Monday after. */
function weekdayIn(days: number, now: number): string {
  const date = new Date(Math.max(now, LAST_FILED) + days * DAY_MS)
  while ([0, 6].includes(date.getUTCDay())) date.setTime(date.getTime() + DAY_MS)
  return date.toISOString().slice(0, 10)
}
