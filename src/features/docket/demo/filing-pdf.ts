import { buffer } from 'node:stream/consumers'
import type { FilingSpec } from './filing-spec.ts'
import { drawBlock } from './pdf/draw-block.ts'
import { drawMargins } from './pdf/margins.ts'
import type { Paper } from './pdf/paper.ts'
import { scanTexture } from './pdf/scan-texture.ts'
import { SHEETS } from './pdf/sheet.ts'

/** A filing as court users know it. The same spec makes the same bytes. */
export async function filingPdf(spec: FilingSpec): Promise<Buffer> {
  // Only the sample case needs it, and it is the largest part of the program: 30 MB in every process otherwise.
  const { default: PDFDocument } = await import('pdfkit')
  const sheet = SHEETS[spec.paper]
  const date = new Date(`${spec.stamp?.filedOn ?? '2026-11-13'}T17:00:00Z`)
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    // Court systems store what word processors print, mostly without packing it.
    compress: false,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: spec.title, Author: spec.author, CreationDate: date, ModDate: date },
  })
  if (spec.paper === 'scan') addTexture(doc, spec.title)
  const paper: Paper = { doc, sheet, y: sheet.top }
  doc.addPage()
  for (const block of spec.blocks) drawBlock(paper, block)
  drawMargins(doc, sheet, spec)
  doc.end()
  return buffer(doc)
}

/** Every page of a scan lies on the same grain: one picture in the file, as pdfkit keeps those it has a name for. */
function addTexture(doc: PDFKit.PDFDocument, seed: string): void {
  const texture = `data:image/png;base64,${scanTexture(seed).toString('base64')}`
  doc.on('pageAdded', () => doc.image(texture, 0, 0, { width: 612, height: 792 }))
}
