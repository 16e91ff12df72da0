import type { Platform } from '../../platform/platform.ts'
import { rebuildStatistics } from './figures/fold-downloads.ts'

/** `statistics:rebuild`: the summaries of downloads anew, with progress on a terminal. */
export async function runRebuild({ db, config }: Platform): Promise<void> {
  const { isTTY } = process.stderr
  const began = performance.now()
  await rebuildStatistics(db, config.timeZone, (done) => {
    if (isTTY) process.stderr.write(`\r${Math.round(done * 100)} percent`)
  })
  if (isTTY) process.stderr.write('\n')
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`The statistics were rebuilt in ${seconds} seconds.`)
}
