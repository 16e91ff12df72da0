import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { openPdf } from '../../src/features/checks/pdfium.ts'
import { importRecap } from '../support/import-recap.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { writeTextPdf } from '../support/text-pdf.ts'

const NAMES =
  'Penhallow Harrow Creek Ashdown Merriwether Kessler Vandermeer Okafor Lindqvist Tran Rourke'
const SUBJECTS = [
  'the turnover of the books and records of the company',
  'a continuance of the hearing to September 14, 2026, at 10:30 a.m.',
  'leave to file a brief of more than 25 pages under Local Rule 7.1',
  'an order under 11 U.S.C. 363 that approves the sale of the warehouse',
]

/** Ten pages like a receiver's report. */
const PAGES = NAMES.split(' ').map((name, page) => {
  const paragraphs = Array.from({ length: 5 }, (_, index) => {
    const subject = SUBJECTS[(page + index) % SUBJECTS.length]
    return `${page * 5 + index + 1}. On July ${index + 10}, 2026, counsel for ${name} asked the Court for ${subject}. The Receiver does not oppose the request, provided that the balance of $${index + 1}2,4${page}0.17 is paid into the estate within fourteen days, and reserves all rights against every other party to this action.`
  })
  return `DECLARATION OF ${name.toUpperCase()} IN SUPPORT OF THE MOTION\n\n${paragraphs.join('\n\n')}`
})

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}$]+/gu) ?? []

/** How many of the written words were recognized, in any order. */
function shareRead(written: string, read: string): number {
  const left = Map.groupBy(wordsOf(read), (word) => word)
  const all = wordsOf(written)
  return all.filter((word) => left.get(word)?.pop()).length / all.length
}

test('ten scanned pages are read in the background, found and shown, and the PDF stays as it was', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'pdfs'))
  const pdf = join(folder, 'pdfs', '1.pdf')
  await writeScannedPdf(pdf, PAGES)
  await importRecap(folder, ['1 2026-07-01 NOTICE'])

  const start = () => startForTest({ DOCUMENT_RECOGNITION: 'on' }, folder)
  const read = async (url: string, path: string) => (await fetch(`${url}${path}`)).text()
  const countRead = (html: string) => html.match(/This page is a scan/g)?.length ?? 0
  const first = await start()
  const timeout = 300_000
  await expect
    .poll(async () => countRead(await read(first.url, '/documents/1/text')), { timeout })
    .toBeGreaterThan(2)
  await first.stop('SIGKILL')

  const second = await start()
  const atStart = countRead(await read(second.url, '/documents/1/text'))
  expect(atStart).toBeGreaterThan(2)
  await expect
    .poll(async () => countRead(await read(second.url, '/documents/1/text')), { timeout })
    .toBe(PAGES.length)

  const html = await read(second.url, '/documents/1/text')
  const sections = html.split('<section class="text-page"').slice(1)
  const shown = sections.map((section) => section.replace(/<[^>]+>/g, ' ').replaceAll('&#39;', "'"))
  const shares = PAGES.map((page, index) => shareRead(page, shown[index] ?? ''))
  console.log(
    `words right, by page: ${shares.map((share) => (share * 100).toFixed(1)).join(', ')} %`,
  )
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.97)

  const results = await read(second.url, '/?q=Merriwether')
  expect(results).toContain('(recognized from a scan)')
  const served = await (await fetch(`${second.url}/api/documents/1/download`)).arrayBuffer()
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(new Uint8Array(served))).toBe(digest(readFileSync(pdf)))
}, 700_000)

/** As on an office scanner. */
const DPI = 200

/** A PDF of pictures of these pages, slightly skewed and with specks: none of it is text. */
async function writeScannedPdf(path: string, pages: readonly string[]): Promise<void> {
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
