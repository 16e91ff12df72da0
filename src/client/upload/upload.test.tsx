import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClientFixture, startClientFixture } from '../../../test/support/client-fixture.ts'
import { CsrfField, Field, FormErrors } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { renderPage } from '../../ui/layout/render.tsx'
import { UploadField } from '../../ui/upload-field.tsx'

let fixture: ClientFixture
let page: Page

beforeAll(async () => {
  fixture = await startClientFixture((path, publicUrl) =>
    path === '/'
      ? formPage(publicUrl)
      : path === '/reading'
        ? formPage(publicUrl, '/read')
        : path === '/saved'
          ? '<p>saved</p>'
          : undefined,
  )
})

afterAll(() => fixture.close())

beforeEach(async () => {
  page = await fixture.open('/')
})

function formPage(publicUrl: string, reading?: string): string {
  const site = {
    ...{ caption: '', caseNumber: '', court: '', judge: '', description: '', contact: '' },
    ...{ timeZone: 'UTC', publicUrl },
  }
  const frame = {
    site,
    admin: { email: 'a@example.com' },
    csrfToken: 'token',
    mode: 'test' as const,
  }
  return renderPage(
    <AdminLayout
      {...frame}
      assets={(name) => ({ href: `/${name}`, integrity: '' })}
      title="New entry"
      current="/admin/entries"
    >
      <form class="form" method="post" action="/upload" data-upload-form data-read-files={reading}>
        <CsrfField token="token" />
        <FormErrors errors={{}} />
        <Field name="number" label="Docket number" />
        <Field name="filed_on" label="Filed" type="date" value="2026-11-22" />
        <Field name="title" label="Title" />
        <UploadField maxBytes={1000} />
        <div data-findings-reason hidden>
          <Field name="findings_reason" label="Publish it anyway, because" />
        </div>
        <button type="submit">Save</button>
      </form>
    </AdminLayout>,
  )
}

const pdf = (name: string, size = 10) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, name),
})

const choose = (...files: ReturnType<typeof pdf>[]) => page.setInputFiles('#field-documents', files)
const save = () => page.click('button[type=submit]:text("Save")')
const row = (index: number) => page.locator('[data-upload-file]').nth(index)

/** Number and title of each file, in order. */
function listed(): Promise<string[]> {
  return page
    .locator('[data-upload-file]')
    .evaluateAll((rows) =>
      rows.map((line) => [...line.querySelectorAll('input')].map(({ value }) => value).join(' ')),
    )
}

