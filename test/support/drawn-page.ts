import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import type { PageReading } from '../../src/features/checks/inspection/messages.ts'
import { openPdf } from '../../src/features/checks/pdfium.ts'
import { readPage } from '../../src/features/checks/read-page.ts'

export type Pdf = PDFKit.PDFDocument

/** Reads a page with this content. */
export async function readingOf(draw: (pdf: Pdf) => void): Promise<PageReading> {
  const path = join(mkdtempSync(join(tmpdir(), 'docket-page-')), 'page.pdf')
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0 })
  const file = pdf.pipe(createWriteStream(path))
  draw(pdf)
  pdf.end()
  await finished(file)
  const opened = await openPdf(path)
  const read = opened?.withPage(1, (page) => readPage(page, 1))
  opened?.close()
  rmSync(dirname(path), { recursive: true })
  if (!read) throw new Error('the page was not opened')
  return read
}

export const write = (pdf: Pdf, text: string, [x, y]: [number, number], size = 12) =>
  pdf.fontSize(size).text(text, x, y, { lineBreak: false })

export const kindsOfFindings = ({ findings }: PageReading) =>
  findings.map(({ kind, text }) => [kind, text])
