import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { importRecap } from './import-recap.ts'
import { writeLargePdf } from './large-pdf.ts'
import { newDataFolder, type RunningDocket, startDocket } from './run-docket.ts'

/** Loads `sizes.length` entries, each with a PDF of about that many bytes: entry and document 1, 2 and so on. */
export async function loadSmallDocket(
  environment: Record<string, string>,
  folder: string,
  sizes: number[],
): Promise<void> {
  const pdfs = join(folder, 'pdfs')
  mkdirSync(pdfs, { recursive: true })
  for (const [index, bytes] of sizes.entries()) {
    await writeLargePdf(join(pdfs, `${index + 1}.pdf`), bytes)
  }
  const docket_entries = sizes.map((_, index) => ({
    document_number: String(index + 1),
    date_filed: `2026-07-${String(index + 1).padStart(2, '0')}`,
    description: `ORDER ${index + 1} by Judge Doe`,
  }))
  await importRecap(folder, docket_entries, environment)
}

/** The running program with such a docket. */
export async function startSmallDocket(sizes: number[]): Promise<RunningDocket> {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, sizes)
  return startDocket({}, folder)
}
