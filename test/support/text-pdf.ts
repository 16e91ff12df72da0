import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'

/** Draws on a page. @param number from 1 */
type Draw = (document: PDFKit.PDFDocument, number: number) => void

/** A real PDF with a page for each text; the same pages make the same bytes. An empty text is a page without any. */
export async function writeTextPdf(
  path: string,
  pages: readonly string[],
  draw: Draw = () => {},
): Promise<void> {
  const info = { CreationDate: new Date(0) }
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false, info })
  const file = document.pipe(createWriteStream(path))
  for (const [index, text] of pages.entries()) {
    document.addPage().text(text)
    draw(document, index + 1)
  }
  document.end()
  await finished(file)
}

/** What CM/ECF prints on top of each page. */
export const stamped =
  (number: number, pages: number, { attachment = 0, filed = `07/0${number}/26` } = {}): Draw =>
  (document, page) => {
    const mark = attachment === 0 ? number : `${number}-${attachment}`
    const words = `Case 1:26-cv-00045-ABC   Document ${mark}   Filed ${filed}   Page ${page} of ${pages}`
    document.fillColor('blue').text(words, 72, 24, { lineBreak: false })
    document.fillColor('black')
  }

/** A page as a scanner leaves it: a picture with no text in it. */
export const scanned: Draw = (document) => {
  const [Width, Height] = [64, 83]
  const gray = createHash('shake256', { outputLength: Width * Height })
  const about = { Type: 'XObject', Subtype: 'Image', Width, Height, BitsPerComponent: 8 }
  const picture = document.ref({ ...about, ColorSpace: 'DeviceGray' })
  picture.end(gray.update('scan').digest())
  document.page.xobjects.Scan = picture
  document.addContent('q 612 0 0 792 0 0 cm /Scan Do Q')
}
