import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { openPdf } from '../../src/features/checks/pdfium.ts'
import { writeTextPdf } from './text-pdf.ts'

/** As on an office scanner. */
const DPI = 200

/** A PDF of pictures of these pages, slightly skewed and with specks: none of it is text. */
export async function writeScannedPdf(path: string, pages: readonly string[]): Promise<void> {
  const original = `${path}.text`
  await writeTextPdf(original, pages)
  const pdf = await openPdf(original)
  if (!pdf) throw new Error('the pages cannot be drawn')
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false })
  const file = document.pipe(createWriteStream(path))
  for (const number of pages.keys()) {
    const png = pdf.withPage(number + 1, (page) => {
      const picture = page.draw(DPI / 72)
      speckle(picture.pixels, number + 1)
      return page.toPng(picture)
    })
    document.addPage().rotate(number % 2 === 0 ? 0.4 : -0.4, { origin: [306, 396] })
    document.image(png, 0, 0, { width: 612, height: 792 })
  }
  document.end()
  await finished(file)
  pdf.close()
  await rm(original)
}

/** One pixel in two hundred, and paper that is not quite white. The same each time: a linear congruential generator. */
function speckle(pixels: Uint8Array, seed: number): void {
  let state = seed
  for (let at = 0; at < pixels.length; at += 4) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    const light = state % 200 === 0 ? 90 : Math.round((pixels[at] ?? 0) * 0.92)
    pixels.fill(light, at, at + 3)
  }
}
