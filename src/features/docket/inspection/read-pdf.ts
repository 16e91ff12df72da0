import { readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { storable } from '../../../shared/clean-text.ts'

/** A file is read in pieces of this size, and only the pieces that pages and text need: 200 MB of scans stay on disk. */
const PIECE_BYTES = 262_144

const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** Nothing is drawn, run or fetched; the character maps for East Asian fonts come from the package's own folder. */
export function openPdf(file: number, byteSize: number): PDFDocumentLoadingTask {
  return getDocument({
    range: new FileRanges(file, byteSize),
    rangeChunkSize: PIECE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    cMapUrl: join(pdfjs, 'cmaps/'),
    standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
    verbosity: 0,
  })
}

class FileRanges extends PDFDataRangeTransport {
  readonly #file: number

  constructor(file: number, byteSize: number) {
    super(byteSize, null)
    this.#file = file
  }

  override requestDataRange(begin: number, end: number): void {
    const piece = new Uint8Array(end - begin)
    readSync(this.#file, piece, 0, piece.length, begin)
    this.onDataRange(begin, piece)
  }
}

/** The text of each page as people read it. A page that cannot be read has none; the others keep theirs. */
export async function* pageTexts(pdf: PDFDocumentProxy, characterLimit: number) {
  let left = characterLimit
  for (let number = 1; number <= pdf.numPages && left > 0; number++) {
    const text = await pdf
      .getPage(number)
      .then((page) => pageText(page, left))
      .catch(() => '')
    left -= text.length
    yield text
  }
}

async function pageText(page: PDFPageProxy, characterLimit: number): Promise<string> {
  const reader = page.streamTextContent().getReader()
  let text = ''
  while (text.length < characterLimit) {
    const { done, value } = await reader.read()
    if (done) break
    for (const item of value.items) {
      if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    }
  }
  await reader.cancel(new Error('enough text'))
  // Fonts with a wrong map produce NUL and half surrogate pairs.
  return storable(`${text.slice(0, characterLimit - 1).trimEnd()}\n`)
}
