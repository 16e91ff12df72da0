import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CsrfField, Field, FormErrors } from '../../src/ui/form.tsx'
import { AdminLayout } from '../../src/ui/layout/admin-layout.tsx'
import { renderPage } from '../../src/ui/layout/render.tsx'
import { UploadField } from '../../src/ui/upload-field.tsx'
import { adminFrame, siteOf } from '../support/admin-frame.ts'
import { type ClientFixture, startClientFixture } from '../support/client-fixture.ts'

const opened = {} as { fixture: ClientFixture; page: Page }
beforeAll(async () => {
  opened.fixture = await startClientFixture((path, publicUrl) =>
    path === '/' ? formPage(publicUrl) : path === '/saved' ? '<p>saved</p>' : undefined,
  )
})
afterAll(() => opened.fixture.close())
beforeEach(async () => {
  opened.page = await opened.fixture.open('/')
})

const choose = (...files: ReturnType<typeof pdf>[]) =>
  opened.page.setInputFiles('#field-documents', files)
const save = () => opened.page.click('button[type=submit]:text("Save")')
const row = (index: number) => opened.page.locator('[data-upload-file]').nth(index)
const listed = (): Promise<string[]> =>
  opened.page
    .locator('[data-upload-file]')
    .evaluateAll((rows) => rows.map((line) => line.getAttribute('data-upload-file') ?? ''))

function formPage(publicUrl: string): string {
  return renderPage(
    <AdminLayout
      {...adminFrame}
      site={siteOf({ publicUrl })}
      assets={(name) => ({ href: `/${name}`, integrity: '' })}
      title="New entry"
      current="/admin/entries"
    >
      <form class="form" method="post" action="/upload" data-upload-form>
        <CsrfField token="token" />
        <FormErrors errors={{}} />
        <Field name="title" label="Title" />
        <UploadField maxBytes={1000} />
        <div data-findings-reason hidden>
          <Field name="findings_reason" label="Publish it anyway, because" />
        </div>
        <button type="submit" name="status" value="draft">
          Save
        </button>
      </form>
    </AdminLayout>,
  )
}

const pdf = (name: string, size = 10) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, name),
})

/** The parts of the request as `name=value` or `name:file`, in order. */
async function partsOf(request: IncomingMessage, body: Buffer): Promise<string[]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  return [...form].map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}:${value.name}`,
  )
}

test('files are collected from several choices and drops; the request has the fields first', async () => {
  const requests: Promise<string[]>[] = []
  opened.fixture.answers.set('/upload', (request, response, body) => {
    requests.push(partsOf(request, body))
    expect(request.headers.accept).toBe('application/json')
    response.writeHead(201).end('{"location":"/saved"}')
  })
  await opened.page.fill('#field-title', 'A motion')
  await choose(pdf('a.pdf'), pdf('b.pdf'))
  await choose(pdf('c.pdf'))
  const dataTransfer = await opened.page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(2000)], 'dropped.pdf'))
    return transfer
  })
  await opened.page.dispatchEvent('h1', 'drop', { dataTransfer })
  await row(3).getByText('Larger than 1 KB.').waitFor()
  await row(1).getByRole('button', { name: 'Remove' }).click()
  await opened.page.getByText('3 files').waitFor()
  await save()
  await opened.page.waitForURL(`${opened.fixture.address}/saved`)
  expect(await Promise.all(requests)).toEqual([
    [
      ...['_csrf=token', 'title=A motion', 'findings_reason=', 'status=draft'],
      ...['documents:a.pdf', 'documents:c.pdf', 'documents:dropped.pdf'],
    ],
  ])
})

test('reasons for refusal are beside field and file, and everything stays', async () => {
  opened.fixture.answers.set('/upload', (_, response) => {
    const files = [{ name: 'bad.pdf', reason: 'This is not a PDF.' }]
    const errors = { title: ['That title is too long.'] }
    response.writeHead(422).end(JSON.stringify({ errors, files }))
  })
  await opened.page.fill('#field-title', 'A motion')
  await choose(pdf('good.pdf'), pdf('bad.pdf'))
  await save()
  await opened.page.waitForSelector('[data-form-errors]:visible:focus')
  expect(await opened.page.textContent('[data-form-errors]')).toContain(
    'bad.pdf: This is not a PDF.',
  )
  expect(await opened.page.textContent('#field-title-error')).toBe('That title is too long.')
  expect(await opened.page.getAttribute('#field-title', 'aria-invalid')).toBe('true')
  expect(await row(1).textContent()).toContain('This is not a PDF.')
  expect(await row(0).textContent()).not.toContain('This is not a PDF.')
  expect(await opened.page.inputValue('#field-title')).toBe('A motion')
  expect(await listed()).toEqual(['good.pdf', 'bad.pdf'])
})

test('where good files were added, only the refused one is left, and a reason is asked for', async () => {
  expect(await opened.page.isVisible('#field-findings_reason')).toBe(false)
  opened.fixture.answers.set('/upload', (_, response) => {
    const files = [
      { name: 'bad.pdf', reason: 'Redaction may have failed on page 1.', isHeld: true },
    ]
    response.writeHead(422).end(JSON.stringify({ files, added: ['good.pdf'] }))
  })
  await choose(pdf('good.pdf'), pdf('bad.pdf'))
  await save()
  await opened.page.waitForSelector('[data-form-errors]:visible')
  expect(await listed()).toEqual(['bad.pdf'])
  expect(await opened.page.textContent('[data-upload-status]')).toBe('Added: good.pdf.')
  expect(await opened.page.isVisible('#field-findings_reason')).toBe(true)
})

test('an upload shows its progress, can be cancelled and sent again', async () => {
  let answers = 0
  opened.fixture.answers.set('/upload', (_, response) => {
    answers += 1
    if (answers > 1) response.writeHead(201).end('{"location":"/saved"}')
  })
  await choose(pdf('a.pdf'))
  expect(await row(0).locator('progress').isVisible()).toBe(false)
  await save()
  await opened.page.waitForSelector('[data-upload-status]:text("Uploaded. Checking the files")')
  expect(await row(0).locator('progress').isVisible()).toBe(true)
  expect(
    await row(0)
      .locator('progress')
      .evaluate((bar: HTMLProgressElement) => bar.value),
  ).toBe(1)
  await opened.page.click('[data-upload-cancel]')
  await opened.page.waitForSelector('[data-upload-status]:text("Canceled. Nothing was saved.")')
  expect(await listed()).toEqual(['a.pdf'])
  await save()
  await opened.page.waitForURL(`${opened.fixture.address}/saved`)
})

test('a lost connection is reported, and nothing typed is lost', async () => {
  opened.fixture.answers.set('/upload', (request) => request.socket.destroy())
  await choose(pdf('a.pdf'))
  await save()
  await opened.page.waitForSelector('[data-form-errors]:visible')
  expect(await opened.page.textContent('[data-form-errors]')).toContain('The connection was lost.')
  expect(await listed()).toEqual(['a.pdf'])
})
