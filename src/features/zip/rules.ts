import { fileName, type NamedDocument } from '../docket/documents/rules.ts'

/** More of either are asked for in parts: one archive would take hours, and fill a disk. */
export const MOST_DOCUMENTS = 1000
export const MOST_BYTES = 4_000_000_000

const PDF = /\.pdf$/

/** Court-style names, each once whatever the letters' case: Windows and macOS would put one file over the other. */
export function uniqueNames(documents: readonly NamedDocument[]): string[] {
  const taken = new Set<string>()
  return documents.map((document) => {
    const name = fileName(document)
    let unique = name
    for (let copy = 2; taken.has(comparable(unique)); copy++) {
      unique = name.replace(PDF, ` (${copy}).pdf`)
    }
    taken.add(comparable(unique))
    return unique
  })
}

const comparable = (name: string) => name.normalize('NFKC').toLowerCase()

/** `Docket 1-26-cv-00045 - 12 documents.zip` */
export function zipName(caseNumber: string, count: number): string {
  const which = caseNumber.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  const what = count === 1 ? '1 document' : `${count} documents`
  return `Docket${which && ` ${which}`} - ${what}.zip`
}
