import { open } from 'node:fs/promises'

const CUT_OFF_REASON =
  'This PDF is incomplete: the end of the file is missing. Download or save it again and add the new file.'

export async function pdfProblem(path: string, fileName: string): Promise<string | undefined> {
  const ends = await readFileEnds(path)
  if (!hasPdfHeader(ends)) return notPdfReason(ends, fileName)
  return isCutOff(ends) ? CUT_OFF_REASON : undefined
}

export function notPdfReason({ head, byteSize }: FileEnds, fileName: string): string {
  if (byteSize === 0) {
    return 'This file is empty (0 bytes). Save or download it again and add the new file.'
  }
  if (/<(?:!doctype html|html|head|body)[\s>]/i.test(head.toString('latin1'))) {
    return 'This is a web page (HTML), not a PDF. Download the document itself, or print the page to PDF, and add that file.'
  }
  return fileName.toLowerCase().endsWith('.zip')
    ? 'This is a ZIP archive, not a PDF. Unpack it and add the PDF files inside.'
    : 'This is not a PDF. Open the original in the program that created it, save it as a PDF, and add that file.'
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

/** PDF 1.7, 7.5.5. PDF libraries repair such files and show some pages, so half a filing could be published. */
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
