import { readFileSync } from 'node:fs'
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
} from '../support/entry-pages.ts'
import { writeLargePdf } from '../support/large-pdf.ts'

const { site, openAdmin, publicStatus } = adminSite()

test.each(sizes.map((size, index) => ({ ...size, number: 1 + index })))(
  'a new entry with two PDFs: uploaded, then titled, numbered, and ordered on Show ($name)',
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
    await page.getByRole('button', { name: 'Move volume up' }).click()
    const [main, other] = [0, 1].map((index) => page.locator('[data-document]').nth(index))
    await main?.getByLabel('Title').fill('Motion to stay the proceedings')
    await main?.getByLabel('Number').fill('0')
    await other?.getByLabel('Title').fill('Proposed order')
    await other?.getByLabel('Number').fill('4')
    await press(page, 'Save documents')
    await savedAs(page, 'The changes to the documents were saved.')
    expect(await titlesOnShow(page)).toEqual([
      '0 Motion to stay the proceedings',
      '4 Proposed order',
    ])
    await page.reload()
    expect(await page.getByText('The changes to the documents').count()).toBe(0)

    await page.goto(site.docket.url)
    const entry = page.locator('article').filter({ has: page.locator(`a[href$="/entries/${id}"]`) })
    expect(await entry.textContent()).toContain('07/30/2026')
    expect(await entry.getByRole('link', { name: /Proposed order/ }).count()).toBeGreaterThan(0)
  },
)

test('dropped files: the bad one is refused by name, all that was typed and the good one stay', async () => {
  const page = await openAdmin('/admin/entries/new')
  await fillEntry(page, { number: '3', title: 'ORDER on the motion', filed_by: 'The Court' })
  const good = readFileSync(order).toString('base64')
  const bad = notPdf.buffer.toString('base64')
  const dataTransfer = await page.evaluateHandle(
    ([first, second]) => {
      const transfer = new DataTransfer()
      const add = (name: string, base64 = '') => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: 'application/pdf' }))
      }
      add('003 Order.pdf', first)
      add('Exhibit C.pdf', second)
      return transfer
    },
    [good, bad],
  )
  await page.dispatchEvent('.upload-drop', 'drop', { dataTransfer })
  await press(page, 'Publish')
  await chosen(page, 1).getByText('not a PDF').waitFor()
  expect(await page.locator('[data-form-errors]').textContent()).toContain('Exhibit C.pdf')
  expect(await chosen(page, 0).getByText('not a PDF').count()).toBe(0)
  expect(await page.inputValue('[name=filed_by]')).toBe('The Court')
  expect(await publicStatus('/ecf/3')).toBe(404)
  await chosen(page, 1).getByRole('button', { name: 'Remove' }).click()
  await press(page, 'Publish')
  await savedAs(page)
  expect(await titlesOnShow(page)).toEqual(['0 Order'])
})

test('without JavaScript: refused with everything typed kept, then created', async () => {
  const page = await openAdmin('/admin/entries/new', { ...phone, javaScriptEnabled: false })
  const typed = {
    number: '4',
    filed_on: '2026-07-31',
    title: 'NOTICE of <Appeal>',
    filed_by: 'Roe',
  }
  const reads = page.locator('form').getByRole('link', { name: 'File documents' })
  expect(await reads.getAttribute('href')).toBe('/admin/filings/new')
  await fillEntry(page, { ...typed, description: 'Line one\nLine two' })
  await page.setInputFiles('[name=documents]', [notPdf])
  const [refusal] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    press(page, 'Publish'),
  ])
  expect(refusal.status()).toBe(422)
  await page.locator('[data-form-errors]', { hasText: 'Exhibit C.pdf' }).waitFor()
  for (const [name, value] of Object.entries(typed)) {
    expect(await page.inputValue(`[name=${name}]`)).toBe(value)
  }
  expect(await page.inputValue('[name=description]')).toBe('Line one\nLine two')
  await page.setInputFiles('[name=documents]', [opinion])
  await press(page, 'Publish')
  await savedAs(page)
  expect(await titlesOnShow(page)).toHaveLength(1)
})

test('a taken docket number is reported with a link to its entry; the types in use are offered', async () => {
  const page = await openAdmin('/admin/entries/new')
  await fillEntry(page, { number: '1', title: 'ANSWER to the complaint', type: 'Answer' })
  await press(page, 'Publish')
  await page.locator('[data-form-errors]', { hasText: /taken|already/ }).waitFor()
  expect(await page.inputValue('[name=title]')).toBe('ANSWER to the complaint')
  await page.fill('[name=number]', '5')
  await press(page, 'Publish')
  await savedAs(page)
  await page.goto(`${site.docket.url}/admin/entries/new`)
  const offered = await page
    .locator('#field-type-suggestions option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(offered).toContain('Answer')
})

test('one after another: the form comes back and names what was created', async () => {
  const page = await openAdmin('/admin/entries/new')
  for (const [number, title] of [
    ['71', 'NOTICE of appearance'],
    ['72', 'NOTICE of hearing'],
  ] as const) {
    await fillEntry(page, { number, title })
    await press(page, 'Create and add another')
    await page.getByText(`ECF No. ${number} – ${title} was created.`).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/entries/new')
    expect(await publicStatus(`/ecf/${number}`)).toBe(200)
  }
  await page.reload()
  expect(await page.getByText('was created.').count()).toBe(0)
})

test('no one sees a draft until it is published', async () => {
  const page = await openAdmin('/admin/entries/new', phone)
  await fillEntry(page, { number: '6', title: 'BRIEF in support' })
  await press(page, 'Save as draft')
  const id = await savedAs(page)
  await page.getByText('This entry is a draft').waitFor()
  expect(await publicStatus(`/entries/${id}`)).toBe(404)
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.selectOption('[name=status]', 'published')
  await press(page, 'Save changes')
  await savedAs(page, 'The changes to the entry were saved.')
  expect(await publicStatus(`/entries/${id}`)).toBe(200)
})
