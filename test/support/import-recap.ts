import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runDocket } from './run-docket.ts'

/** Of the public RECAP JSON. */
interface RecapEntry {
  document_number: string | null
  date_filed: string
  description: string
  attachments?: { attachment_number: number; description: string }[]
}

/**
 * Loads entries into the installation of a data folder, with the PDFs of its folder `pdfs` where it has one.
 * @param about what else the JSON says of the case
 */
export async function importRecap(
  folder: string,
  docket_entries: RecapEntry[],
  environment: Record<string, string> = {},
  about: Record<string, string> = {},
): Promise<void> {
  const file = join(folder, 'docket.json')
  writeFileSync(file, JSON.stringify({ case_name: 'Doe v. Roe', ...about, docket_entries }))
  const pdfs = join(folder, 'pdfs')
  const words = ['docket:import', file, ...(existsSync(pdfs) ? ['--documents', pdfs] : [])]
  const { code, stdout, stderr } = await runDocket(words, { DATA_DIR: folder, ...environment })
  if (code !== 0) throw new Error(stdout + stderr)
}
