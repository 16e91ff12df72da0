import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { countDownloads } from '../support/count-downloads.ts'
import { EVERY_BROWSER } from '../support/other-browsers.ts'
import { runningSite } from '../support/running-site.ts'
import { startSmallDocket } from '../support/small-docket.ts'

/* Viewers that request a document whole and in ranges: one view is one download (docs/decisions/035). */

/** Below and above 128 kB, from which pdf.js requests ranges. */
const SIZES = [40_000, 300_000, 3_000_000, 11_000_000]

// The first four are for one viewer, the rest for the other.
const site = runningSite(() => startSmallDocket([...SIZES, ...SIZES]))

const downloadOf = (id: number) => `${site.docket.url}/api/documents/${id}/download`

const countRecords = (id: number) => countDownloads(site.docket.folder, id)

/** Waits a moment, in which an unwanted record would appear. */
async function expectOneEach(ids: number[]): Promise<void> {
  await sleep(2000)
  expect(await Promise.all(ids.map(countRecords))).toEqual(ids.map(() => 1))
}

/** Reads a document like a site that embeds pdf.js with its defaults: whole and by ranges at once. */
async function readWithPdfJs(url: string): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ url, verbosity: 0 })
  const document = await task.promise
  for (let number = 1; number <= document.numPages; number += 1) {
    await (await document.getPage(number)).getTextContent()
  }
  await document.getDownloadInfo()
  await task.destroy()
}

it('pdf.js with its defaults: one download each', async () => {
  for (const id of [1, 2, 3, 4]) await readWithPdfJs(downloadOf(id))
  await expect.poll(() => countRecords(4), { timeout: 50_000 }).toBe(1)
  await expectOneEach([1, 2, 3, 4])
})

const firefox = EVERY_BROWSER.find(({ name }) => name === 'Firefox')

it.skipIf(!firefox?.open)(
  'Firefox’s own viewer: one download each',
  async () => {
    const browser = await firefox?.open?.()
    onTestFinished(() => browser?.close())
    for (const id of [5, 6, 7, 8]) {
      await browser?.open(downloadOf(id))
      await expect.poll(() => countRecords(id), { timeout: 50_000 }).toBe(1)
    }
    await expectOneEach([5, 6, 7, 8])
  },
  120_000,
)
