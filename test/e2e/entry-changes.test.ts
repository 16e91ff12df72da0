import { expect, test } from 'vitest'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { phone, sizes } from '../support/browser.ts'
import { press, savedAs, titlesOnShow } from '../support/entry-pages.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder } from '../support/run-docket.ts'

/** With two entries of two documents each, and 300 more entries. */
const { openAdmin } = adminSite(async () => {
  const folder = newDataFolder()
  copyPdfs(folder, 'motion', '1', '2')
  copyPdfs(folder, 'order', '1-4', '2-4')
  const motion = (number: number) => `${number} 2026-07-30 Motion to stay the proceedings`
  const letters = Array.from({ length: 300 }, (_, at) => {
    const month = String(1 + (at % 12)).padStart(2, '0')
    return `${1001 + at} 2027-${month}-15 LETTER of party p${at}x about scheduling`
  })
  const motions = [motion(1), '1-4 Proposed order', motion(2), '2-4 Proposed order']
  await importRecap(folder, [...motions, ...letters])
  return startWithAdministrator({}, folder)
})

test('documents are moved and corrected on Show with one Save', async () => {
  const page = await openAdmin('/admin/entries/1', phone)
  await page.locator('[data-document]').nth(1).getByLabel('Title').fill('Order as entered')
  await page.getByRole('button', { name: 'Move Proposed order up' }).click()
  const down = page.getByRole('button', { name: 'Move Proposed order down' })
  expect(await down.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.locator('[data-document]').first().getByLabel('Number').fill('0')
  await press(page, 'Save documents')
  await savedAs(page, 'The changes to the documents were saved.')
  const both = ['0 Order as entered', '4 Motion to stay the proceedings']
  expect(await titlesOnShow(page)).toEqual(both)
})

test.each(sizes)(
  'one page of 300 entries, filtered as one types, selected, and sorted ($name)',
  async ({ options }) => {
    const page = await openAdmin('/admin/entries', options)
    const rows = page.locator('tbody tr')
    const selected = () => page.locator('tbody input[name=entry]:checked').count()
    expect(await rows.count()).toBe(302)
    await page.getByLabel('Find an entry').fill('LETTER p77x')
    await page.getByText('1 of 302 shown', { exact: true }).waitFor()
    await page.getByLabel('Select all shown').check()
    expect(await selected()).toBe(1)
    await page.getByLabel('Select all shown').uncheck()
    expect(await selected()).toBe(0)
    await page.getByLabel('Find an entry').fill('')
    await page.getByText('302 shown', { exact: true }).waitFor()
    const numbers = async () =>
      (await rows.locator('td:nth-child(2)').allTextContents()).slice(0, 3)
    const heading = page.getByRole('columnheader', { name: 'No.' })
    await heading.getByRole('button').click()
    expect((await numbers())[0]).toBe('1')
    expect(await heading.getAttribute('aria-sort')).toBe('ascending')
    await heading.getByRole('button').click()
    expect(await numbers()).toEqual(['1300', '1299', '1298'])
  },
)
