import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPdf } from '../../src/features/checks/pdfium.ts'
import { drawnPdf } from '../support/drawn-page.ts'
import { importRecap } from '../support/import-recap.ts'
import type { RunningDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { writeTextPdf } from '../support/text-pdf.ts'

const NAMES = ['Penhallow', 'Ashdown', 'Merriwether', 'Okafor']
const SUBJECTS = [
  'the turnover of the books and records of the company',
  'a continuance of the hearing to September 14, 2026, at 10:30 a.m.',
  'leave to file a brief of more than 25 pages under Local Rule 7.1',
  'an order under 11 U.S.C. 363 that approves the sale of the warehouse',
]

/** Pages like a receiver’s report. */
const PAGES = NAMES.map((name, page) => {
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

test('scanned pages are read in the background, also after a kill, found and shown, and the PDF stays as it was', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'pdfs'))
  const pdf = join(folder, 'pdfs', '1.pdf')
  writeFileSync(pdf, await scannedPdf(PAGES))
  await importRecap(folder, ['1 2026-07-01 NOTICE'])

  const start = () => startForTest({ DOCUMENT_RECOGNITION: 'on' }, folder)
  const read = async ({ url }: RunningDocket, path: string) => (await fetch(url + path)).text()
  const countRead = async (docket: RunningDocket) =>
    (await read(docket, '/documents/1/text')).match(/This page is a scan/g)?.length ?? 0
  const timeout = 300_000
  const first = await start()
  await expect.poll(() => countRead(first), { timeout }).toBeGreaterThan(1)
  await first.stop('SIGKILL')

  const second = await start()
  expect(await countRead(second)).toBeGreaterThan(1)
  await expect.poll(() => countRead(second), { timeout }).toBe(PAGES.length)

  const html = await read(second, '/documents/1/text')
  const sections = html.split('<section class="text-page"').slice(1)
  const shown = sections.map((section) => section.replace(/<[^>]+>/g, ' ').replaceAll('&#39;', "'"))
  const shares = PAGES.map((page, index) => shareRead(page, shown[index] ?? ''))
  const percents = shares.map((share) => (share * 100).toFixed(1))
  console.log(`words right, by page: ${percents.join(', ')} %`)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.97)

  const results = await read(second, '/?q=Merriwether')
  expect(results).toContain('(recognized from a scan)')
  const served = await (await fetch(`${second.url}/api/documents/1/download`)).arrayBuffer()
  expect(Buffer.from(served).equals(readFileSync(pdf))).toBe(true)
}, 700_000)

/** As on an office scanner. */
const DPI = 200

/** A PDF of pictures of these pages, slightly skewed and with specks: none of it is text. */
async function scannedPdf(pages: readonly string[]): Promise<Buffer> {
  const original = join(testFolder(), 'original.pdf')
  await writeTextPdf(original, pages)
  const pdf = openPdf(original)
  if (!pdf) throw new Error('the pages cannot be drawn')
  const scan = (index: number) =>
    pdf.withPage(index + 1, (page) => {
      const picture = page.draw(DPI / 72)
      speckle(picture.pixels, index + 1)
      return page.toPng(picture)
    })
  const bytes = await drawnPdf(
    (document) => {
      for (const index of pages.keys()) {
        document.addPage().rotate(index % 2 === 0 ? 0.4 : -0.4, { origin: [306, 396] })
        document.image(scan(index), 0, 0, { width: 612, height: 792 })
      }
    },
    { autoFirstPage: false },
  )
  pdf.close()
  return bytes
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
