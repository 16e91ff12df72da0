import { type Load, load } from './load.ts'
import type { Row } from './row.ts'

const VISITORS = 4
const SECONDS = 4
const TURNS = 7

export const VISITORS_HOW = `Visitors: wrk with ${VISITORS} connections, ${SECONDS} seconds without and ${SECONDS} seconds with it, taken in turns, the median of ${TURNS}.`

interface Turn {
  idle: Load
  meanwhile: Load
}

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
    const turns: Turn[] = []
    for (let turn = 0; turn < TURNS; turn += 1) turns.push(await takeTurn(url, begin))
    turns.sort((a, b) => riseOf(a) - riseOf(b))
    rows.push(rowOf(`${what}, while ${work}`, turns[(TURNS - 1) / 2] as Turn))
  }
  return rows
}

async function takeTurn(url: string, begin: () => Promise<() => Promise<void>>): Promise<Turn> {
  const idle = await load(url, SECONDS, VISITORS)
  const end = await begin()
  try {
    return { idle, meanwhile: await load(url, SECONDS, VISITORS) }
  } finally {
    await end()
  }
}

const riseOf = ({ idle, meanwhile }: Turn) => meanwhile.p99 / idle.p99

function rowOf(what: string, turn: Turn): Row {
  const show = ({ requestsPerSecond, p99 }: Load) =>
    `${Math.round(requestsPerSecond)}/s, p99 ${p99.toFixed(1)} ms`
  return {
    what,
    peer: `idle: ${show(turn.idle)}`,
    ours: show(turn.meanwhile),
    result: `p99 × ${riseOf(turn).toFixed(2)}`,
    promised: '2 or less',
  }
}
