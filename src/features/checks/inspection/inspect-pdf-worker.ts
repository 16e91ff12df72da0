import { createInterface } from 'node:readline'
import { limitMemory, lowerPriority } from '../../../platform/threads/thread.ts'
import { findCovered } from '../covered-text.ts'
import { drawSpot } from '../draw-spot.ts'
import { embeddedFindings, embeddedTextFindings } from '../embedded-rules.ts'
import { MAX_PAGES, MAX_SENTENCE } from '../finding-rules.ts'
import type { PageView } from '../page-view.ts'
import { openFailureReason, openPdf } from '../pdfium.ts'
import { readPage } from '../read-page.ts'
import { type InspectionMessage, type InspectionRequest, MAX_PNG_BYTES } from './messages.ts'
import { findLegible, recognizeText } from './recognize-page.ts'

/* Opens untrusted PDFs in a separate process, which process.ts starts with its memory in megabytes as an argument. */

const megabytes = Number(process.argv[2])
limitMemory(megabytes)
// Visitors come first, even on a small server.
lowerPriority()
const requests = createInterface({ input: process.stdin })
requests.on('line', (line) => {
  handle(JSON.parse(line)).then(answer, (error) => {
    endAfterCrash(error)
    answer({ kind: 'unreadable', error: String(error).slice(0, MAX_SENTENCE) })
  })
})
requests.on('close', () => process.exit())
send({ kind: 'ready' })

async function handle({ path, place, scannedPage }: InspectionRequest): Promise<InspectionMessage> {
  if (place) return onPage(path, place.page, (page) => pictureOf(drawSpot(page, place.box)))
  return scannedPage ? onPage(path, scannedPage, recognizeText) : inspect(path)
}

const pictureOf = (png: Buffer) => (png.length > MAX_PNG_BYTES ? '' : png.toString('base64'))

/** The next file would be blamed for the memory that this one took. */
function answer(last: InspectionMessage): void {
  if (process.memoryUsage.rss() > (megabytes / 2) * 1024 * 1024) send({ kind: 'spent' })
  send(last)
}

/** Pipes are written to synchronously: what was reported has arrived, even if the next page kills this process. */
function send(message: InspectionMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

async function inspect(path: string): Promise<InspectionMessage> {
  const pdf = openPdf(path)
  if (!pdf) return { kind: 'refused', why: openFailureReason() }
  try {
    const pageCount = pdf.countPages(MAX_PAGES)
    if (pageCount === 0) return { kind: 'refused', why: 'damaged' }
    if (pageCount > MAX_PAGES) return { kind: 'refused', why: 'too many pages' }
    send({ kind: 'opened', pageCount })
    const embedded = pdf.embedded()
    const findings = embeddedFindings(embedded)
    send({ kind: 'embedded', findings })
    const recognition = { leftMs: MAX_RECOGNITION_MS }
    const shown = new Map<number, string>()
    for (let number = 1; number <= pageCount; number++) {
      try {
        const page = await pdf.withPage(number, (view) => checkPage(view, number, recognition))
        if (!page.isScan) shown.set(number, page.text)
        send({ kind: 'checked', page })
      } catch (error) {
        endAfterCrash(error)
      }
    }
    findings.push(...embeddedTextFindings(embedded.texts, shown))
    send({ kind: 'embedded', findings })
    return { kind: 'finished' }
  } finally {
    pdf.close()
  }
}

/** Of all pages, which usually take seconds each: the rest of the time limit is for their other checks. */
const MAX_RECOGNITION_MS = 45_000

/** Words under a picture that shows the same words are not covered. */
async function checkPage(view: PageView, number: number, recognition: { leftMs: number }) {
  const shown = findCovered(view)
  const doubtful = shown.covered.filter(({ isDrawnOver }) => isDrawnOver)
  if (doubtful.length === 0 || recognition.leftMs <= 0) return readPage(view, number, shown)
  const began = performance.now()
  const legible = await findLegible(view, doubtful, recognition.leftMs)
  recognition.leftMs -= performance.now() - began
  const covered = shown.covered.filter((run) => !legible.includes(run))
  return readPage(view, number, { ...shown, covered })
}

/** After a crash, PDFium's memory can no longer be trusted. */
function endAfterCrash(error: unknown): void {
  if (error instanceof WebAssembly.RuntimeError) process.exit()
}

async function onPage(
  path: string,
  number: number,
  at: (page: PageView) => string | Promise<string>,
): Promise<InspectionMessage> {
  const pdf = openPdf(path)
  try {
    return { kind: 'answered', answer: (await pdf?.withPage(number, at)) ?? '' }
  } catch (error) {
    endAfterCrash(error)
    return { kind: 'answered', answer: '' }
  } finally {
    pdf?.close()
  }
}
