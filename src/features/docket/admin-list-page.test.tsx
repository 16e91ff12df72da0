import { expect, it } from 'vitest'
import { adminFrame } from '../../../test/support/admin-frame.ts'
import { renderPage } from '../../ui/render.tsx'
import { EntriesPage } from './admin-list-page.tsx'
import type { AdminEntryRow } from './admin-queries.ts'

const layout = { title: 'Entries', current: '/admin/entries', ...adminFrame }

function entry(id: number, change: Partial<AdminEntryRow> = {}): AdminEntryRow {
  return {
    id,
    number: id,
    filed_on: '2026-07-30',
    title: `Motion ${id} <b>`,
    type: 'Motion',
    filed_by: 'Defendant',
    status: 'published',
    deleted_at: null,
    scanned_count: 0,
    document_count: 3,
    ...change,
  }
}

const render = (entries: AdminEntryRow[], state?: 'draft' | 'deleted') =>
  renderPage(<EntriesPage {...{ layout, entries, state }} />)

it('shows 10,000 entries on one page, to be filtered and sorted there', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => entry(index + 1))
  const html = render(entries)
  expect(html.match(/<tr/g)).toHaveLength(10_001)
  expect(html).toContain('data-filter-input="entries"')
  expect(html).toContain('data-filter-table="entries"')
  expect(html.match(/data-sort-column/g)).toHaveLength(7)
  expect(html).toContain('<a href="/admin/entries/10000">Motion 10000 &lt;b></a>')
})

it('shows which are drafts and which are deleted, and finds them by plain links', () => {
  const entries = [
    entry(1),
    entry(2, { status: 'draft' }),
    entry(3, { status: 'draft', deleted_at: 5 }),
  ]
  const all = render(entries)
  for (const words of ['All (3)', 'Published (1)', 'Draft (1)', 'Deleted (1)', '07/30/2026']) {
    expect(all).toContain(words)
  }
  expect(render(entries, 'draft')).not.toContain('Motion 3')
  expect(render(entries, 'deleted')).toContain('Motion 3')
  expect(render([entry(1)], 'draft')).toContain('Show all entries')
})

it('says how many documents of an entry are scans, which nobody finds by their words', () => {
  const count = (row: Partial<AdminEntryRow>) =>
    /<td[^>]*>(3[^<]*)<\/td>/.exec(render([entry(7, { number: 45, ...row })]))?.[1]
  expect(count({ scanned_count: 0 })).toBe('3')
  expect(count({ scanned_count: 2 })).toBe('3 (2 scanned)')
  expect(count({ scanned_count: 3 })).toBe('3 (scanned)')
})

it('tells what to do where there is none', () => {
  expect(render([])).toContain('The docket has no entries yet.')
  expect(render([])).toContain('href="/admin/settings"')
})
