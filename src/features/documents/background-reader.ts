import type { Platform } from '../../platform/platform.ts'
import type { PdfInspector } from './inspect-pdf.ts'
import { readAgain } from './read-again.ts'

export interface BackgroundReader {
  /** Reads what an earlier version left unread; on most days there is nothing to do. */
  start(): void
  stop(): Promise<void>
}

/** Reads documents for the search while the site serves, one at a time (read-again.ts). */
export function createBackgroundReader(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  inspector: Pick<PdfInspector, 'inspect'>,
): BackgroundReader {
  const { log } = platform
  const stopping = new AbortController()
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const summary = await readAgain(platform, inspector, { signal: stopping.signal })
    if (summary.read + summary.failed > 0) log.info(summary, 'read documents for the search')
  }

  return {
    start() {
      reading = read().catch((error) => log.error({ err: error }, 'reading for the search ended'))
    },
    async stop() {
      stopping.abort()
      await reading
    },
  }
}
