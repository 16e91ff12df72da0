import { stringify } from 'csv-stringify/sync'
import { csvOptions } from '../../platform/http/csv.ts'
import { formatDate } from '../../shared/date.ts'
import { formatMark } from '../../shared/document-label.ts'
import { counted } from '../../shared/number-rules.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { fileName, type NamedDocument } from '../docket/documents/rules.ts'

const comparable = (name: string) => name.normalize('NFKC').toLowerCase()

/** Names are unique regardless of case: on Windows and macOS one file would overwrite the other. */
export function packDocuments<Named extends NamedDocument>(documents: readonly Named[]) {
  const taken = new Set<string>()
  return documents.map((document) => {
    const plain = fileName(document)
    let name = plain
    for (let copy = 2; taken.has(comparable(name)); copy++) {
      name = plain.replace(/\.pdf$/, ` (${copy}).pdf`)
    }
    taken.add(comparable(name))
    return { document, name }
  })
}

type Packed = ReturnType<typeof packDocuments<PublishedDocument>>

export function indexCsv(packed: Packed, publicUrl: string): Buffer {
  const rows = packed.map(({ document, name }) => {
    const { entry_number, attachment_number } = document
    return {
      ECF: entry_number === null ? '' : formatMark(entry_number, attachment_number),
      Filed: formatDate(document.filed_on),
      Entry: document.entry_title,
      Document: document.title,
      File: name,
      Pages: document.page_count,
      Bytes: document.byte_size,
      'SHA-256': document.sha256,
      Address: `${publicUrl}/documents/${document.id}`,
    }
  })
  return Buffer.from(stringify(rows, { ...csvOptions, header: true }))
}

/** A larger archive could take hours and fill a disk. */
export const MAX_ZIP_DOCUMENTS = 1000
export const MAX_ZIP_BYTES = 4_000_000_000

/** `Docket 1-26-cv-00045 - 12 documents.zip` */
export function zipName(caseNumber: string, count: number): string {
  const which = caseNumber.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `Docket${which && ` ${which}`} - ${counted(count, 'document')}.zip`
}
