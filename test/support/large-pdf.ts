import { randomBytes } from 'node:crypto'
import { writeTextPdf } from './text-pdf.ts'

const PAGES = [1, 2, 3].map((page) => `Exhibit volume, page ${page}`)

/** A real PDF of a few pages and about `bytes` bytes: the weight is in attached files that do not compress. */
export function writeLargePdf(path: string, bytes: number): Promise<void> {
  const piece = 8 * 1024 * 1024
  return writeTextPdf(path, PAGES, (document, page) => {
    if (page > 1) return
    for (let left = bytes, part = 1; left > 0; left -= piece, part += 1) {
      document.file(randomBytes(Math.min(piece, left)), { name: `volume-${part}.bin` })
    }
  })
}
