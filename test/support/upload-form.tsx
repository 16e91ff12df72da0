import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { CsrfField, Field, FormErrors } from '../../src/ui/form.tsx'
import { AdminLayout } from '../../src/ui/layout/admin-layout.tsx'
import { renderPage } from '../../src/ui/layout/render.tsx'
import { UploadField } from '../../src/ui/upload-field.tsx'
import { type ClientFixture, startClientFixture } from './client-fixture.ts'

/** A form with an upload field, opened for each test. */
export function uploadForm() {
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
  return {
    opened,
    choose: (...files: ReturnType<typeof pdf>[]) =>
      opened.page.setInputFiles('#field-documents', files),
    save: () => opened.page.click('button[type=submit]:text("Save")'),
    row: (index: number) => opened.page.locator('[data-upload-file]').nth(index),
    listed: (): Promise<string[]> =>
      opened.page
        .locator('[data-upload-file]')
        .evaluateAll((rows) => rows.map((line) => line.getAttribute('data-upload-file') ?? '')),
  }
}

function formPage(publicUrl: string): string {
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

export const pdf = (name: string, size = 10) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, name),
})

/** The parts of the request as `name=value` or `name:file`, in order. */
export async function partsOf(request: IncomingMessage, body: Buffer): Promise<string[]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  return [...form].map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}:${value.name}`,
  )
}
