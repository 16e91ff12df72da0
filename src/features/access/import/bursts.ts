/** Ranges of one document by one client with no pause of half an hour between them. */
export interface Burst {
  visitor: number
  /** Milliseconds since 1970 UTC. */
  first_at: number
  last_at: number
  document_id: number
  /** Of the first line; of several in that moment the first by the alphabet, so that the order of reading is no matter. */
  user_agent: string
  /** The record that stands for it. */
  access_id: number | null
}

/** A pause this long ends a burst (CONTRACT section 7). */
export const PAUSE_MS = 30 * 60_000

/** Bursts that touch become one, in the order of visitor and time. None of the given ones is changed. */
export function mergeBursts(bursts: readonly Burst[]): Burst[] {
  const sorted = bursts.toSorted((a, b) => a.visitor - b.visitor || a.first_at - b.first_at)
  const merged: Burst[] = []
  for (const burst of sorted) {
    const before = merged.at(-1)
    if (before && before.visitor === burst.visitor && burst.first_at - before.last_at < PAUSE_MS)
      merged[merged.length - 1] = join(before, burst)
    else merged.push(burst)
  }
  return merged
}

function join(first: Burst, second: Burst): Burst {
  const agents = [first.user_agent, second.user_agent].toSorted()
  const user_agent = first.first_at === second.first_at ? (agents[0] ?? '') : first.user_agent
  return {
    ...first,
    last_at: Math.max(first.last_at, second.last_at),
    user_agent,
    access_id: first.access_id ?? second.access_id,
  }
}

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
    const { first_at, user_agent } = recorded.get(burst.access_id) ?? burst
    const isTrue = first_at === burst.first_at && user_agent === burst.user_agent
    return isTrue ? burst : { ...burst, access_id: null }
  })
  const kept = new Set(merged.map(({ access_id }) => access_id))
  const obsolete = stored.flatMap(({ access_id }) =>
    access_id === null || kept.has(access_id) ? [] : [access_id],
  )
  return { merged, obsolete }
}

/** The half hours in which a whole download would be beside the burst. */
export function periodsBeside({
  first_at,
  last_at,
}: Pick<Burst, 'first_at' | 'last_at'>): number[] {
  const first = periodOf(first_at - PAUSE_MS)
  const last = periodOf(last_at + PAUSE_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Half hours since 1970: lines of about the same time lie together in the database. */
export const periodOf = (at: number): number => Math.floor(at / PAUSE_MS)
