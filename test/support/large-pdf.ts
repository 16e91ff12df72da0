import { randomBytes } from 'node:crypto'
import { writeTextPdf } from './text-pdf.ts'

const PAGES = [1, 2, 3].map((page) => `This is page ${page} of the exhibits.`)

/** A real PDF of a few pages and about `bytes` bytes, most of them in streams that no page uses. */
export function writeLargePdf(path: string, bytes: number): Promise<void> {
  const piece = 8 * 1024 * 1024
  return writeTextPdf(path, PAGES, (document, page) => {
    if (page > 1) return
    for (let left = bytes; left > 0; left -= piece) {
      // With a filter, even an empty list, pdfkit does not compress it: random bytes do not compress.
      document.ref({ Type: 'EmbeddedFile', Filter: [] }).end(randomBytes(Math.min(piece, left)))
    }
  })
}
