import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Load {
  requestsPerSecond: number
  /** Milliseconds. */
  p99: number
  /** How many of the machine's cores wrk itself kept busy. */
  generatorCores: number
}

const CONNECTIONS = 64
const SECONDS = 8

/** wrk, one thread, keep-alive connections. @throws if any response was not a success */
export async function load(
  url: string,
  seconds = SECONDS,
  connections = CONNECTIONS,
  headers: Record<string, string> = {},
): Promise<Load> {
  const wrk = [
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '--latency',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ]
  const { stdout } = await promisify(execFile)('sh', ['-c', '"$@"; times', 'sh', ...wrk])
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`${url} did not answer every request:\n${stdout}`)
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const factor = unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1
  return {
    requestsPerSecond: Number(rate),
    p99: Number(p99) * factor,
    generatorCores: childSeconds(stdout) / seconds,
  }
}

/** The last line of the shell's `times`: the processor time of what it has run. */
function childSeconds(output: string): number {
  const times =
    output
      .trim()
      .split('\n')
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? []
  return [...times].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0)
}

/** For a table: the rate, and the 99th percentile of response times. */
export const describeLoad = ({ requestsPerSecond, p99 }: Load): string =>
  `${Math.round(requestsPerSecond)}/s, p99 ${p99.toFixed(1)} ms`

export interface LoadPair<L extends Load = Load> {
  peer: L
  ours: L
  ratio: number
}

const rateRatio = (peer: Load, ours: Load): number =>
  ours.requestsPerSecond / peer.requestsPerSecond

/**
 * The peers take turns, so that a busy moment of the machine affects both.
 * @param turns an odd number
 * @returns the turn whose ratio is the median
 */
export async function takeTurns<L extends Load>(
  turns: number,
  peer: () => Promise<L>,
  ours: () => Promise<L>,
  ratioOf: (peer: L, ours: L) => number = rateRatio,
): Promise<LoadPair<L>> {
  const pairs: LoadPair<L>[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const [a, b] = [await peer(), await ours()]
    pairs.push({ peer: a, ours: b, ratio: ratioOf(a, b) })
  }
  return pairs.toSorted((a, b) => a.ratio - b.ratio)[(turns - 1) / 2] as LoadPair<L>
}

const TURNS = 5

/** Two URLs under the usual load. */
export async function compare(peer: string, ours: string): Promise<LoadPair> {
  await load(peer, 1)
  await load(ours, 1)
  return takeTurns(
    TURNS,
    () => load(peer),
    () => load(ours),
  )
}
