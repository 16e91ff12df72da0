import { stringify } from 'csv-stringify/sync'
import { csvOptions, formulaSafe } from '../../platform/http/csv.ts'
import { formatDate, formatInstant } from '../../shared/date.ts'
import { formatMark } from '../../shared/document-label.ts'
import { nameOfZone } from '../../shared/time-zone.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { fileName, type NamedDocument } from '../docket/documents/rules.ts'

/** A document with its name inside the archive. */
export interface PackedDocument {
  document: PublishedDocument
  name: string
}

export function packDocuments(documents: readonly PublishedDocument[]): PackedDocument[] {
  const names = uniqueNames(
    documents.map((document) => ({
      entryNumber: document.entry_number,
      filedOn: document.filed_on,
      attachmentNumber: document.attachment_number,
      title: document.title,
    })),
  )
  return documents.map((document, index) => ({ document, name: names[index] ?? '' }))
}

const HEADINGS = [
  'ECF',
  'Filed',
  'Entry',
  'Document',
  'File',
  'Pages',
  'Bytes',
  'SHA-256',
  'Address',
]

/** What is in the archive, for spreadsheets. */
export function indexCsv(packed: readonly PackedDocument[], publicUrl: string): Buffer {
  const rows = packed.map(({ document, name }) =>
    [
      document.entry_number === null
        ? ''
        : formatMark(document.entry_number, document.attachment_number),
      formatDate(document.filed_on),
      document.entry_title,
      document.title,
      name,
      document.page_count,
      document.byte_size,
      document.sha256,
      `${publicUrl}/documents/${document.id}`,
    ].map(formulaSafe),
  )
  return Buffer.from(stringify(rows, { ...csvOptions, header: true, columns: HEADINGS }))
}

interface About {
  caption: string
  caseNumber: string
  court: string
  publicUrl: string
  timeZone: string
  /** Milliseconds. */
  at: number
}

/** A word on what this is, for whoever finds it in a folder years later. */
export function readMe(packed: readonly PackedDocument[], about: About): Buffer {
  const { caption, caseNumber, court, publicUrl, timeZone, at } = about
  const what = packed.length === 1 ? '1 document' : `${packed.length} documents`
  const lines = [
    [caption, caseNumber, court].filter(Boolean).join(', ') || 'Docket',
    '',
    `${what} of the docket at ${publicUrl}/`,
    `Downloaded ${formatInstant(at, timeZone, { time: true })} (${nameOfZone(timeZone)})`,
    '',
    'index.csv lists each file with its docket number, filing date, title, SHA-256 and address.',
    'The SHA-256 of a file tells whether it is still the file that was published.',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

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
