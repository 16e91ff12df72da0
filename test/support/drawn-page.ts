import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { PageReading } from '../../src/features/checks/inspection/messages.ts'
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

export async function readFirstPage(bytes: Buffer): Promise<PageReading> {
  const path = join(newFolder(), 'page.pdf')
  writeFileSync(path, bytes)
  const opened = await openPdf(path)
  const read = opened?.withPage(1, (page) => readPage(page, 1))
  opened?.close()
  if (!read) throw new Error('the page was not opened')
  return read
}

export const readingOf = async (draw: (pdf: Pdf) => void) =>
  readFirstPage(await drawnPdf(draw, { margin: 0 }))

export const write = (pdf: Pdf, text: string, [x, y]: [number, number], size = 12) =>
  pdf.fontSize(size).text(text, x, y, { lineBreak: false })

export const kindsOfFindings = ({ findings }: PageReading) =>
  findings.map(({ kind, text }) => [kind, text])
