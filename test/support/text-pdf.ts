import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'

/** A real PDF with a page for each text. */
export async function writeTextPdf(path: string, pages: readonly string[]): Promise<void> {
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false })
  const file = document.pipe(createWriteStream(path))
  for (const text of pages) document.addPage().text(text)
  document.end()
  await finished(file)
}
