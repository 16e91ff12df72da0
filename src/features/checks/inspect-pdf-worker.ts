import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { limitMemory } from '../../platform/threads/limit-memory.ts'
import { lowerPriority } from '../../platform/threads/thread.ts'
import { storable } from '../../shared/clean-text.ts'
import { type Besides, carriedFindings } from './carried-rules.ts'
import { drawSpot } from './draw-spot.ts'
import type { Finding, FindingPlace } from './finding-rules.ts'
import type { PageView } from './page-view.ts'
import { openPdf as openWithPdfium } from './pdfium.ts'
import { type PageReading, readPage } from './read-page.ts'
import { recognizeText } from './recognize-page.ts'
import { layOut, type TextLine } from './text-layout.ts'

/*
 * Opens untrusted PDFs in a separate process (inspect-pdf.ts): receives one InspectionRequest at a time and answers with
 * InspectionMessages. Arguments: megabytes of memory, characters of text.
 */

export interface InspectionRequest {
  path: string
  /** If set, draws this place. */
  place?: FindingPlace
  /** If set, recognizes the text of this scanned page. If neither is set, the file is inspected. */
  scannedPage?: number
}

export type InspectionMessage =
  | { kind: 'ready' }
  | { kind: 'opened'; pageCount: number }
  | { kind: 'text'; text: string }
  /** All text was sent; page checks begin. */
  | { kind: 'read' }
  | { kind: 'carried'; findings: Finding[] }
  | { kind: 'checked'; page: PageReading }
  | { kind: 'finished' }
  /** A PNG in base64, or the text; empty if the page cannot be drawn. */
  | { kind: 'looked'; answer: string }
  | { kind: 'refused'; why: Unopened }
  /** The disk failed, not the PDF. */
  | { kind: 'unreadable'; error: string }

export type Unopened = 'password' | 'unknown protection' | 'no pages' | 'damaged' | 'too slow'

const [memoryMegabytes = 0, characterLimit = 0] = process.argv.slice(2).map(Number)

limitMemory(memoryMegabytes)
// Visitors come first, even on a small server.
lowerPriority()
process.on('disconnect', () => process.exit())
// pdfjs leaves rejected promises behind; the awaited one reports the failure.
process.on('unhandledRejection', () => {})
process.on('message', (request: InspectionRequest) => {
  handle(request).then(tell, (error) => tell({ kind: 'unreadable', error: String(error) }))
})
tell({ kind: 'ready' })

function handle({ path, place, scannedPage }: InspectionRequest): Promise<InspectionMessage> {
  if (place) {
    return look(path, place.page, (page) => drawSpot(page, place.box).toString('base64'))
  }
  return scannedPage ? look(path, scannedPage, recognizeText) : inspect(path)
}

function tell(message: InspectionMessage): void {
  process.send?.(message)
}

async function inspect(path: string): Promise<InspectionMessage> {
  const read = await readText(path)
  if (typeof read === 'string') return { kind: 'refused', why: read }
  tell({ kind: 'read' })
  await check(path, read).catch(endAfterCrash)
  return { kind: 'finished' }
}

/** After a crash, PDFium's memory can no longer be trusted. */
function endAfterCrash(error: unknown): void {
  if (error instanceof WebAssembly.RuntimeError) process.exit()
}

/** Sends the text of each page. @returns what else the file contains, or why it does not open */
async function readText(path: string): Promise<Besides | Unopened> {
  const task = openPdf(path)
  try {
    const pdf = await task.promise
    if (pdf.numPages === 0) return 'no pages'
    await pdf.getPage(1)
    tell({ kind: 'opened', pageCount: pdf.numPages })
    let left = characterLimit
    for (let number = 1; number <= pdf.numPages && left > 0; number++) {
      // A page that cannot be read has no text; the rest keep theirs.
      const page = pdf.getPage(number)
      const text = await page.then((opened) => pageText(opened, left)).catch(() => '')
      left -= text.length
      tell({ kind: 'text', text })
    }
    return {
      author: await authorOf(pdf).catch(() => ''),
      hiddenLayers: await countHiddenLayers(pdf).catch(() => 0),
      hasScripts: await hasScripts(pdf).catch(() => false),
    }
  } catch (error) {
    return whyUnopened(error)
  } finally {
    await task.destroy()
  }
}

