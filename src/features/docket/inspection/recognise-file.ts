import type { FileEnds } from './file-ends.ts'

interface Recognised {
  /** With its article: "a Word document". */
  what: string
  remedy: string
}

const SAVE = 'Save it as PDF and add that file.'
const PRINT = 'Open it, print it to PDF and add that file.'
const UNPACK = 'Unpack it and add the PDF inside.'

/** One sentence or two for the person who added the file; the caller names the file before it. */
export function notPdfReason(ends: FileEnds, fileName: string): string {
  if (ends.byteSize === 0) {
    return 'This file is empty (0 bytes). Save or download it again and add the new file.'
  }
  const seen = recogniseArchive(ends) ?? recogniseBytes(ends.head) ?? recogniseText(ends.head)
  if (seen) return `This is ${seen.what}, not a PDF. ${seen.remedy}`
  if (fileName.toLowerCase().endsWith('.pdf')) {
    return 'This is not a PDF, although its name ends in .pdf. Open the original in the program that made it, save it as PDF and add that file.'
  }
  return `This is not a PDF. ${SAVE}`
}

const SIGNATURES: [signature: string, what: string, remedy: string][] = [
  ['\xd0\xcf\x11\xe0', 'an older Word, Excel or Outlook file', SAVE],
  ['{\\rtf', 'a Rich Text document', SAVE],
  ['\xffWPC', 'a WordPerfect document', SAVE],
  ['%!PS', 'a PostScript file', 'Convert it to PDF and add that file.'],
  ['\x89PNG', 'a PNG image', PRINT],
  ['\xff\xd8\xff', 'a JPEG image', PRINT],
  ['GIF8', 'a GIF image', PRINT],
  ['II*\0', 'a TIFF image', PRINT],
  ['MM\0*', 'a TIFF image', PRINT],
  ['BM', 'a bitmap image', PRINT],
  ['Rar!', 'a RAR archive', UNPACK],
  ['7z\xbc\xaf', 'a 7-Zip archive', UNPACK],
  ['\x1f\x8b', 'a compressed file', UNPACK],
  ['ID3', 'an audio recording', 'Only PDF files can be published.'],
  ['MZ', 'a program', 'Only PDF files can be published.'],
]

function recogniseBytes(head: Buffer): Recognised | undefined {
  const start = head.toString('latin1', 0, 16)
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature))
  if (found) return { what: found[1], remedy: found[2] }
  if (/^RIFF.{4}WEBP/s.test(start)) return { what: 'a WebP image', remedy: PRINT }
  if (/^.{4}ftyp(heic|heix|mif1|avif)/s.test(start)) return { what: 'a photo', remedy: PRINT }
  if (/^.{4}ftyp|^RIFF/s.test(start)) {
    return { what: 'a video or audio recording', remedy: 'Only PDF files can be published.' }
  }
  return undefined
}

const ARCHIVE_PARTS: [part: string, what: string][] = [
  ['word/', 'a Word document'],
  ['xl/', 'an Excel workbook'],
  ['ppt/', 'a PowerPoint presentation'],
  ['vnd.oasis.opendocument.text', 'an OpenDocument text'],
  ['vnd.oasis.opendocument', 'an OpenDocument file'],
  ['Index/Document.iwa', 'an Apple Pages, Numbers or Keynote file'],
]

/** Office files are ZIP archives; the names of their parts stand at the beginning and in the directory at the end. */
function recogniseArchive({ head, tail }: FileEnds): Recognised | undefined {
  if (!head.toString('latin1', 0, 4).startsWith('PK\x03\x04')) return undefined
  const part = ARCHIVE_PARTS.find(([name]) => head.includes(name) || tail.includes(name))
  return part
    ? { what: part[1], remedy: SAVE }
    : { what: 'a ZIP archive', remedy: 'Unpack it and add the PDF files inside.' }
}

function recogniseText(head: Buffer): Recognised | undefined {
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (/^\s*<svg[\s>]|^\s*<\?xml.*<svg[\s>]/s.test(text)) {
    return { what: 'an SVG drawing', remedy: PRINT }
  }
  if (/^\s*</.test(text) && /<(?:!doctype html|html|head|body)[\s>]/i.test(text)) {
    return {
      what: 'a web page (HTML)',
      remedy: 'Download the document itself, or print the page to PDF, and add that file.',
    }
  }
  if (/^\s*<\?xml/.test(text)) return { what: 'an XML file', remedy: SAVE }
  if (/^(?:received|return-path|delivered-to|from|subject|date|mime-version):/i.test(text)) {
    return { what: 'an e-mail message', remedy: PRINT }
  }
  return isPlainText(head) ? { what: 'a plain text file', remedy: SAVE } : undefined
}

function isPlainText(head: Buffer): boolean {
  return head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13)
}
