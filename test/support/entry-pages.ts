import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const pdfs = 'test/fixtures/pdfs'
export const order = join(pdfs, 'order.pdf')
export const opinion = join(pdfs, 'opinion.pdf')
export const notPdf = {
  name: 'Exhibit C.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '<!doctype html><title>Exhibit C</title><p>A page, saved under a wrong name.',
  ),
}

/* Actions and checks on the entry pages. */

export const NEW = '/admin/entries/new'

export const typedIn = (page: Page, name: string) =>
  page.locator(`main [name=${name}]`).inputValue()

export const pick = (page: Page, ...names: string[]) =>
  page.setInputFiles(
    '[name=documents]',
    names.map((name) => ({ name, mimeType: 'application/pdf', buffer: readFileSync(order) })),
  )

/** The first visible button; on a phone there are hidden ones, too, and a field for files has the role as well. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .locator('button')
    .filter({ visible: true })
    .and(page.getByRole('button', { name, exact: true }))
    .first()
    .click()

/** A file chosen in the form, counted from 0. */
export const chosen = (page: Page, index: number) => page.locator('[data-upload-file]').nth(index)

/** Attachment number and title of each document on the Show page. */
export const titlesOnShow = (page: Page) =>
  page.locator('[data-document]').evaluateAll((lines) =>
    lines.map((line) => {
      const fields = [...line.querySelectorAll<HTMLInputElement>('input.control')]
      return fields.map(({ value }) => value).join(' ')
    }),
  )

export async function fillEntry(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
}

/** The entry's ID, once its Show page is open. */
export async function savedAs(page: Page, message = 'The entry was created.'): Promise<number> {
  await page.getByText(message).waitFor()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}
