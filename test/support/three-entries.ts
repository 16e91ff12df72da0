import { statSync } from 'node:fs'
import { join } from 'node:path'
import { copyPdfs, importRecap } from './import-recap.ts'
import { writeLargePdf } from './large-pdf.ts'
import { newDataFolder, type RunningDocket, startDocket } from './run-docket.ts'

/** Of the only document of entry 1, in bytes. */
export const PDF_SIZE = statSync('test/fixtures/pdfs/scan.pdf').size

/** The public paths that show entry 1 or its document. */
export const PUBLIC_PATHS = `/ /print /entries/1 /documents/1 /documents/1/text /ecf/7 /ecf/7-2
  /api/documents/1/download /api/docket-entries /api/docket-entries/1 /feed.xml /sitemap.xml
  /?q=dismiss`.split(/\s+/)

/** Three entries in a new data folder: one with a normal PDF, one with a PDF of 40 MB, one text-only. */
export async function importThreeEntries(): Promise<string> {
  const folder = newDataFolder()
  copyPdfs(folder, 'scan', '7-2')
  await writeLargePdf(join(folder, 'pdfs/8.pdf'), 40 * 1024 * 1024)
  await importRecap(folder, [
    '7 2026-03-05 MOTION to Dismiss by Roe',
    '7-2 Exhibit B',
    '8 2026-03-06 EXHIBITS in Support',
    '2026-03-07 Minute Entry for <b>proceedings</b> held before Judge Doe',
  ])
  return folder
}

/** The running program with these entries, whose links name docket.example.com. */
export async function startThreeEntries(): Promise<RunningDocket> {
  return startDocket({ PUBLIC_URL: 'https://docket.example.com' }, await importThreeEntries())
}
