import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator, openSignedIn } from '../support/admin-browser.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/admin-client.ts'
import { desktop, openBrowser, phone } from '../support/browser.ts'
import { type RunningDocket, removeFolder, runDocket, startDocket } from '../support/run-docket.ts'

const pdfs = '../shared/fixtures/pdfs'
const motion = join(pdfs, 'gov.uscourts.azd.1085839.3.0.pdf')
const order = join(pdfs, 'ca8_.pdf')
const opinion = join(pdfs, 'ca9_19.pdf')
const notPdf = {
  name: 'Exhibit C.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '<!doctype html><title>Exhibit C</title><p>A page, saved under a wrong name.',
  ),
}
const colleague = { email: 'deputy@example.com', password: 'a deputy of loud afternoons' }

let docket: RunningDocket
let browser: Browser

beforeAll(async () => {
  docket = await startDocket()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await docket?.stop()
  if (docket) removeFolder(docket.folder)
})

const openAdmin = (path: string, options: BrowserContextOptions = desktop) =>
  openSignedIn(browser, docket.url, path, options)

const press = (page: Page, name: string) =>
  page
    .locator('button')
    .filter({ visible: true })
    .and(page.getByRole('button', { name, exact: true }))
    .click()
const chosen = (page: Page, index: number) => page.locator('[data-upload-file]').nth(index)
const titlesOnShow = (page: Page) =>
  page
    .locator('[data-document]')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll<HTMLInputElement>('input.control')]
          .map(({ value }) => value)
          .join(' '),
      ),
    )

async function fillEntry(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
}

/** The entry's id, once its Show page says so. */
async function savedAs(page: Page, message = 'The entry was created.'): Promise<number> {
  await page.getByText(message).waitFor()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

async function publicStatus(path: string): Promise<number> {
  return (await fetch(docket.url + path)).status
}

test('the printed address makes the first administrator, who is signed in; it works once', async () => {
  await expect.poll(docket.output).toMatch(/\/admin\/first-run\/[\w-]{22,}/)
  const address = /http:\S+\/admin\/first-run\/[\w-]+/.exec(docket.output())?.[0] ?? ''
  const page = await (await browser.newContext(phone)).newPage()
  await page.goto(address)
  await page.getByLabel('E-mail address').fill(ADMIN_EMAIL)
  for (const password of ['password', ADMIN_PASSWORD]) {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password again').fill(password)
    await press(page, 'Create the account and sign in')
    if (password === 'password') {
      await page.getByText('The account was not created.').waitFor()
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(ADMIN_EMAIL)
    }
  }
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect((await page.goto(address))?.status()).toBe(404)
})

test('what is typed under Settings stands on the home page', async () => {
  const page = await openAdmin('/admin/settings')
  const settings = {
    caption: 'Lindqvist v. Harbor & Sons, Inc.',
    case_number: '1:26-cv-00123',
    court: 'District Court of Example County',
    judge: 'Hon. A. Judge',
    description: 'A dispute about a harbor.',
    contact: 'clerk@example.com',
  }
  await fillEntry(page, settings)
  await press(page, 'Save settings')
  await page.getByText('The settings were saved.').waitFor()
  await page.goto(docket.url)
  const shown = (await page.locator('body').textContent()) ?? ''
  for (const text of Object.values(settings)) expect(shown).toContain(text)
})

test.each([
  ['phone', phone, 1],
  ['desktop', desktop, 2],
] as const)(
  'a new entry with two PDFs: titled, numbered, ordered, uploaded (%s)',
  async (_, options, number) => {
    const page = await openAdmin('/admin/entries/new', options)
    await fillEntry(page, {
      number: String(number),
      filed_on: '2026-07-30',
      title: 'MOTION to Stay',
    })
    await page.setInputFiles('[name=documents]', [order, motion])
    await expect.poll(() => page.locator('[data-upload-file]').count()).toBe(2)
    await chosen(page, 1).getByRole('button', { name: 'Up' }).click()
    await chosen(page, 0).getByLabel('Title').fill('Motion to stay the proceedings')
    await chosen(page, 1).getByLabel('Title').fill('Proposed order')
    await chosen(page, 1).getByLabel('Attachment').fill('4')
    // A slow line, as most uploads have one: the progress can be seen before the page changes.
    const client = await page.context().newCDPSession(page)
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 }
    await client.send('Network.emulateNetworkConditions', line)
    await press(page, 'Create entry')
    await page.locator('[data-upload-status]', { hasText: 'Upload' }).waitFor()
    await chosen(page, 0).getByRole('progressbar').waitFor()
    const id = await savedAs(page)
    expect(await titlesOnShow(page)).toEqual([
      '0 Motion to stay the proceedings',
      '4 Proposed order',
    ])
    await page.reload()
    expect(await page.getByText('The entry was created.').count()).toBe(0)

    await page.goto(docket.url)
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
  await page.dispatchEvent('[data-upload-drop]', 'drop', { dataTransfer })
  expect(await chosen(page, 0).getByLabel('Title').inputValue()).toBe('Order')
  await press(page, 'Create entry')
  await chosen(page, 1).getByText('not a PDF').waitFor()
  expect(await page.locator('[data-form-errors]').textContent()).toContain('Exhibit C.pdf')
  expect(await chosen(page, 0).getByText('not a PDF').count()).toBe(0)
  expect(await page.inputValue('[name=filed_by]')).toBe('The Court')
  expect(await publicStatus('/ecf/3')).toBe(404)
  await chosen(page, 1).getByRole('button', { name: 'Remove' }).click()
  await press(page, 'Create entry')
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
  await fillEntry(page, { ...typed, description: 'Line one\nLine two' })
  await page.selectOption('[name=status]', 'draft')
  await page.setInputFiles('[name=documents]', [notPdf])
  const [refusal] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    press(page, 'Create entry'),
  ])
  expect(refusal.status()).toBe(422)
  await page.locator('[data-form-errors]', { hasText: 'Exhibit C.pdf' }).waitFor()
  for (const [name, value] of Object.entries(typed)) {
    expect(await page.inputValue(`[name=${name}]`)).toBe(value)
  }
  expect(await page.inputValue('[name=status]')).toBe('draft')
  expect(await page.inputValue('[name=description]')).toBe('Line one\nLine two')
  await page.setInputFiles('[name=documents]', [opinion])
  await press(page, 'Create entry')
  await savedAs(page)
  expect(await titlesOnShow(page)).toHaveLength(1)
})

