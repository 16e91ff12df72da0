import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportDocket } from '../../src/features/import-export/export-docket.ts'
import { importDocket } from '../../src/features/import-export/import-docket.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { newFolder } from './new-folder.ts'
import { sharedInspector } from './shared-inspector.ts'

/** Puts PDFs of test/fixtures into the folder. @param pdfs their names there, by those they get */
export function putPdfs(folder: string, pdfs: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, fixture] of Object.entries(pdfs))
    copyFileSync(`test/fixtures/pdfs/${fixture}.pdf`, join(folder, `${name}.pdf`))
}

/** @returns the path of a docket.json, alone in its folder */
export function writeDocket(content: unknown): string {
  const file = join(newFolder(), 'docket.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** As `docket:import` does. @param documents the folder of the PDFs that are not beside the file */
export const loadDocket = (platform: Platform, file: string, documents?: string) =>
  importDocket(platform, { file, documents, inspector: sharedInspector })

/** Exports the docket. @returns the path of the archive's docket.json */
export async function exportedDocket(platform: Platform): Promise<string> {
  const folder = newFolder()
  await exportDocket(platform, folder)
  return join(folder, 'docket.json')
}
