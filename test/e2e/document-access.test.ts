import { expect, test } from 'vitest'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { desktop } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { addAccesses } from '../support/expected-figures.ts'
import { newDataFolder } from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const PAGE = '/admin/document-access'

const at = (time: string) => Date.parse(`${time}:00Z`)

/** Of two documents, in the last days without visitors' addresses and the first with them. */
const downloads = [
  { accessed_at: at('2024-07-28T16') },
  { accessed_at: at('2024-07-29T16') },
  { accessed_at: at('2024-07-29T17'), document_id: 2 },
  { accessed_at: at('2024-07-30T16'), client_ip: '192.0.2.1' },
  { accessed_at: at('2024-07-30T17'), client_ip: '192.0.2.1', document_id: 2 },
  { accessed_at: at('2024-08-01T16'), client_ip: '192.0.2.2' },
  { accessed_at: at('2024-08-01T17'), client_ip: '192.0.2.3', is_robot: 1 },
]

const { site, openAdmin: open } = adminSite(async () => {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, [5000, 5000])
  const docket = await startWithAdministrator({}, folder)
  await inDatabaseOf(folder, (db) => addAccesses(db, downloads))
  return docket
})

const areShown = (elements: Element[]) =>
  elements.length === 2 && elements.every((element) => element.checkVisibility())

test('days without IPs look different, not only in color; on paper are the chart and how it is counted, and no buttons', async () => {
  const page = await open(`${PAGE}?from=2024-07-27&to=2024-08-02`)
  const hatched = page.locator('.chart-bar .chart-hatched')
  expect(await hatched.count()).toBe(2)
  expect(await hatched.first().getAttribute('fill')).toBe('url(#chart-hatching)')
  expect(await page.locator('.chart-bar .chart-plain').count()).toBe(2)
  expect(await page.locator('.chart-bar').count()).toBe(7)
  const legend = await page.locator('.chart-legend li').allTextContents()
  expect(legend).toEqual(['downloads', 'downloads (visitor IPs not recorded)'])

  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['.admin-nav', '.access-range-form', '.access-choice', '.page-actions']) {
    expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false])
  }
  const paper = (await page.locator('main').textContent()) ?? ''
  for (const words of ['07/27/2024 to 08/02/2024', 'Eastern Time', 'As of ', 'bots included'])
    expect(paper).toContain(words)
  expect(await page.locator('.counting-note, .chart-bars').evaluateAll(areShown)).toBe(true)
})

test('without JavaScript everything is there: ranges, views, robots, the chart’s text', async () => {
  const page = await open('/admin/entries/1', { ...desktop, javaScriptEnabled: false })
  const link = page.getByRole('link', { name: /^Downloads of/ })
  await link.first().click()
  await page.getByRole('heading', { name: /^No\. 1: / }).waitFor()
  await page.goto(site.docket.url + PAGE)
  await page.getByLabel('First day').fill('2024-07-27')
  await page.getByLabel('Last day').fill('2024-08-02')
  await page.getByRole('button', { name: 'Show' }).click()
  const downloads = page.locator('[data-figure=downloads]')
  expect(await downloads.textContent()).toBe('7')
  expect(await page.locator('svg[role=img]').getAttribute('aria-label')).toContain('07/27/2024')
  expect(await page.locator('.chart-bar title').nth(3).textContent()).toBe(
    '07/30/2024: 2 downloads, 1 unique visitor',
  )
  expect(await page.locator('tbody tr').count()).toBe(7)
  await page.getByRole('link', { name: /^Bots excluded/ }).click()
  expect(await downloads.textContent()).toBe('6')
  await page.getByRole('link', { name: 'By document' }).click()
  expect(await page.locator('tbody td:nth-child(3)').allTextContents()).toEqual(['4', '2'])
  await page.getByRole('link', { name: 'All', exact: true }).click()
  const { search } = new URL(page.url())
  expect(search).toMatch(/^\?from=2024-07-28&to=.*&view=document&robots=exclude$/)
})

test('a download that has just ended is on the page and on the dashboard', async () => {
  const page = await open('/admin')
  const figure = (name: string) => page.locator(`[data-figure=${name}]`)
  const before = Number(await figure('downloads-60-days').textContent())
  const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
  const answer = await fetch(`${site.docket.url}/api/documents/2/download`, { headers })
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  await page.reload()
  expect(await figure('downloads-60-days').textContent()).toBe(String(before + 1))
  await page.getByRole('link', { name: 'downloads in the last 60 days' }).click()
  await page.getByRole('heading', { name: 'All documents' }).waitFor()
  expect(await figure('downloads').textContent()).toBe(String(before + 1))
})
