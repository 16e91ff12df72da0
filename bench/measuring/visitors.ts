import { describeLoad, type Load, type LoadPair, load, takeTurns } from './load.ts'
import type { Row } from './row.ts'

const VISITORS = 4
const SECONDS = 4
const TURNS = 7

export const VISITORS_HOW = `Visitors: wrk with ${VISITORS} connections, ${SECONDS} seconds without the work and ${SECONDS} seconds with it, alternating, the median of ${TURNS}.`

/**
 * How other work affects visitors.
 *
 * @param pages the pages that they request, each with its URL
 * @param work its name, as in "while …"
 * @param begin starts the work; resolves, once it is running, to a function that stops it
 * @throws if a response is not a success
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
