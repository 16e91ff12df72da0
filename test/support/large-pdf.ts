import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'

/** A real PDF of a few pages and about `bytes` bytes: the weight is in attached files that do not compress. */
export async function writeLargePdf(path: string, bytes: number): Promise<void> {
  const document = new PDFDocument({ size: 'LETTER' })
  const file = document.pipe(createWriteStream(path))
  for (const page of [1, 2, 3]) {
    if (page > 1) document.addPage()
    document.fontSize(14).text(`Exhibit volume, page ${page}`)
  }
  const piece = 8 * 1024 * 1024
  for (let left = bytes, part = 1; left > 0; left -= piece, part += 1) {
    document.file(randomBytes(Math.min(piece, left)), { name: `volume-${part}.bin` })
  }
  document.end()
  await finished(file)
}
