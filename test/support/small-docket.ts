import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeLargePdf } from './large-pdf.ts'
import { runDocket } from './run-docket.ts'

/** Loads `sizes.length` entries, each with a PDF of about so many bytes: entry and document 1, 2 and so on. */
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
    attachments: [],
  }))
  const file = join(folder, 'small-docket.json')
  writeFileSync(file, JSON.stringify({ case_name: 'Doe v. Roe', docket_entries }))
  const loaded = await runDocket(['docket:import', file, '--documents', pdfs], {
    DATA_DIR: folder,
    ...environment,
  })
  if (loaded.code !== 0) throw new Error(loaded.stdout + loaded.stderr)
}
