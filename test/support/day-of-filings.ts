import { join } from 'node:path'
import { stamped, writeTextPdf } from './text-pdf.ts'

export const OWN_CASE = '1:26-cv-00045-ABC'
export const HEADINGS = [
  'MOTION TO COMPEL',
  'MOTION FOR SUMMARY JUDGMENT',
  'NOTICE OF APPEARANCE',
  'ORDER GRANTING MOTION TO SEAL',
  'RESPONSE TO MOTION TO COMPEL',
  'STIPULATION OF DISMISSAL',
  'REPLY IN SUPPORT OF MOTION',
  'STATUS REPORT',
]
const EXHIBITS = [4, 3, 0, 0, 5, 2, 4, 2]

/**
 * Eight filings with twenty exhibits, each stamped by the court, with file names as a scanner gives them: only the stamp
 * identifies them. @returns their paths, not in docket order
 */
export async function writeDayOfFilings(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const [index, heading] of HEADINGS.entries()) {
    const number = 61 + index
    for (let attachment = 0; attachment <= (EXHIBITS[index] ?? 0); attachment++) {
      const path = join(folder, `scan${String(900 - paths.length).padStart(4, '0')}.pdf`)
      const words =
        attachment === 0
          ? `UNITED STATES DISTRICT COURT\nDISTRICT OF NEW JERSEY\n\n${heading}\n\nThe parties, by counsel, say as follows.`
          : `EXHIBIT ${attachment}\n\nA page of an exhibit to document ${number}.`
      await writeTextPdf(path, [words], stamped(number, 1, { attachment, filed: '07/06/26' }))
      paths.push(path)
    }
  }
  return paths.toReversed()
}
