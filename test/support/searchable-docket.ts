import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataFolder, runDocket } from './run-docket.ts'
import { writeTextPdf } from './text-pdf.ts'

const docket_entries = [
  {
    document_number: '7',
    date_filed: '2026-01-02',
    description: 'MOTION to Dismiss filed by Jane Roe. The receiver is not a party.',
  },
  {
    document_number: '45',
    date_filed: '2026-03-01',
    description: 'MOTION to Appoint a Receiver filed by Harbor Freight Co.',
    attachments: [
      { attachment_number: 1, description: 'Declaration' },
      { attachment_number: 2, description: 'Survey of Gull Point' },
    ],
  },
  {
    document_number: '46',
    date_filed: '2026-03-05',
    description: 'ORDER granting 45 Motion. Receivers are appointed.',
  },
  { document_number: '47', date_filed: '2026-03-06', description: 'EXHIBIT volume, photographed' },
]

/** Imports a docket of four entries whose PDFs have text, one of them a scan. @returns its data folder */
export async function importSearchableDocket(): Promise<string> {
  const folder = newDataFolder()
  const pdfs = join(folder, 'pdfs')
  mkdirSync(pdfs)
  const write = (name: string, pages: string[]) => writeTextPdf(join(pdfs, `${name}.pdf`), pages)
  await write('7', ['The complaint states no claim.'])
  await write('45', ['Harbor asks the court to act.', 'The receiver shall report every month.'])
  await write('45-1', ['I declare under penalty of perjury.'])
  await write('45-2', ['Survey', 'Nothing here', 'The lighthouse stands at the tip of the point.'])
  await write('46', ['It is so ordered. The motion, ECF 45-2 among its papers, is granted.'])
  copyFileSync('test/fixtures/pdfs/scan.pdf', join(pdfs, '47.pdf'))
  writeFileSync(join(folder, 'd.json'), JSON.stringify({ case_name: 'Doe v. Roe', docket_entries }))
  const words = ['docket:import', join(folder, 'd.json'), '--documents', pdfs]
  const { stdout, stderr } = await runDocket(words, { DATA_DIR: folder })
  if (!stdout.includes('Documents: 6 added')) throw new Error(stdout + stderr)
  return folder
}
