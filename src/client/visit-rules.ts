/*
 * What was new since the reader's last visit. Nothing of it leaves the browser. Entries are compared by the time at
 * which the server published them, never with the browser's clock, which may be wrong; that only says when the visit was.
 */

/** How far the docket had come, and when that was seen. Milliseconds. */
export interface Seen {
  at: number
  /** When the newest entry was published. */
  newest: number
}

/** What the browser keeps. */
export interface VisitRecord extends Seen {
  /** The end of the visit before; null on the first. */
  since: Seen | null
}

/** Who comes back within this time is still on the same visit, in whichever tab. */
const VISIT_GAP_MS = 30 * 60_000

/** What is kept after the docket was opened now, with `newest` on it. */
export function openDocket(kept: VisitRecord | undefined, seen: Seen): VisitRecord {
  if (!kept) return { ...seen, since: null }
  const { at, since } = kept
  const newest = Math.max(kept.newest, seen.newest)
  const isSameVisit = seen.at >= at && seen.at - at < VISIT_GAP_MS
  if (isSameVisit) return { at: seen.at, newest, since }
  return { at: seen.at, newest, since: { at, newest: kept.newest } }
}

/** @returns undefined for anything that this program did not write */
export function readRecord(text: string | null): VisitRecord | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (!isSeen(value)) return undefined
    const { since } = value as { since?: unknown }
    if (since !== null && !isSeen(since)) return undefined
    const pick = ({ at, newest }: Seen) => ({ at, newest })
    return { ...pick(value), since: since === null ? null : pick(since) }
  } catch {
    return undefined
  }
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== 'object' || value === null) return false
  const { at, newest } = value as Record<string, unknown>
  return [at, newest].every(isTime)
}

/** A time that a calendar has. */
const isTime = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15

interface News {
  /** New on the whole docket; the list of times is that long at most. */
  total: number
  onPage: number
  /** Whether there may be more than the list of times can say. */
  isMore: boolean
  /** `12/15/2026, 10:00 AM` */
  when: string
}

/** In two parts: on a narrow screen the second is left out. */
export function describeNews({ total, onPage, isMore, when }: News): [what: string, where: string] {
  if (total === 0) return [`No new entries since your last visit, ${when}`, '']
  const count = `${total}${isMore ? ' or more' : ''}`
  const entries = total === 1 && !isMore ? '1 new entry' : `${count} new entries`
  const where = onPage === total && !isMore ? '' : `, ${onPage} of them on this page`
  return [`${entries} since your last visit, ${when}`, where]
}
