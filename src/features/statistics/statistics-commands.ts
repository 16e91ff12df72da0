import type { Platform } from '../../platform/platform.ts'
import { createAccessStatistics } from './figures/statistics.ts'

/** `statistics:rebuild`: the summaries of downloads anew, with progress on a terminal. */
export async function runRebuild(platform: Platform): Promise<void> {
  const statistics = createAccessStatistics(platform)
  const { isTTY } = process.stderr
  const began = performance.now()
  try {
    await statistics.rebuild((done) => {
      if (isTTY) process.stderr.write(`\r${Math.round(done * 100)} percent`)
    })
    if (isTTY) process.stderr.write('\n')
  } finally {
    await statistics.close()
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`The statistics were rebuilt in ${seconds} seconds.`)
}