test('a docket number that is taken is told with the way to its entry; the type in use is offered', async () => {
  const page = await openAdmin('/admin/entries/new')
  await fillEntry(page, { number: '1', title: 'ANSWER to the complaint', type: 'Answer' })
  await press(page, 'Create entry')
  await page.locator('[data-form-errors]', { hasText: /taken|already/ }).waitFor()
  expect(await page.inputValue('[name=title]')).toBe('ANSWER to the complaint')
  await page.fill('[name=number]', '5')
  await press(page, 'Create entry')
  await savedAs(page)
  await page.goto(`${docket.url}/admin/entries/new`)
  const offered = await page
    .locator('#field-type-suggestions option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(offered).toEqual(['Answer'])
})

test('a draft is seen by nobody until it is published', async () => {
  const page = await openAdmin('/admin/entries/new', phone)
  await fillEntry(page, { number: '6', title: 'BRIEF in support' })
  await page.selectOption('[name=status]', 'draft')
  await press(page, 'Create entry')
  const id = await savedAs(page)
  await page.getByText('This entry is a draft').waitFor()
  expect(await publicStatus(`/entries/${id}`)).toBe(404)
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.selectOption('[name=status]', 'published')
  await press(page, 'Save changes')
  await savedAs(page, 'The changes to the entry were saved.')
  expect(await publicStatus(`/entries/${id}`)).toBe(200)
})

test('two administrators change one entry: the second is told, keeps the text, and overwrites knowingly', async () => {
  await addAdministrator(docket.folder, colleague.email, colleague.password)
  const first = await openAdmin('/admin/entries/1/edit')
  const second = await openSignedIn(
    browser,
    docket.url,
    '/admin/entries/1/edit',
    desktop,
    colleague,
  )
  await first.fill('[name=title]', 'MOTION to Stay, as the first has it')
  await press(first, 'Save changes')
  await savedAs(first, 'The changes to the entry were saved.')
  await second.fill('[name=title]', 'MOTION to Stay, as the second has it')
  await press(second, 'Save changes')
  await second.getByText(`${ADMIN_EMAIL} changed this entry`).waitFor()
  expect(await second.locator('[data-saved=title]').textContent()).toContain('as the first has it')
  expect(await second.inputValue('[name=title]')).toBe('MOTION to Stay, as the second has it')
  await press(second, 'Save mine over it')
  await savedAs(second, 'The changes to the entry were saved.')
  await first.goto(`${docket.url}/entries/1`)
  expect(await first.textContent('main')).toContain('as the second has it')
})

test('replacing a file keeps its link; a bad file is refused on the same page', async () => {
  const page = await openAdmin('/admin/entries/1')
  await page.getByRole('link', { name: 'Replace file of Proposed order' }).click()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const before = await (await fetch(`${docket.url}/api/documents/${id}/download`)).arrayBuffer()
  await page.setInputFiles('[name=file]', [notPdf])
  await press(page, 'Save changes')
  await page.locator('[data-form-errors]', { hasText: 'Exhibit C.pdf' }).waitFor()
  await page.setInputFiles('[name=file]', [opinion])
  await press(page, 'Save changes')
  await savedAs(page, 'The changes to the document were saved.')
  expect(await page.textContent('[data-document]:nth-child(2)')).toContain(basename(opinion))
  const after = await (await fetch(`${docket.url}/api/documents/${id}/download`)).arrayBuffer()
  expect(Buffer.from(after).equals(readFileSync(opinion))).toBe(true)
  expect(before.byteLength).not.toBe(after.byteLength)
})

test('documents are renamed, moved, deleted and restored on Show', async () => {
  const page = await openAdmin('/admin/entries/1', phone)
  const line = page.locator('[data-document]').nth(1)
  await line.getByLabel('Title').fill('Order as entered')
  await line.getByLabel('Title').press('Enter')
  await savedAs(page, 'The changes to the document were saved.')
  await page.getByRole('button', { name: 'Move Order as entered up' }).click()
  await expect
    .poll(() => titlesOnShow(page))
    .toEqual(['4 Order as entered', '0 Motion to stay the proceedings'])
  await page.getByRole('button', { name: 'Delete Order as entered' }).click()
  await savedAs(page, 'The document was deleted.')
  await page.getByText('Deleted documents (1)').click()
  await page.getByRole('button', { name: 'Restore Order as entered' }).click()
  await savedAs(page, 'The document was restored.')
  expect(await titlesOnShow(page)).toHaveLength(2)
  await page.setInputFiles('[name=documents]', [order])
  expect(await chosen(page, 0).getByLabel('Attachment').inputValue()).toBe('5')
  await press(page, 'Add documents')
  await savedAs(page, 'The documents were added.')
  expect(await titlesOnShow(page)).toHaveLength(3)
})

test('deleting asks first, hides the entry from everyone, and can be undone', async () => {
  const page = await openAdmin('/admin/entries/2')
  await page.getByRole('link', { name: 'Delete…' }).click()
  await page.getByRole('link', { name: 'Keep it' }).click()
  expect(await publicStatus('/entries/2')).toBe(200)
  await page.getByRole('link', { name: 'Delete…' }).click()
  await press(page, 'Delete this entry')
  await page.getByText('This entry was deleted at').waitFor()
  for (const path of ['/entries/2', '/api/docket-entries/2', '/ecf/2', '/documents/3']) {
    expect([path, await publicStatus(path)]).toEqual([path, 404])
  }
  await press(page, 'Restore')
  await savedAs(page, 'The entry was restored.')
  expect(await publicStatus('/entries/2')).toBe(200)
})

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('1,000 more entries: one page, filtered as one types and sorted (%s)', async (_, options) => {
  const docket_entries = Array.from({ length: 1000 }, (_, index) => ({
    document_number: String(1001 + index),
    date_filed: `2025-${String(1 + (index % 12)).padStart(2, '0')}-15`,
    description: `LETTER of party p${index}x about scheduling`,
  }))
  const file = join(docket.folder, 'thousand.json')
  writeFileSync(file, JSON.stringify({ case_name: 'Lindqvist v. Harbor', docket_entries }))
  await runDocket(['docket:import', file], { DATA_DIR: docket.folder })
  const page = await openAdmin('/admin/entries', options)
  const rows = page.locator('tbody tr')
  expect(await rows.count()).toBeGreaterThan(1000)
  await page.getByLabel('Find an entry').fill('LETTER p77x')
  await page.getByText(/^1 of 1,0\d\d shown$/).waitFor()
  await page.getByLabel('Find an entry').fill('')
  await page.getByText(/^1,0\d\d shown$/).waitFor()
  const numbers = async () => (await rows.locator('td:first-child').allTextContents()).slice(0, 3)
  await page.getByRole('columnheader', { name: 'No.' }).getByRole('button').click()
  expect((await numbers())[0]).toBe('1')
  await page.getByRole('columnheader', { name: 'No.' }).getByRole('button').click()
  expect(await numbers()).toEqual(['2000', '1999', '1998'])
})