/** The parts of the request as `name=value` or `name:file`, in order. */
async function partsOf(request: IncomingMessage, body: Buffer): Promise<string[]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  return [...form].map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}:${value.name}`,
  )
}

test('files are collected from several choices, titled and numbered in order', async () => {
  await choose(pdf('045_Motion.pdf'), pdf('Exhibit A.pdf'))
  await choose(pdf('Exhibit B.pdf'))
  expect(await listed()).toEqual(['0 045 Motion', '1 Exhibit A', '2 Exhibit B'])
})

test('the number of the entry, typed before or after, tells which numbers in the names are its own', async () => {
  await choose(pdf('045-2_Exhibit_B.pdf'), pdf('045.pdf'))
  expect(await listed()).toEqual(['1 045-2 Exhibit B', '0 045'])
  await page.fill('#field-number', '45')
  await page.fill('#field-title', 'Motion to dismiss')
  expect(await listed()).toEqual(['2 Exhibit B', '0 Motion to dismiss'])
})

test('order changes by button and by dragging; a typed number stays with its file', async () => {
  await choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
  await row(2).getByRole('button', { name: 'Up' }).click()
  expect(await listed()).toEqual(['0 a', '1 c', '2 b'])
  await row(0).locator('[data-upload-number]').fill('7')
  await row(0).locator('[data-upload-title]').fill('Exhibit A')
  expect(await listed()).toEqual(['7 Exhibit A', '0 c', '8 b'])
  await row(2).locator('.upload-handle').dragTo(row(0))
  expect(await listed()).toEqual(['0 b', '7 Exhibit A', '8 c'])
  await row(0).getByRole('button', { name: 'Remove' }).click()
  expect(await listed()).toEqual(['7 Exhibit A', '0 c'])
})

test('dropped files are added; a file that is too large is told at once', async () => {
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(2000)], 'dropped.pdf'))
    return transfer
  })
  await page.dispatchEvent('[data-upload-drop]', 'drop', { dataTransfer })
  expect(await listed()).toEqual(['0 dropped'])
  expect(await row(0).textContent()).toContain('Larger than 1 KB.')
})

test('the request has the fields first, then titles and numbers, then the files', async () => {
  const requests: Promise<string[]>[] = []
  fixture.answers.set('/upload', (request, response, body) => {
    requests.push(partsOf(request, body))
    expect(request.headers.accept).toBe('application/json')
    response.writeHead(201).end('{"location":"/saved"}')
  })
  await page.fill('#field-title', 'A motion')
  await choose(pdf('a.pdf'), pdf('b.pdf'))
  await row(1).getByRole('button', { name: 'Up' }).click()
  await save()
  await page.waitForURL(`${fixture.address}/saved`)
  expect(await Promise.all(requests)).toEqual([
    [
      ...['_csrf=token', 'number=', 'filed_on=2026-11-22', 'title=A motion', 'findings_reason='],
      ...['document_title=b', 'document_attachment_number=0', 'document_is_counted='],
      ...['document_title=a', 'document_attachment_number=1', 'document_is_counted=1'],
      ...['documents:b.pdf', 'documents:a.pdf'],
    ],
  ])
})

const finding = {
  kind: 'identifier',
  sentence: 'Personal identifier on page 3: xxx-xx-1234',
  is_disclosure: true,
}
const answer = {
  ...{ number: '53', filed_on: '2026-07-02', title: 'MOTION TO DISMISS' },
  documents: [
    { name: 'scan1.pdf', title: '', attachment_number: 2, findings: [finding] },
    {
      name: 'scan2.pdf',
      title: 'EXHIBIT A',
      attachment_number: null,
      findings: [],
    },
  ],
}

test('chosen PDFs are read at once: empty fields are filled, findings shown, and a reason asked for', async () => {
  page = await fixture.open('/reading')
  const sent: Promise<string[]>[] = []
  fixture.answers.set('/read', (request, response, body) => {
    sent.push(partsOf(request, body))
    response.writeHead(200).end(JSON.stringify(answer))
  })
  await page.fill('#field-number', '99')
  expect(await page.isVisible('#field-findings_reason')).toBe(false)
  await choose(pdf('scan1.pdf'), pdf('scan2.pdf'), pdf('large.pdf', 2000))
  const report = page.locator('[data-read-report]')
  await expect
    .poll(() => report.textContent())
    .toContain('Filled in from the PDF: filing date and title.')
  expect(await report.textContent()).toContain('One finding, shown with the files.')
  expect(await Promise.all(sent)).toEqual([
    ['_csrf=token', 'documents:scan1.pdf', 'documents:scan2.pdf'],
  ])
  expect(await page.inputValue('#field-number')).toBe('99')
  expect(await page.inputValue('#field-filed_on')).toBe('2026-07-02')
  expect(await listed()).toEqual(['2 scan1', '0 EXHIBIT A', '3 large'])
  expect(await row(0).locator('[data-finding]').textContent()).toBe(finding.sentence)
  expect(await page.isVisible('#field-findings_reason')).toBe(true)
})

test('where they cannot be read, it is said and nothing else changes', async () => {
  page = await fixture.open('/reading')
  fixture.answers.set('/read', (_, response) => response.writeHead(500).end())
  await choose(pdf('a.pdf'))
  const report = page.locator('[data-read-report]')
  await expect.poll(() => report.textContent()).toContain('could not be read')
  expect(await listed()).toEqual(['0 a'])
})

test('what is refused is told beside field and file, and everything stays', async () => {
  fixture.answers.set('/upload', (_, response) => {
    const files = [{ name: 'bad.pdf', reason: 'This is not a PDF.' }]
    const errors = { title: ['That title is too long.'] }
    response.writeHead(422).end(JSON.stringify({ errors, files }))
  })
  await page.fill('#field-title', 'A motion')
  await choose(pdf('good.pdf'), pdf('bad.pdf'))
  await save()
  await page.waitForSelector('[data-form-errors]:visible:focus')
  expect(await page.textContent('[data-form-errors]')).toContain('bad.pdf: This is not a PDF.')
  expect(await page.textContent('#field-title-error')).toBe('That title is too long.')
  expect(await page.getAttribute('#field-title', 'aria-invalid')).toBe('true')
  expect(await row(1).textContent()).toContain('This is not a PDF.')
  expect(await row(0).textContent()).not.toContain('This is not a PDF.')
  expect(await page.inputValue('#field-title')).toBe('A motion')
  expect(await listed()).toEqual(['0 good', '1 bad'])
})

test('where good files were added although one was refused, only the refused one is left', async () => {
  fixture.answers.set('/upload', (_, response) => {
    const files = [{ name: 'bad.pdf', reason: 'This is not a PDF.' }]
    response.writeHead(422).end(JSON.stringify({ files, added: ['good.pdf'] }))
  })
  await choose(pdf('good.pdf'), pdf('bad.pdf'))
  await save()
  await page.waitForSelector('[data-form-errors]:visible')
  expect(await listed()).toEqual(['1 bad'])
  expect(await page.textContent('[data-upload-status]')).toBe('Added: good.pdf.')
})

test('an upload shows its progress, can be cancelled and sent again', async () => {
  let answers = 0
  fixture.answers.set('/upload', (_, response) => {
    answers += 1
    if (answers > 1) response.writeHead(201).end('{"location":"/saved"}')
  })
  await choose(pdf('a.pdf'))
  await save()
  await page.waitForSelector('[data-upload-status]:text("Uploaded. Checking the files")')
  expect(
    await row(0)
      .locator('progress')
      .evaluate((bar: HTMLProgressElement) => bar.value),
  ).toBe(1)
  await page.click('[data-upload-cancel]')
  await page.waitForSelector('[data-upload-status]:text("Canceled. Nothing was saved.")')
  expect(await listed()).toEqual(['0 a'])
  await save()
  await page.waitForURL(`${fixture.address}/saved`)
})

test('a lost connection is told, and nothing typed is lost', async () => {
  fixture.answers.set('/upload', (request) => request.socket.destroy())
  await choose(pdf('a.pdf'))
  await save()
  await page.waitForSelector('[data-form-errors]:visible')
  expect(await page.textContent('[data-form-errors]')).toContain('The connection was lost.')
  expect(await listed()).toEqual(['0 a'])
})
