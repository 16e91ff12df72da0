import { stringify } from 'csv-stringify/sync'
import { csvOptions, formulaSafe } from '../../platform/http/csv.ts'
import { formatDate, formatInstant } from '../../shared/date.ts'
import { formatMark } from '../../shared/document-label.ts'
import { nameOfZone } from '../../shared/time-zone.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { uniqueNames } from './rules.ts'

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
