import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eraseIps, lastDayToErase } from '../erase-ips.ts'
import { beginRebuild, foldDownloads } from './fold-downloads.ts'
import { REST_FACTOR } from './fold-queries.ts'

type Outcome = 'done' | 'more' | 'busy'

export interface FoldSteps {
  fold(): Promise<Outcome>
  erase(throughDay: number): Promise<Outcome>
}

/** @param db a connection for this, or one that runs a transaction at a time */
export const foldSteps = (db: Database, timeZone: string): FoldSteps => ({
  async fold() {
    const outcome = await foldDownloads(db, timeZone)
    if (outcome !== 'unbuilt') return outcome
    return (await beginRebuild(db, timeZone)) ? 'more' : 'busy'
  },
  erase: (throughDay) => eraseIps(db, timeZone, throughDay),
})

export interface SummaryKeeper {
  /** One process of several is enough. */
  start(): void
  close(): Promise<void>
}

/** So long nothing is folded. What has come meanwhile is read beside the summaries (figure-reader.ts), which takes longer. */
const EVERY_MS = 15_000

export function createSummaryKeeper(
  {
    config,
    log,
  }: Pick<Platform, 'log'> & {
    config: Pick<Config, 'timeZone' | 'visitorIpRetentionDays'>
  },
  steps: FoldSteps,
): SummaryKeeper {
  const { timeZone, visitorIpRetentionDays } = config
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await keep().catch((error) => {
        if (!signal.aborted) log.error({ err: error }, 'statistics: folding downloads failed')
      })
      await rest(EVERY_MS)
    }
  }

  async function keep(): Promise<void> {
    const outcome = await restfully(steps.fold)
    if (outcome !== 'done' || visitorIpRetentionDays === 0) return
    const through = lastDayToErase(Date.now(), visitorIpRetentionDays, timeZone)
    await restfully(() => steps.erase(through))
  }

  async function restfully(step: () => Promise<Outcome>): Promise<Outcome> {
    while (!signal.aborted) {
      const began = performance.now()
      const outcome = await step()
      if (outcome !== 'more') return outcome
      await rest(REST_FACTOR * (performance.now() - began))
    }
    return 'more'
  }

  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

  return {
    start() {
      running ??= run()
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
