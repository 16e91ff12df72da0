import { isTouching, PAUSE_MS, periodOf, type Span } from '../downloads/download-rules.ts'

/** Ranges of one document by one client with no pause of half an hour between them. */
export interface Burst extends Span {
  visitor: number
  source: number
  document_id: number
  user_agent: string
  /** The record that stands for it. */
  access_id: number | null
}

/** Bursts that touch become one, in the order of visitor and time. None of the given ones is changed. */
export function mergeBursts(bursts: readonly Burst[]): Burst[] {
  const sorted = bursts.toSorted((a, b) => a.visitor - b.visitor || a.first_at - b.first_at)
  const merged: Burst[] = []
  for (const burst of sorted) {
    const before = merged.at(-1)
    if (before && before.visitor === burst.visitor && isTouching(before, burst))
      merged[merged.length - 1] = join(before, burst)
    else merged.push(burst)
  }
  return merged
}

const join = (first: Burst, second: Burst): Burst => ({
  ...first,
  last_at: Math.max(first.last_at, second.last_at),
  access_id: first.access_id ?? second.access_id,
})

export interface BurstChange {
  /** What is now there in place of `stored`. */
  merged: Burst[]
  /** Records that no longer stand for a burst, or tell another beginning than it now has. */
  obsolete: number[]
}

/** @param stored the bursts in the database that touch any of the arriving ones */
export function changeBursts(stored: readonly Burst[], arriving: readonly Burst[]): BurstChange {
  const recorded = new Map(stored.map((burst) => [burst.access_id, burst]))
  const merged = mergeBursts([...stored, ...arriving]).map((burst) => {
    const { first_at } = recorded.get(burst.access_id) ?? burst
    return first_at === burst.first_at ? burst : { ...burst, access_id: null }
  })
  const kept = new Set(merged.map(({ access_id }) => access_id))
  const obsolete = stored.flatMap(({ access_id }) =>
    access_id === null || kept.has(access_id) ? [] : [access_id],
  )
  return { merged, obsolete }
}

/** The half hours in which a whole download would be beside the burst. */
export function periodsBeside({ first_at, last_at }: Span): number[] {
  const first = periodOf(first_at - PAUSE_MS)
  const last = periodOf(last_at + PAUSE_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
