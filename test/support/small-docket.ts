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
  for (const [index, bytes] of sizes.entries())
    await writeLargePdf(join(pdfs, `${index + 1}.pdf`), bytes)
  const lines = sizes.map((_, at) => {
    const number = at + 1
    return `${number} 2026-07-${String(number).padStart(2, '0')} ORDER ${number} by Judge Doe`
  })
  await importRecap(folder, lines, environment)
}

export async function startSmallDocket(sizes: number[]): Promise<RunningDocket> {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, sizes)
  return startDocket({}, folder)
}
