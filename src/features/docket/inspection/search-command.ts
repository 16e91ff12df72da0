import type { Platform } from '../../../platform/platform.ts'
import { createPdfInspector } from './inspect-pdf.ts'
import { readAgain } from './read-again.ts'

/** `search:rebuild`. @returns 1 where a document could not be read; the others were */
export async function runSearchRebuild(platform: Platform): Promise<number> {
  const inspector = createPdfInspector()
  try {
    const { read, scanned, failed } = await readAgain(platform, inspector, showProgress)
    console.log(
      `${read} documents read, ${scanned} of them without searchable text (scanned), ${failed} could not be read.`,
    )
    return failed > 0 ? 1 : 0
  } finally {
    await inspector.close()
  }
}

/** One line that counts up, on a terminal only. */
function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${done} of ${total} documents${done === total ? '\n' : ''}`)
}
