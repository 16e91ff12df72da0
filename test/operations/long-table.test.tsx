import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AdminLayout } from '../../src/ui/layout/admin-layout.tsx'
import { renderPage } from '../../src/ui/layout/render.tsx'
import { type Column, LocalTableFilter, Table } from '../../src/ui/table.tsx'
import { type ClientFixture, startClientFixture } from '../support/client-fixture.ts'

const rowCount = 10_000
const columns: Column<number>[] = [
  { heading: 'No.', cell: (id) => String(id), sortBy: (id) => id, numeric: true },
  {
    heading: 'Title',
    cell: (id) => <a href={`/${id}`}>Motion {id}</a>,
    sortBy: (id) => `Motion ${id}`,
  },
  { heading: 'Type', cell: (id) => (id % 2 === 0 ? 'Order' : 'Notice') },
]

let fixture: ClientFixture
let page: Page

beforeAll(async () => {
  const rows = Array.from({ length: rowCount }, (_, index) => rowCount - index)
  fixture = await startClientFixture((path, publicUrl) => {
    if (path !== '/') return undefined
    const site = {
      ...{ caption: '', caseNumber: '', court: '', judge: '', description: '', contact: '' },
      ...{ timeZone: 'UTC', publicUrl },
    }
    const frame = { site, admin: { email: 'a@example.com' }, csrfToken: 't', mode: 'test' as const }
    return renderPage(
      <AdminLayout
        {...frame}
        assets={(name) => ({ href: `/${name}`, integrity: '' })}
        title="Entries"
        current="/admin/entries"
      >
        <LocalTableFilter table="entries" label="Filter" total={rowCount} />
        <Table name="entries" caption="Entries" {...{ columns, rows }} rowKey={(id) => id} />
      </AdminLayout>,
    )
  })
})

afterAll(() => fixture.close())

beforeEach(async () => {
  page = await fixture.open('/')
})

const firstRows = () =>
  page.locator('tbody tr').evaluateAll((rows) =>
    rows
      .filter((row) => !(row as HTMLElement).hidden)
      .slice(0, 3)
      .map((row) => row.children[0]?.textContent),
  )

test('ten thousand entries are filtered as one types, and the count is announced', async () => {
  await page.fill('[data-filter-input]', 'ORDER motion 999')
  await page.waitForSelector('[role=status]:text("5 of 10,000 shown")')
  expect(await firstRows()).toEqual(['9998', '9996', '9994'])
  await page.fill('[data-filter-input]', '')
  await page.waitForSelector('[role=status]:text("10,000 shown")')
})

test('ten thousand entries are sorted by any marked column, in both directions', async () => {
  await page.click('th >> text=No.')
  expect(await firstRows()).toEqual(['1', '2', '3'])
  expect(await page.getAttribute('th:has-text("No.")', 'aria-sort')).toBe('ascending')
  await page.click('th >> text=Title')
  await page.click('th >> text=Title')
  expect(await firstRows()).toEqual(['10000', '9999', '9998'])
  expect(await page.getAttribute('th:has-text("Title")', 'aria-sort')).toBe('descending')
  expect(await page.getAttribute('th:has-text("No.")', 'aria-sort')).toBeNull()
  expect(await page.locator('th:has-text("Type") button').count()).toBe(0)
})
