import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { phone, sizes } from '../support/browser.ts'
import {
  chosen,
  fillEntry,
  NEW,
  notPdf,
  opinion,
  order,
  pick,
  press,
  savedAs,
  titlesOnShow,
  typedIn,
} from '../support/entry-pages.ts'
import { importRecap } from '../support/import-recap.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import { newDataFolder } from '../support/run-docket.ts'

const { site, openAdmin } = adminSite(async () => {
  const folder = newDataFolder()
  await importRecap(folder, ['9 2026-07-01 ORDER'])
  return startWithAdministrator({ UPLOAD_MAX_MB: '1' }, folder)
})

test.each(sizes.map((size, index) => ({ ...size, number: 1 + index })))(
  'a new entry with two PDFs, uploaded with progress and published ($name)',
  async ({ options, number }) => {
    const page = await openAdmin(NEW, options)
    const volume = join(site.docket.folder, 'volume.pdf')
    await writeLargePdf(volume, 200_000)
    const fields = { number: String(number), filed_on: '2026-07-30', title: 'MOTION to Stay' }
    await fillEntry(page, fields)
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
  const page = await openAdmin(NEW, { ...phone, javaScriptEnabled: false })
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

/** Sends the form; the answer is not the program's. @returns the names of the files that are still listed */
async function send(page: Page, button: string, answer?: object): Promise<(string | null)[]> {
  await page.route(/\/admin\/entries(\/1\/documents)?$/, (route) =>
    answer ? route.fulfill({ status: 422, json: answer }) : route.abort(),
  )
  await press(page, button)
  await page.locator('[data-form-errors]:visible:focus').waitFor()
  return page
    .locator('[data-upload-file]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-upload-file')))
}

test('files are collected from several choices and drops; the request has the fields first', async () => {
  const page = await openAdmin(NEW)
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (form) {
      const parts = [...(form as FormData)].map(([name, value]) =>
        typeof value === 'string' ? `${name}=${value}` : `${name}:${value.name}`,
      )
      Object.assign(window, { parts })
      send.call(this, form)
    }
  })
  await page.fill('[name=title]', 'A motion')
  await pick(page, 'a.pdf', 'b.pdf')
  await pick(page, 'c.pdf')
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(2_000_000)], 'dropped.pdf'))
    return transfer
  })
  await page.dispatchEvent('h1', 'drop', { dataTransfer })
  await chosen(page, 3).getByText('Larger than 1 MB.').waitFor()
  await chosen(page, 1).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('3 files').waitFor()
  await send(page, 'Publish', {})
  const parts = await page.evaluate<string[]>('window.parts')
  expect(parts).toContain('title=A motion')
  const files = ['a.pdf', 'c.pdf', 'dropped.pdf'].map((name) => `documents:${name}`)
  expect(parts.slice(-4)).toEqual(['status=published', ...files])
})

test('reasons for refusal are beside field and file, a lost connection is reported, and everything stays', async () => {
  const page = await openAdmin(NEW)
  await page.fill('[name=title]', 'A motion')
  await pick(page, 'good.pdf', 'bad.pdf')
  const listed = await send(page, 'Publish', {
    errors: { title: ['That title is too long.'] },
    files: [{ name: 'bad.pdf', reason: 'This is not a PDF.' }],
  })
  expect(listed).toEqual(['good.pdf', 'bad.pdf'])
  const summary = await page.textContent('[data-form-errors]')
  expect(summary).toContain('bad.pdf: This is not a PDF.')
  expect(await page.textContent('#field-title-error')).toBe('That title is too long.')
  expect(await page.getAttribute('#field-title', 'aria-invalid')).toBe('true')
  expect(await chosen(page, 1).textContent()).toContain('This is not a PDF.')
  expect(await chosen(page, 0).textContent()).not.toContain('This is not a PDF.')
  await page.focus('[name=title]')
  expect(await send(page, 'Publish')).toEqual(['good.pdf', 'bad.pdf'])
  await page.locator('[data-form-errors]', { hasText: 'The connection was lost.' }).waitFor()
  expect(await typedIn(page, 'title')).toBe('A motion')
})

test('where good files were added, only the refused one is left, and a reason is asked for', async () => {
  const page = await openAdmin('/admin/entries/1')
  expect(await page.isVisible('#field-findings_reason')).toBe(false)
  await pick(page, 'good.pdf', 'bad.pdf')
  const reason = 'Redaction may have failed on page 1.'
  const files = [{ name: 'bad.pdf', reason, isHeld: true }]
  const answer = { files, added: ['good.pdf'] }
  expect(await send(page, 'Add documents', answer)).toEqual(['bad.pdf'])
  expect(await page.textContent('[data-upload-status]')).toBe('Added: good.pdf.')
  expect(await page.isVisible('#field-findings_reason')).toBe(true)
})

test('what was added beside a refused file is in the list above', async () => {
  const page = await openAdmin('/admin/entries/1')
  await page.setInputFiles('[name=documents]', [order])
  await page.setInputFiles('[name=documents]', [notPdf])
  await press(page, 'Add documents')
  await page.locator('[data-upload-added] [name=title]').waitFor()
  expect(await titlesOnShow(page)).toEqual(['0 order'])
  expect(await chosen(page, 0).textContent()).toContain('Exhibit C.pdf')
})
