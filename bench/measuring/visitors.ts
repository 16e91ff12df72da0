import { describeLoad, type Load, type LoadPair, load, takeTurns } from './load.ts'
import type { Row } from './row.ts'

const VISITORS = 4
const SECONDS = 4
const TURNS = 7

export const VISITORS_HOW = `Visitors: wrk with ${VISITORS} connections, ${SECONDS} seconds without the work and ${SECONDS} seconds with it, alternating, the median of ${TURNS}.`

/**
 * What visitors notice of other work.
 *
 * @param pages what they ask for, each with its address
 * @param work what it is called, as in "while …"
 * @param begin begins the work and resolves when it is under way, to what ends it
 * @throws where an answer is not a success
 */
export async function measureVisitors(
  pages: Record<string, string>,
  work: string,
  begin: () => Promise<() => Promise<void>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, url] of Object.entries(pages)) {
    await load(url, 2, VISITORS)
    const whileBusy = () => during(begin, () => load(url, SECONDS, VISITORS))
    const pair = await takeTurns(TURNS, () => load(url, SECONDS, VISITORS), whileBusy, p99Ratio)
    rows.push(rowOf(`${what}, while ${work}`, pair))
  }
  return rows
}

const p99Ratio = (idle: Load, busy: Load) => busy.p99 / idle.p99

async function during<T>(begin: () => Promise<() => Promise<void>>, measure: () => Promise<T>) {
  const end = await begin()
  try {
    return await measure()
  } finally {
    await end()
  }
}

const rowOf = (what: string, { peer, ours, ratio }: LoadPair): Row => ({
  what,
  peer: `idle: ${describeLoad(peer)}`,
  ours: describeLoad(ours),
  result: `p99 × ${ratio.toFixed(2)}`,
  promised: '2 or less',
})
