import type { Platform } from '../../platform/platform.ts'
import { PAUSE_MS } from './download-rules.ts'
import type { DownloadRecorder } from './record-download.ts'
import type { RecordDownloads } from './send-document.ts'

/** Recording, with what became of it in the metrics; what was refused is in the log as well, twice an hour at most. */
export function tellingOfDownloads(
  { clock, log, metrics }: Platform,
  recorder: DownloadRecorder,
): RecordDownloads {
  let toldAt = Number.NEGATIVE_INFINITY

  function tellRefused(): void {
    if (clock() - toldAt < PAUSE_MS) return
    toldAt = clock()
    log.warn('download: ranges not recorded, one address asks under too many user agents')
  }

  return async (documents) => {
    try {
      const recorded = await recorder.record(documents)
      for (const outcome of recorded.outcomes) metrics?.countDownload(outcome)
      if (recorded.outcomes.includes('refused')) tellRefused()
      return recorded
    } catch (error) {
      for (const _ of documents) metrics?.countDownload('not_recorded')
      throw error
    }
  }
}
