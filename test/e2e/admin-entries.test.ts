import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminSite } from '../support/admin-site.ts'
import { phone, sizes } from '../support/browser.ts'
import {
  chosen,
  fillEntry,
  notPdf,
  opinion,
  order,
  press,
  savedAs,
  titlesOnShow,
  typedIn,
} from '../support/entry-pages.ts'
import { writeLargePdf } from '../support/large-pdf.ts'

const { site, openAdmin } = adminSite()

test.each(sizes.map((size, index) => ({ ...size, number: 1 + index })))(
  'a new entry with two PDFs, uploaded with progress and published ($name)',
  async ({ options, number }) => {
    const page = await openAdmin('/admin/entries/new', options)
    const volume = join(site.docket.folder, 'volume.pdf')
    await writeLargePdf(volume, 600_000)
    await fillEntry(page, {
      number: String(number),
      filed_on: '2026-07-30',
      title: 'MOTION to Stay',
    })
    await page.setInputFiles('[name=documents]', [order, volume])
    await expect.poll(() => page.locator('[data-upload-file]').count()).toBe(2)
    // A slow connection, so that the progress is visible before the page changes.
    const client = await page.context().newCDPSession(page)
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 }
    await client.send('Network.emulateNetworkConditions', line)
    await press(page, 'Publish')
    await page.locator('[data-upload-status]', { hasText: 'Upload' }).waitFor()
    await chosen(page, 0).getByRole('progressbar').waitFor()
    const id = await savedAs(page)
    expect(await titlesOnShow(page)).toEqual(['0 order', '1 volume'])
    await page.goto(site.docket.url)
    const entry = page.locator('article').filter({ has: page.locator(`a[href$="/entries/${id}"]`) })
    expect(await entry.textContent()).toContain('07/30/2026')
    expect(await entry.getByRole('link', { name: /volume/ }).count()).toBeGreaterThan(0)
  },
)

test('without JavaScript: refused with everything typed kept, then created', async () => {
  const page = await openAdmin('/admin/entries/new', { ...phone, javaScriptEnabled: false })
  await fillEntry(page, { number: '4', title: 'NOTICE of <Appeal>' })
  await page.setInputFiles('[name=documents]', [notPdf])
  await press(page, 'Publish')
  await page.locator('[data-form-errors]', { hasText: 'Exhibit C.pdf' }).waitFor()
  expect(await typedIn(page, 'title')).toBe('NOTICE of <Appeal>')
  await page.setInputFiles('[name=documents]', [opinion])
  await press(page, 'Publish')
  await savedAs(page)
  expect(await titlesOnShow(page)).toHaveLength(1)
})
