import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  type AccessStatistics,
  createAccessStatistics,
} from '../src/features/statistics/figures/statistics.ts'
import { createReadingThread } from '../src/platform/threads/thread.ts'
import { openCluster } from '../test/support/postgres-cluster.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../test/support/run-docket.ts'
import {
  loadStatisticsCase,
  RECORDS,
  type StatisticsCase,
  settle,
} from './cases/statistics-case.ts'
import { measureDiskSpace } from './measuring/disk-space.ts'
import { describeLoad, load, takeTurns } from './measuring/load.ts'
import type { Row } from './measuring/row.ts'
import { measureVisitors, VISITORS_HOW } from './measuring/visitors.ts'

const PAGES = 9
const TURNS = 9
const TURN_SECONDS = 4
/** With many connections, the service always has a download to work on while others wait for their commit; with few, it is sometimes idle. */
const MANY = 256
const FEW = 64

export const STATISTICS_HOW = `${RECORDS.toLocaleString('en-US')} downloads of 5,000 documents over 365 days from
${(RECORDS / 10).toLocaleString('en-US')} addresses. A page's figures are everything it shows: period, totals, and every day or
document with its unique visitors, counted from the records (median of ${PAGES}). ${VISITORS_HOW} Meanwhile an
administrator requests the year's page nonstop, from a low-priority process, because a real browser would be on another machine.
Recording: wrk on a 300 kB PDF, whole (with its record) and all but its last byte (no record), in alternating runs of
${TURN_SECONDS} seconds, the median of ${TURNS}: with ${MANY} connections, so that the service always has a download to work on, which
shows what recording costs at full load; and with ${FEW}, which now and then all wait for the same commit, leaving the
service idle.`

/** How fast the statistics are, and how they affect visitors. */
export const measureOnSqlite = () => measureOn('SQLite', undefined)

export async function measureOnPostgres(): Promise<Row[]> {
  const cluster = await openCluster()
  try {
    return await measureOn('PostgreSQL', `${cluster.url}/postgres`)
  } finally {
    await cluster.remove()
  }
}

async function measureOn(name: string, databaseUrl: string | undefined): Promise<Row[]> {
  const folder = newDataFolder()
  let statistics: AccessStatistics | undefined
  let opened: StatisticsCase | undefined
  try {
    opened = await inTime(`${RECORDS} records on ${name}`, () =>
      loadStatisticsCase(folder, databaseUrl),
    )
    const { config } = opened
    statistics = createAccessStatistics(config, createReadingThread(config))
    await inTime('cleaning up', () => settle((opened as StatisticsCase).db))
    const pages = await measurePages(name, opened, statistics)
    const room = await measureDiskSpace(name, opened.db, RECORDS)
    return [...pages, room, ...(await measureCost(name, opened))]
  } finally {
    await statistics?.close()
    await opened?.db.destroy()
    removeFolder(folder)
  }
}

async function inTime<T>(what: string, work: () => Promise<T>): Promise<T> {
  const { result, ms } = await timed(work)
  console.log(`  ${what}: ${Math.round(ms / 1000)} s`)
  return result
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now()
  const result = await work()
  return { result, ms: performance.now() - began }
}

async function measurePages(
  name: string,
  { year, month }: StatisticsCase,
  statistics: AccessStatistics,
): Promise<Row[]> {
  const page = (range: { from: string; to: string }, view: 'listDays' | 'listDocuments') =>
    median(() =>
      statistics.read(async (figures) => {
        const filter = { ...range, robots: 'include' as const }
        return [await figures.readTotals(filter), await figures[view](filter)]
      }),
    )
  const row = (what: string, ms: number, promised: string): Row => ({
    what: `${what}, ${name}`,
    peer: '',
    ours: `${ms.toFixed(1)} ms`,
    result: '',
    promised,
  })
  // A second for each million records, and 10 for ten million.
  const second = `${Math.ceil(RECORDS / 1_000_000).toLocaleString('en-US')} s or less`
  return [
    row('figures of the whole year, by day', await page(year, 'listDays'), second),
    row('figures of the last 30 days, by day', await page(month, 'listDays'), ''),
    row('figures of the whole year, by document', await page(year, 'listDocuments'), second),
    row('figures of the last 30 days, by document', await page(month, 'listDocuments'), ''),
  ]
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < PAGES; round += 1) times.push((await timed(work)).ms)
  return times.toSorted((a, b) => a - b)[Math.floor(PAGES / 2)] as number
}

async function measureCost(name: string, opened: StatisticsCase): Promise<Row[]> {
  const folder = opened.environment.DATA_DIR as string
  const docket = await startDocket(opened.environment, folder, `${folder}/log`)
  try {
    return [
      ...(await measureAsking(name, docket, opened)),
      ...(await measureRecordings(name, docket)),
    ]
  } finally {
    await docket.stop()
  }
}

async function measureAsking(name: string, { url }: RunningDocket, { year }: StatisticsCase) {
  const address = `/admin/document-access?from=${year.from}&to=${year.to}`
  const pages = { 'home page': `${url}/`, '300 kB PDF': `${url}/api/documents/1/download` }
  return measureVisitors(pages, `the year’s page is computed without a pause, ${name}`, () =>
    queryWithoutPause(url, address),
  )
}

/** Resolves after the first page. @returns a function that stops it, or throws if a later request failed */
async function queryWithoutPause(url: string, page: string): Promise<() => Promise<void>> {
  const words = ['bench/measuring/asking-process.ts', url, page]
  const asking = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(asking, 'close')
  await Promise.race([once(asking.stdout, 'data'), ended])
  return async () => {
    asking.kill()
    const [code] = await ended
    if (code !== 0) throw new Error(`${page} was not shown`)
  }
}

/** All but the last byte, fetched ahead, leaves no trace in the database, so it shows the cost of a download without its record. */
async function measureRecordings(name: string, { url }: RunningDocket): Promise<Row[]> {
  const address = `${url}/api/documents/1/download`
  const size = Number((await fetch(address, { method: 'HEAD' })).headers.get('content-length'))
  const rows: Row[] = []
  for (const connections of [MANY, FEW]) {
    const what = `300 kB PDF, record written, ${connections} connections, ${name}`
    rows.push(await measureRecording(what, address, size, connections))
  }
  return rows
}

async function measureRecording(
  what: string,
  address: string,
  size: number,
  connections: number,
): Promise<Row> {
  const allButTheLastByte = { range: `bytes=0-${size - 2}`, 'sec-purpose': 'prefetch' }
  await load(address, 1, connections)
  const { peer, ours, ratio } = await takeTurns(
    TURNS,
    () => load(address, TURN_SECONDS, connections, allButTheLastByte),
    () => load(address, TURN_SECONDS, connections),
  )
  return {
    what,
    peer: `all but the last byte, so no record: ${describeLoad(peer)}`,
    ours: describeLoad(ours),
    result: ratio.toFixed(2),
    promised: '0.9 or more',
  }
}
