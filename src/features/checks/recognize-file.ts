import { open } from 'node:fs/promises'

const SAVE = 'Save it as a PDF and add that file.'
const PRINT = 'Open it, print it to PDF, and add that file.'
const PRINT_PAGE = 'Download the document itself, or print the page to PDF, and add that file.'
const UNPACK = 'Unpack it and add the PDF inside.'
const ONLY_PDF = 'Only PDF files can be published.'

/** How a file begins (latin1), what it is, and what to do about it; the first match counts. */
const KINDS: [start: RegExp, what: string, remedy: string][] = [
  [
    /^(?:\xd0\xcf.\xe0|\{\\rtf|\xffWPC)/s,
    'an older Word, Excel, Outlook, or WordPerfect file',
    SAVE,
  ],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|BM|RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|avi))/s,
    'an image',
    PRINT,
  ],
  [/^(?:Rar!|7z\xbc\xaf|.\x8b)/s, 'a compressed file', UNPACK],
  [/^(?:ID3|RIFF|.{4}ftyp)/s, 'a video or audio recording', ONLY_PDF],
  [/^\s*<svg[\s>]|^\s*<\?xml.*<svg[\s>]/s, 'an SVG drawing', PRINT],
  [/^\s*(?:<.*)?<(?:!doctype html|html|head|body)[\s>]/is, 'a web page (HTML)', PRINT_PAGE],
  [/^(?:received|return-path|delivered-to|from|subject|date|mime-version):/i, 'an e-mail', PRINT],
  [/^[\t\n\f\r -\xff]*$/, 'a plain text file', SAVE],
]
const ARCHIVE_PARTS: [part: string, what: string][] = [
  ['word/', 'a Word document'],
  ['xl/', 'an Excel workbook'],
  ['ppt/', 'a PowerPoint presentation'],
  ['vnd.oasis.opendocument', 'an OpenDocument file'],
]

const CUT_OFF_REASON =
  'This PDF is incomplete: the end of the file is missing. Download or save it again and add the new file.'

/** By its first and last bytes; undefined if it may be a whole PDF. */
export async function pdfProblem(path: string, fileName: string): Promise<string | undefined> {
  const ends = await readFileEnds(path)
  if (!hasPdfHeader(ends)) return notPdfReason(ends, fileName)
  return isCutOff(ends) ? CUT_OFF_REASON : undefined
}

export function notPdfReason(ends: FileEnds, fileName: string): string {
  if (ends.byteSize === 0) {
    return 'This file is empty (0 bytes). Save or download it again and add the new file.'
  }
  const [what, remedy] = recognize(ends) ?? []
  if (what) return `This is ${what}, not a PDF. ${remedy}`
  if (fileName.toLowerCase().endsWith('.pdf')) {
    return 'This is not a PDF, even though its name ends in .pdf. Open the original in the program that created it, save it as a PDF, and add that file.'
  }
  return `This is not a PDF. ${SAVE}`
}

function recognize({ head, tail }: FileEnds): [what: string, remedy: string] | undefined {
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (text.startsWith('PK\x03\x04')) {
    // Office files are ZIP archives; part names can be found near either end.
    const part = ARCHIVE_PARTS.find(([name]) => head.includes(name) || tail.includes(name))
    return part ? [part[1], SAVE] : ['a ZIP archive', 'Unpack it and add the PDF files inside.']
  }
  const kind = KINDS.find(([start]) => start.test(text))
  return kind && [kind[1], kind[2]]
}

export interface FileEnds {
  head: Buffer
  tail: Buffer
  byteSize: number
}

const HEAD_BYTES = 4096
/** Real court PDFs may have line ends, padding, or data from mail gateways after the last line. */
const TAIL_BYTES = 65_536

export async function readFileEnds(path: string): Promise<FileEnds> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await file.read(head, 0, head.length, 0)
    await file.read(tail, 0, tail.length, size - tail.length)
    return { head, tail, byteSize: size }
  } finally {
    await file.close()
  }
}

/** Mail gateways and old Macs add a few bytes before the header (PDF 1.7, annex H.3). */
const HEADER_WITHIN = 1024

export function hasPdfHeader({ head }: FileEnds): boolean {
  return head.subarray(0, HEADER_WITHIN).includes('%PDF-')
}

/**
 * Whether the end of the PDF is missing (PDF 1.7, 7.5.5). PDF libraries repair such files and show some of the pages, so
 * parsing alone would let half a filing be published.
 */
export function isCutOff({ head, tail, byteSize }: FileEnds): boolean {
  const end = tail.toString('latin1')
  const marker = end.lastIndexOf('%%EOF')
  const start = end.lastIndexOf('startxref', marker)
  if (marker < 0 || start < 0) return true

  const offset = /^startxref\s*(\d{1,15})/.exec(end.slice(start, marker))?.[1]
  if (offset === undefined || Number(offset) > byteSize) return true
  // A linearized PDF also has these lines near its beginning, with offset 0 (annex F.3).
  if (Number(offset) === 0 && head.includes('/Linearized')) return true
  // Objects after the last marker belong to a later change, whose own end is missing (7.5.6).
  return /\s\d{1,10} \d{1,5} o(?:b(?:j|$)|$)/.test(end.slice(marker))
}
