import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { lowerPriority } from '../../../platform/threads/thread.ts'
import { storable } from '../../../shared/clean-text.ts'

/*
 * The program that opens other people's PDFs, in a process of its own (inspect-pdf.ts). It is sent a path at a time and
 * answers with InspectionMessages, in their order here. Arguments: megabytes of memory, characters of text.
 */

export type InspectionMessage =
  /** Once, at its start. */
  | { kind: 'ready' }
  | { kind: 'opened'; pageCount: number }
  /** A page's text; several times. */
  | { kind: 'text'; text: string }
  | { kind: 'finished' }
  /** Instead of `opened`. */
  | { kind: 'refused'; why: Unopened }
  /** The disk failed, not the PDF. */
  | { kind: 'unreadable'; error: string }

export type Unopened = 'password' | 'unknown protection' | 'no pages' | 'damaged' | 'too slow'

const [memoryMegabytes = 0, characterLimit = 0] = process.argv.slice(2).map(Number)

limitMemory(memoryMegabytes)
// The site answers its visitors first, on a small server too.
lowerPriority()
process.on('disconnect', () => process.exit())
// pdfjs leaves promises behind that fail with the file; the awaited one says so.
process.on('unhandledRejection', () => {})
process.on('message', (path) => {
  inspect(String(path)).then(tell, (error) => tell({ kind: 'unreadable', error: String(error) }))
})
tell({ kind: 'ready' })

function tell(message: InspectionMessage): void {
  process.send?.(message)
}

/**
 * Kills this process once it holds more than so many megabytes, or once its parent has gone. V8's own limit covers
 * the JavaScript heap only, not the buffers into which a PDF's streams unpack (1 MB may become 1 GB), and the busy
 * thread cannot watch itself.
 */
function limitMemory(megabytes: number): void {
  const watch = `
    const { ppid } = process
    setInterval(() => {
      const tooMuch = process.memoryUsage.rss() > ${megabytes * 1024 * 1024}
      if (tooMuch || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL')
    }, 100)`
  new Worker(watch, { eval: true }).unref()
}

async function inspect(path: string): Promise<InspectionMessage> {
  const file = openSync(path, 'r')
  const task = openPdf(file, fstatSync(file).size)
  try {
    const pdf = await task.promise
    if (pdf.numPages === 0) return { kind: 'refused', why: 'no pages' }
    await pdf.getPage(1)
    tell({ kind: 'opened', pageCount: pdf.numPages })
    let left = characterLimit
    for (let number = 1; number <= pdf.numPages && left > 0; number++) {
      // A page that cannot be read has no text; the others keep theirs.
      const page = pdf.getPage(number)
      const text = await page.then((opened) => pageText(opened, left)).catch(() => '')
      left -= text.length
      tell({ kind: 'text', text })
    }
    return { kind: 'finished' }
  } catch (error) {
    return { kind: 'refused', why: whyUnopened(error) }
  } finally {
    // Stops what still reads the file, before the next one comes.
    await task.destroy()
    closeSync(file)
  }
}

function whyUnopened(error: unknown): Unopened {
  if (!(error instanceof Error)) return 'damaged'
  if (error.name === 'PasswordException') return 'password'
  return /encrypt/i.test(error.message) ? 'unknown protection' : 'damaged'
}

/** Nothing is drawn, run or fetched; the character maps for East Asian fonts come from the package's own folder. */
function openPdf(file: number, byteSize: number): PDFDocumentLoadingTask {
  const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  return getDocument({
    range: new FileRanges(file, byteSize),
    // Only the pieces that pages and text need are read: 200 MB of scans stay on disk.
    rangeChunkSize: 262_144,
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

/** The text as people read it. */
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
