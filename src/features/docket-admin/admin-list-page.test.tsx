import { expect, it } from 'vitest'
import { adminFrame } from '../../../test/support/admin-frame.ts'
import { renderEntriesPage } from './admin-list-page.tsx'
import type { EntryListView } from './entry-list-rules.ts'
import type { AdminEntryRow } from './queries.ts'

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
    document_count: 3,
    open_findings: 0,
    is_unannounced: 0,
    notified_at: null,
    recipient_count: null,
    stopped_at: null,
    mode: null,
    ...change,
  }
}

async function piecesOf(entries: AdminEntryRow[], view?: EntryListView): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of renderEntriesPage({ layout, entries, view })) pieces.push(piece)
  return pieces
}

const render = async (...shown: Parameters<typeof piecesOf>) => (await piecesOf(...shown)).join('')

it('shows 10,000 entries on one page, to be filtered and sorted there', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  const pieces = await piecesOf(Array.from({ length: 10_000 }, (_, index) => entry(index + 1)))
  clearImmediate(turn)
  // Other requests run after every few hundred rows.
  expect(turns).toBeGreaterThan(20)
  for (const piece of pieces) expect(piece.split('<tr').length - 1).toBeLessThan(500)
  const html = pieces.join('')
  expect(html.match(/<tr/g)).toHaveLength(10_001)
  expect(html).toContain('data-filter-input="entries"')
  expect(html).toContain('data-filter-table="entries"')
  expect(html.match(/data-sort-column/g)).toHaveLength(8)
  expect(html).toContain('<a href="/admin/entries/10000">Motion 10000 &lt;b></a>')
})

it('shows which are drafts and which are deleted, and finds them by plain links', async () => {
  const deleted = entry(3, { status: 'draft', deleted_at: 5 })
  const entries = [entry(1), entry(2, { status: 'draft' }), deleted]
  const all = await render(entries)
  for (const words of ['All (3)', 'Published (1)', 'Draft (1)', 'Deleted (1)', '07/30/2026'])
    expect(all).toContain(words)
  expect(await render(entries, 'draft')).not.toContain('Motion 3')
  expect(await render(entries, 'deleted')).toContain('Motion 3')
  expect(await render([entry(1)], 'draft')).toContain('There are no entries with this status.')
})

it('says who was notified when, and finds those who were not and open findings', async () => {
  const notified_at = Date.UTC(2026, 10, 22, 17)
  const sent = { notified_at, recipient_count: 1412, mode: 'live' } as const
  const entries = [
    entry(1, sent),
    entry(2, { is_unannounced: 1 }),
    entry(3, { status: 'draft', open_findings: 2 }),
    entry(4, { ...sent, mode: 'test' }),
    entry(5, { ...sent, stopped_at: 5 }),
  ]
  const all = await render(entries)
  const cells = [...all.matchAll(/<td data-label="Notified"[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(all.split('<input type="checkbox" name="entry"')).toHaveLength(5)
  expect(all).toMatch(/<th[^>]*><span[^>]*>Select<\/span><input[^>]* data-select-all/)
  expect(cells).toEqual([
    '11/22/2026, 1,412 recipients',
    'Not yet',
    '–',
    '11/22/2026, test recipient only',
    '11/22/2026, 1,412 recipients, stopped',
  ])
  expect(all).toContain('New, not notified (1)')
  expect(all).toContain('Open findings (1)')
  expect(await render(entries, 'unannounced')).not.toContain('Motion 1 ')
  expect(await render(entries, 'findings')).toContain('Motion 3 ')
})

it('says what to do if there are no entries', async () => {
  expect(await render([])).toMatch(/The docket has no entries yet\..*href="\/admin\/settings"/s)
})
