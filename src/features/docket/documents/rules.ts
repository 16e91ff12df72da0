import { formatMark } from '../../../shared/document-label.ts'

export interface NamedDocument {
  /** The docket number; null for a minute entry, which is named by its filing date. */
  entry_number: number | null
  filed_on: string
  attachment_number: number
  title: string
}

/** Most file systems allow 255, and Windows fewer in a folder with a long path. */
const MAX_BYTES = 150

/** How a sentence names a document: `No. 12-1, Declaration of Smith`. */
export function documentLabel(document: Omit<NamedDocument, 'filed_on'>): string {
  const { entry_number, attachment_number, title } = document
  return entry_number === null
    ? title
    : `No. ${formatMark(entry_number, attachment_number)}, ${title}`
}

/** `ECF 045-2 - Exhibit B.pdf`: padded, so that a folder sorts by docket number; legal on Windows, macOS, and Linux. */
export function fileName(document: NamedDocument): string {
  const { entry_number, filed_on, attachment_number } = document
  const entry = entry_number === null ? filed_on : `ECF ${String(entry_number).padStart(3, '0')}`
  const label = attachment_number === 0 ? entry : `${entry}-${attachment_number}`
  const title = shortenName(cleanTitle(document.title), `${label} - .pdf`)
  return title === '' ? `${label}.pdf` : `${label} - ${title}.pdf`
}

/** Removes invisible characters, such as the direction marks that make `fdp.exe` look like `exe.pdf`. */
function cleanTitle(title: string): string {
  return title
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/ ?[:|]+ /g, ' - ')
    .replace(/[\\/:|]+/g, '-')
    .replace(/[*?"<>]/g, '')
    .replace(/\.pdf *$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .-]+|[ .-]+$/g, '')
}

/** Cuts at a word, if one ends in the last third. */
function shortenName(title: string, frame: string): string {
  const bytes = Buffer.from(title).subarray(0, MAX_BYTES - frame.length)
  // With `stream`, a character that was cut in half is left out.
  const cut = new TextDecoder().decode(bytes, { stream: true })
  if (cut === title) return title
  const word = cut.lastIndexOf(' ')
  return cut.slice(0, word > cut.length * (2 / 3) ? word : cut.length).replace(/[ .,-]+$/, '')
}
