import { create } from 'content-disposition'

export interface NamedDocument {
  /** The docket number; null for a minute entry, which is named by its filing date. */
  entry_number: number | null
  /** YYYY-MM-DD */
  filed_on: string
  /** 0 is the main document. */
  attachment_number: number
  title: string
}

const MOST_CHARACTERS = 150
/** Most file systems allow 255 bytes; some room is left for the " (1)" of a second download. */
const MOST_BYTES = 240

/**
 * The name under which a lawyer would file it: `ECF 045 - Motion to Dismiss.pdf`, `ECF 045-2 - Exhibit B.pdf`,
 * `2026-07-30 - Minute Order.pdf`. Padded, so that a folder sorts by docket number; legal on Windows, macOS and Linux.
 */
export function fileName(document: NamedDocument): string {
  const { entry_number, filed_on, attachment_number } = document
  const entry = entry_number === null ? filed_on : `ECF ${String(entry_number).padStart(3, '0')}`
  const label = attachment_number === 0 ? entry : `${entry}-${attachment_number}`
  const title = shorten(cleanTitle(document.title), `${label} - .pdf`)
  return title === '' ? `${label}.pdf` : `${label} - ${title}.pdf`
}

/**
 * Without what a file system forbids (`\ / : * ? " < > |`), and without characters nobody sees: controls, lone
 * surrogates, and the marks of direction that make `fdp.exe` look like `exe.pdf`.
 */
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

/** Cuts at a word where one ends in the last third, so that the whole name stays within both bounds. */
function shorten(title: string, frame: string): string {
  const characters = MOST_CHARACTERS - frame.length
  const bytes = MOST_BYTES - frame.length
  let cut = ''
  for (const character of title) {
    const longer = cut + character
    if (longer.length > characters || Buffer.byteLength(longer) > bytes) {
      const word = cut.lastIndexOf(' ')
      return cut.slice(0, word > cut.length * (2 / 3) ? word : cut.length).replace(/[ .,-]+$/, '')
    }
    cut = longer
  }
  return title
}

const PLAIN: [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018\u2019\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, "'"],
  [/\u2026/g, '...'],
  [/\u00a7/g, 'Sec.'],
  [/\u00df/g, 'ss'],
  // Accents, split off by NFKD.
  [/\p{M}/gu, ''],
  // "%41" in a plain file name is decoded by some browsers (RFC 6266, appendix D).
  [/[^ -~]|%/gu, '_'],
]

/**
 * The Content-Disposition header (RFC 6266): `filename` in plain letters for old programs, and `filename*` where the
 * name has others.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const fallback = PLAIN.reduce(
    (text, [pattern, plain]) => text.replace(pattern, plain),
    name.normalize('NFKD'),
  )
  return create(name, { type, fallback })
}
