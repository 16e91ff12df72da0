import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../config.ts'
import { connectDatabase } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { eraseIps, lastDayToErase } from '../erase-ips.ts'
import { foldDownloads } from './fold-downloads.ts'
import { REST_FACTOR } from './fold-queries.ts'
import { type OnProgress, rebuildStatistics } from './rebuild-statistics.ts'

export type KeeperConfig = Pick<Config, 'databaseUrl' | 'timeZone' | 'visitorIpRetentionDays'>

export interface KeeperOptions {
  config: KeeperConfig
  clock: () => number
  log(level: 'info' | 'warn' | 'error', message: string, error?: unknown): void
}

export interface UpToDate {
  withinMs: number
}

/** Keeps the summaries of downloads up to date, by a connection of its own. */
export interface SummaryKeeper {
  /** Folds in what is new from time to time, until close(). One process of several is enough. */
  start(): void
  /** @returns whether every record that was there when it was called is in the summaries, within the time */
  bringUpToDate(options: UpToDate): Promise<boolean>
  rebuild(onProgress?: OnProgress): Promise<void>
  close(): Promise<void>
}

/** How old the oldest record that a page has to fold in may be, in milliseconds: so it has little to do. */
const EVERY_MS = 15_000
const BUSY_MS = 20

/** To be run where its transactions keep nobody from being served (summary-thread.ts). */
export function createSummaryKeeper({ config, clock, log }: KeeperOptions): SummaryKeeper {
  const { timeZone, visitorIpRetentionDays } = config
  const closing = new AbortController()
  const { signal } = closing
  let opened: Promise<Database> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let rebuilding: Promise<void> | undefined
  let running: Promise<void> | undefined

  function connect() {
    opened ??= connectDatabase(config.databaseUrl, { poolSize: 1 }).catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  const fold = () => inTurn(async () => foldDownloads(await connect(), timeZone))

  /** Several who ask for it wait for the same one. */
  function rebuild(onProgress?: OnProgress): Promise<void> {
    rebuilding ??= inTurn(async () => {
      log('info', 'statistics: building the summaries of downloads')
      return rebuildStatistics(await connect(), timeZone, { onProgress, signal })
    }).finally(() => {
      rebuilding = undefined
    })
    return rebuilding
  }

  async function bringUpToDate(until: number): Promise<boolean> {
    while (!signal.aborted) {
      const outcome = await fold()
      if (outcome === 'done') return true
      if (performance.now() >= until) return false
      if (outcome === 'unbuilt') await rebuild()
      if (outcome === 'busy') await sleep(BUSY_MS)
    }
    return false
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await catchUp().catch((error) => {
        if (!signal.aborted) log('error', 'statistics: folding downloads failed', error)
      })
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function catchUp(): Promise<void> {
    const outcome = await restfully(async () => {
      const folded = await fold()
      if (folded !== 'unbuilt') return folded
      await rebuild()
      return 'more'
    })
    if (outcome !== 'done' || visitorIpRetentionDays === 0) return
    const through = lastDayToErase(clock(), visitorIpRetentionDays, timeZone)
    await restfully(() => inTurn(async () => eraseIps(await connect(), timeZone, through)))
  }

  /** As long as there is more, with rests, so that catching up leaves the processors to the visitors. */
  async function restfully<T extends string>(work: () => Promise<T>): Promise<T | 'more'> {
    while (!signal.aborted) {
      const began = performance.now()
      const outcome = await work()
      if (outcome !== 'more') return outcome
      const rest = REST_FACTOR * (performance.now() - began)
      await sleep(rest, undefined, { signal }).catch(() => {})
    }
    return 'more'
  }

  return {
    start() {
      running ??= run()
    },
    async bringUpToDate({ withinMs }) {
      const late = new AbortController()
      try {
        return await Promise.race([
          bringUpToDate(performance.now() + withinMs),
          sleep(withinMs, false, { signal: late.signal }),
        ])
      } finally {
        late.abort()
      }
    },
    rebuild,
    async close() {
      closing.abort()
      await running
      await last
      const connected = await opened?.catch(() => undefined)
      await connected?.destroy()
    },
  }
}
