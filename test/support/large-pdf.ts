import { randomBytes } from 'node:crypto'
import { writeTextPdf } from './text-pdf.ts'

const PAGES = [1, 2, 3].map((page) => `This is page ${page} of the exhibits.`)

/** A real PDF of a few pages and about `bytes` bytes: the weight is in streams that no page uses. */
export function writeLargePdf(path: string, bytes: number): Promise<void> {
  const piece = 8 * 1024 * 1024
  return writeTextPdf(path, PAGES, (document, page) => {
    if (page > 1) return
    for (let left = bytes; left > 0; left -= piece) {
      // With a filter, if an empty list of them, it is written as it is: random bytes do not compress.
      document.ref({ Type: 'EmbeddedFile', Filter: [] }).end(randomBytes(Math.min(piece, left)))
    }
  })
}
