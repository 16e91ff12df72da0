import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Box } from '../../src/features/checks/boxes.ts'
import type { PageReading } from '../../src/features/checks/inspection/messages.ts'
import type { Character, PageView } from '../../src/features/checks/page-view.ts'
import { openPdf } from '../../src/features/checks/pdfium.ts'
import { readPage } from '../../src/features/checks/read-page.ts'
import { newFolder } from './new-folder.ts'

export type Pdf = PDFKit.PDFDocument

export async function drawnPdf(
  draw: (pdf: Pdf) => unknown,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', ...options })
  draw(pdf)
  pdf.end()
  return buffer(pdf)
}

/** What `work` makes of the first page of this file. */
export async function onFirstPage<Result>(
  bytes: Buffer,
  work: (page: PageView) => Result,
): Promise<Result> {
  const path = join(newFolder(), 'page.pdf')
  writeFileSync(path, bytes)
  const opened = openPdf(path)
  const result = opened?.withPage(1, work)
  opened?.close()
  if (!result) throw new Error('the page was not opened')
  return result
}

export const readFirstPage = (bytes: Buffer): Promise<PageReading> =>
  onFirstPage(bytes, (page) => readPage(page, 1))

/** Reads a page with this content. */
export const readingOf = async (draw: (pdf: Pdf) => void) =>
  readFirstPage(await drawnPdf(draw, { margin: 0 }))

export const write = (pdf: Pdf, text: string, [x, y]: [number, number], size = 12) =>
  pdf.fontSize(size).text(text, x, y, { lineBreak: false })

/** Rows of cells, `a|b`, whose columns begin at these places, from 100 points below the top of the page. */
export const across =
  (lefts: readonly number[], rows: readonly string[], { step = 13, size = 10 } = {}) =>
  (pdf: Pdf) => {
    for (const [at, row] of rows.entries()) {
      for (const [column, cell] of row.split('|').entries()) {
        if (cell) write(pdf, cell, [lefts[column] ?? 0, 100 + step * at], size)
      }
    }
  }

/** As plain letters are, as high as the box. */
export const characterAt = (text: string, box: Box): Character => ({
  text,
  box,
  baseline: box.bottom,
  size: box.bottom - box.top,
  isTiny: false,
  isInvisible: false,
  hasShape: true,
  isUpright: true,
  run: 1,
})

export const kindsOfFindings = ({ findings }: PageReading) =>
  findings.map(({ kind, text }) => [kind, text])
