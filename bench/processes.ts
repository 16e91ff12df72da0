import { join } from 'node:path'
import { openCluster } from '../test/support/postgres-cluster.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  runDocket,
  startDocket,
} from '../test/support/run-docket.ts'
import { loadSmallDocket } from '../test/support/small-docket.ts'
import { describeLoad, type Load, type LoadPair, load, takeTurns } from './measuring/load.ts'
import { processorSeconds } from './measuring/machine.ts'
import { holdEach } from './measuring/processor-share.ts'
import type { Row } from './measuring/row.ts'

/** Of a core. Two such processes leave one of two cores for the load generator. */
const SHARE = 0.5

export const PROCESSES_HOW = `wrk: one thread for each process, 64 connections in all, 2 seconds per run, the median of nine alternating runs. wrk
runs on the same two cores, and its share of them is shown: with whole cores, a second process gains little more than what the
first leaves unused. The promise is therefore measured with each process limited to half a core by the kernel
(a control group), one process against two, so that wrk has room in both runs. PostgreSQL runs on the same machine with its
durable defaults and takes its share as well.`

const TURNS = 9
const SECONDS = 2
const CONNECTIONS = 64
const HOME = '/'
const FILE = '/api/documents/1/download'

interface Turn extends Load {
  /** How many cores the service kept busy, and the server of its database. */
  serverCores: number
  databaseCores: number
}

type Comparison = LoadPair<Turn>

interface Served {
  /** Of each process. */
  urls: string[]
  pids: number[]
  /** Processor time so far, in seconds. */
  spent(): { server: number; database: number }
}

/** One process compared with two, and SQLite with PostgreSQL, on the same docket. */
export async function measureProcesses(): Promise<Row[]> {
  const folder = newDataFolder()
  const cluster = await openCluster()
  const running: RunningDocket[] = []
  try {
    await loadSmallDocket({}, folder, [298_000, ...Array<number>(24).fill(20_000)])
    const DATABASE_URL = `${cluster.url}/postgres`
    const copied = await runDocket(['database:copy', '--to', DATABASE_URL], { DATA_DIR: folder })
    if (copied.code !== 0) throw new Error(copied.stderr)
    const start = async (count: number, environment: Record<string, string>): Promise<Served> => {
      const dockets: RunningDocket[] = []
      while (dockets.length < count) {
        const docket = await startDocket(environment, folder, join(folder, `log-${running.length}`))
        dockets.push(docket)
        running.push(docket)
      }
      const pids = dockets.map(({ process }) => process.pid ?? 0)
      const database = () => ('DATABASE_URL' in environment ? processorSeconds(cluster.pid()) : 0)
      const server = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0)
      const spent = () => ({ server: server(), database: database() })
      return { urls: dockets.map(({ url }) => url), pids, spent }
    }
    return await compareAll({
      sqlite: [await start(1, {}), await start(2, {})],
      postgres: [await start(1, { DATABASE_URL }), await start(2, { DATABASE_URL })],
    })
  } finally {
    for (const docket of running) await docket.stop()
    await cluster.remove()
    removeFolder(folder)
  }
}

type Pair = [one: Served, two: Served]

async function compareAll({ sqlite, postgres }: { sqlite: Pair; postgres: Pair }): Promise<Row[]> {
  const whole = [
    twoProcesses('home page, SQLite', await compare(...sqlite, HOME)),
    twoProcesses('300 kB PDF, record written, SQLite', await compare(...sqlite, FILE)),
    twoProcesses('home page, PostgreSQL', await compare(...postgres, HOME)),
    twoProcesses('300 kB PDF, record written, PostgreSQL', await compare(...postgres, FILE)),
    onPostgres('300 kB PDF, record written', await compare(sqlite[0], postgres[0], FILE)),
    onPostgres('the same, two processes', await compare(sqlite[1], postgres[1], FILE)),
  ]
  return [...(await compareHalves({ SQLite: sqlite, PostgreSQL: postgres })), ...whole]
}

/** No rows if the kernel cannot limit a process to a share of a core. */
async function compareHalves(pairs: Record<string, Pair>): Promise<Row[]> {
  const releases = Object.values(pairs)
    .flat()
    .flatMap(({ pids }) => pids.map((pid) => holdEach(pid, SHARE)))
  if (releases.includes(undefined)) return []
  const rows: Row[] = []
  for (const [database, pair] of Object.entries(pairs)) {
    for (const [what, path] of Object.entries({
      'home page': HOME,
      '300 kB PDF, record written': FILE,
    })) {
      const { what: name, ...row } = twoProcesses(
        `${what}, ${database}`,
        await compare(...pair, path),
      )
      rows.push({ ...row, what: `half a core each: ${name}`, promised: '1.6 or more' })
    }
  }
  for (const release of releases) release?.()
  return rows
}

async function compare(peer: Served, ours: Served, path: string): Promise<Comparison> {
  for (const { urls } of [peer, ours]) for (const url of urls) await load(url + path, 1)
  return takeTurns(
    TURNS,
    () => measure(peer, path),
    () => measure(ours, path),
  )
}

async function measure({ urls, spent }: Served, path: string): Promise<Turn> {
  const before = spent()
  const loads = await Promise.all(
    urls.map((url) => load(url + path, SECONDS, CONNECTIONS / urls.length)),
  )
  const after = spent()
  return {
    requestsPerSecond: loads.reduce((sum, one) => sum + one.requestsPerSecond, 0),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    generatorCores: loads.reduce((sum, one) => sum + one.generatorCores, 0),
    serverCores: (after.server - before.server) / SECONDS,
    databaseCores: (after.database - before.database) / SECONDS,
  }
}

function show(turn: Turn): string {
  const database = turn.databaseCores > 0 ? `, database ${turn.databaseCores.toFixed(2)}` : ''
  return `${describeLoad(turn)}; cores: service ${turn.serverCores.toFixed(2)}${database}, wrk ${turn.generatorCores.toFixed(2)}`
}

function twoProcesses(what: string, { peer, ours, ratio }: Comparison): Row {
  return {
    what: `two processes: ${what}`,
    peer: `one process: ${show(peer)}`,
    ours: show(ours),
    result: ratio.toFixed(2),
    promised: '',
  }
}

function onPostgres(what: string, { peer, ours, ratio }: Comparison): Row {
  return {
    what: `PostgreSQL: ${what}`,
    peer: `SQLite: ${show(peer)}`,
    ours: show(ours),
    result: ratio.toFixed(2),
    promised: '0.6 or more',
  }
}