async function countHiddenLayers(pdf: PDFDocumentProxy): Promise<number> {
  const layers = await pdf.getOptionalContentConfig()
  return [...layers].filter(([, { visible }]) => !visible).length
}

/** A file whose properties were cleaned may still name its author in its XMP metadata. */
async function authorOf(pdf: PDFDocumentProxy): Promise<string> {
  const { info, metadata } = await pdf.getMetadata()
  return String((info as { Author?: string }).Author || (metadata?.get('dc:creator') ?? ''))
}

/** pdfjs's own `hasJSActions` is true for every signature field. */
async function hasScripts(pdf: PDFDocumentProxy): Promise<boolean> {
  const fields = [...((await pdf.getFieldObjects())?.values() ?? [])].flat()
  if (fields.some((one) => 'actions' in one && one.actions)) return true
  if (await pdf.getJSActions()) return true
  for (let number = 1; number <= pdf.numPages; number++) {
    if (await (await pdf.getPage(number)).getJSActions()) return true
  }
  return false
}

/** Sends what the file carries and what was found on each page; skips pages that cannot be drawn. */
async function check(path: string, besides: Besides): Promise<void> {
  const pdf = await openWithPdfium(path)
  if (!pdf) return
  try {
    tell({ kind: 'carried', findings: carriedFindings({ ...pdf.carried(), ...besides }) })
    for (let number = 1; number <= pdf.pageCount; number++) {
      try {
        tell({ kind: 'checked', page: pdf.withPage(number, (page) => readPage(page, number)) })
      } catch (error) {
        endAfterCrash(error)
      }
    }
  } finally {
    pdf.close()
  }
}

async function look(
  path: string,
  number: number,
  at: (page: PageView) => string | Promise<string>,
): Promise<InspectionMessage> {
  const pdf = await openWithPdfium(path)
  try {
    return { kind: 'looked', answer: (await pdf?.withPage(number, at)) ?? '' }
  } catch (error) {
    endAfterCrash(error)
    return { kind: 'looked', answer: '' }
  } finally {
    pdf?.close()
  }
}

function whyUnopened(error: unknown): Unopened {
  if (!(error instanceof Error)) return 'damaged'
  // The file does not exist.
  if (error.name === 'ResponseException') throw error
  if (error.name === 'PasswordException') return 'password'
  return /encrypt/i.test(error.message) ? 'unknown protection' : 'damaged'
}

/** Nothing is drawn, run, or fetched. */
function openPdf(path: string) {
  const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  return getDocument({
    url: pathToFileURL(path),
    // Reads only what is needed for the text: 200 MB of scans stay on disk.
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

async function pageText(page: PDFPageProxy, characterLimit: number): Promise<string> {
  const reader = page.streamTextContent().getReader()
  const lines: TextLine[] = []
  let line: TextLine | undefined
  let length = 0
  while (length < characterLimit) {
    const { done, value } = await reader.read()
    if (done) break
    for (const item of value.items) {
      if (!('str' in item)) continue
      if (!line) {
        line = { text: '', left: 0, baseline: 0, height: 0 }
        lines.push(line)
      }
      if (line.height === 0 && item.str.trim() !== '') {
        const [, , , , left, baseline] = item.transform
        Object.assign(line, { left, baseline, height: item.height })
      }
      line.text += item.str
      length += item.str.length
      if (item.hasEOL) line = undefined
    }
  }
  const text = layOut(lines)
  await reader.cancel(new Error('enough text'))
  // Fonts with a broken character map produce NUL and lone surrogates.
  return storable(`${text.slice(0, characterLimit - 1).trimEnd()}\n`)
}
