import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eraseIps, lastDayToErase } from '../erase-ips.ts'
import { beginRebuild, foldDownloads } from './fold-downloads.ts'
import { REST_FACTOR } from './fold-queries.ts'

type Outcome = 'done' | 'more' | 'busy'

type FoldSteps = ReturnType<typeof foldSteps>

export const foldSteps = (db: Database, timeZone: string) => ({
  async fold(): Promise<Outcome> {
    const outcome = await foldDownloads(db, timeZone)
    return outcome === 'unbuilt' ? beginRebuild(db, timeZone) : outcome
  },
  erase: (throughDay: number): Promise<Outcome> => eraseIps(db, timeZone, throughDay),
})

/** Pause between folds. Newer records are read in addition to the summaries (figure-reader.ts), which is slower. */
const EVERY_MS = 15_000

/** On SQLite, the writing thread does the work. If several processes serve, one of them is enough. */
export function createSummaryKeeper({ db, config, log, writing }: Platform) {
  const { timeZone, visitorIpRetentionDays } = config
  const steps: FoldSteps = writing
    ? { fold: () => writing.ask('fold'), erase: (throughDay) => writing.ask('erase', throughDay) }
    : foldSteps(db, timeZone)
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
    start(): void {
      running ??= run()
    },
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
