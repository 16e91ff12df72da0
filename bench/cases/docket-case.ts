import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { importRecap } from '../../test/support/import-recap.ts'
import { writeLargePdf } from '../../test/support/large-pdf.ts'
import { writeTextPdf } from '../../test/support/text-pdf.ts'

const ENTRIES = 1000
const ATTACHMENTS = 2
const MB = 1024 * 1024

/** IDs of the two documents that are measured; all others are small. */
export interface BenchCase {
  folder: string
  /** About 300 kB. */
  usualId: number
  /** About 100 MB. */
  largeId: number
}

/**
 * 1,000 entries with 3,000 documents, and one more entry with the two documents that are measured. Their pages have enough words
 * not to look like scans, which the service would recognize in the background while it is measured.
 */
export async function loadCase(folder: string): Promise<BenchCase> {
  const pdfs = join(folder, 'pdfs')
  mkdirSync(pdfs, { recursive: true })
  await writeLargePdf(join(pdfs, '1.pdf'), 298_000)
  await writeLargePdf(join(pdfs, '2.pdf'), 100 * MB)
  const lines = [...entry(1, 0), ...entry(2, 0)]
  for (let number = 3; number <= ENTRIES + 2; number += 1) {
    lines.push(...entry(number, ATTACHMENTS))
    for (let attachment = 0; attachment <= ATTACHMENTS; attachment += 1) {
      await writeTextPdf(join(pdfs, `${number}-${attachment}.pdf`), [
        `This is document ${number}-${attachment} of the sample docket.`,
      ])
    }
  }
  await importRecap(folder, lines)
  return { folder, usualId: 1, largeId: 2 }
}

/** As `recapEntries` reads them. */
function entry(number: number, attachments: number): string[] {
  const day = new Date(Date.UTC(2024, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
  return [
    `${number} ${day} MOTION for Extension of Time to File Response as to Motion ${number} by John Doe. (Attachments: # 1 Declaration of Counsel, # 2 Text of Proposed Order)(Roe, Jane)`,
    ...Array.from({ length: attachments }, (_, at) => `${number}-${at + 1} Exhibit ${at + 1}`),
  ]
}
