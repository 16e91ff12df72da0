import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, sizes } from '../support/browser.ts'
import { NEW, typedIn } from '../support/entry-pages.ts'

const ROW =
  '03/23/2023\t14\tMOTION for Leave to Appear by SERB SA. (Attachments: # 1 Exhibit A (Part 1), # 2 Text of Proposed Order)(DOE, J) (Entered: 03/23/2023)'

const { openAdmin } = adminSite()

/** As if copied from the court's page. */
async function paste(page: Page, text: string) {
  await page.locator('[name=description]').focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

const reportOn = (page: Page) => page.locator('[data-docket-report]').textContent()

test.each(sizes)(
  'docket text pasted on $name fills what is empty, and says so',
  async ({ options }) => {
    const page = await openAdmin(NEW, options)
    await paste(page, ROW)
    expect(await typedIn(page, 'number')).toBe('14')
    expect(await typedIn(page, 'filed_on')).toBe('2023-03-23')
    expect(await typedIn(page, 'title')).toBe('MOTION for Leave to Appear')
    expect(await typedIn(page, 'type')).toBe('Motion')
    expect(await typedIn(page, 'filed_by')).toBe('SERB SA')
    expect(await typedIn(page, 'description')).toMatch(/^MOTION for Leave.*2023\)$/)
    const report = await reportOn(page)
    expect(report).toContain('docket number, filing date, title, type, and filer')
    expect(report).toContain('2 attachments: 1 Exhibit A (Part 1)')
    expect(await accessibilityProblems(page)).toEqual([])
  },
)

test('nothing that was typed is overwritten', async () => {
  const page = await openAdmin(NEW)
  await page.fill('[name=title]', 'My own title')
  await page.fill('[name=number]', '99')
  await paste(page, ROW)
  expect(await typedIn(page, 'title')).toBe('My own title')
  expect(await typedIn(page, 'number')).toBe('99')
})

test('pasting can be undone, other words are pasted as they are, and what is not understood is said', async () => {
  const page = await openAdmin(NEW)
  await paste(page, 'Motion practice is now closed')
  expect(await reportOn(page)).toContain('No filing date was found in the pasted text')
  await page.locator('[name=description]').fill('Before. ')
  await paste(page, ROW)
  await page.locator('[name=description]').focus()
  await page.keyboard.press('Control+z')
  expect(await typedIn(page, 'description')).toBe('Before. ')
  await paste(page, 'no docket line')
  expect(await typedIn(page, 'title')).toBe('MOTION for Leave to Appear')
})
