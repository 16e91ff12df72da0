import { expect, test } from 'vitest'
import { adminFrame, siteOf } from '../../../test/support/admin-frame.ts'
import { storedDocument, storedEntry } from '../../../test/support/rows.ts'
import { shownText } from '../../../test/support/shown-text.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import type { EventRow } from '../calendar/queries.ts'
import type { DocketFilters, EntryView } from '../docket/entries/views.ts'
import { EntryPage } from './entry-pages.tsx'
import { HomePage } from './pages.tsx'

const layout = {
  assets: adminFrame.assets,
  site: siteOf({
    ...{ caption: 'Vance v. Harbor Freight Co.', caseNumber: '1:26-cv-00045' },
    ...{ court: 'District Court', judge: 'Hon. Ada Quill', contact: 'clerk@example.com' },
  }),
}

const exhibit = storedDocument({ attachment_number: 2, title: 'Exhibit B' })
const motion: EntryView = {
  ...storedEntry({ number: 45, title: 'Motion to Dismiss', type: 'Motion' }),
  description: 'MOTION to dismiss for want of jurisdiction.',
  filed_by: 'Harbor Freight Co.',
  documents: [{ ...exhibit, page_count: 12, byte_size: 287_226 }],
}
const minute = { ...motion, id: 8, number: null, title: 'Minute order', documents: [] }
const neighbors = { earlier: undefined, later: undefined }

const none = { q: '', type: '', filer: '', from: '', to: '' }
const filters: DocketFilters = { ...none, order: 'newest', page: 1 }

function home(overrides: Partial<Parameters<typeof HomePage>[0]> = {}) {
  return renderPage(
    <HomePage
      {...{ layout, filters, shownFilters: overrides.filters ?? filters, total: 2, pageCount: 1 }}
      {...{ entries: [motion, minute], choices: { types: ['Motion'], filers: [] } }}
      {...overrides}
    />,
  )
}

test('the home page carries the case and, for each entry, what a reader of dockets looks for', () => {
  const text = shownText(home())
  const expected = ['1:26-cv-00045', 'Hon. Ada Quill', '45', '07/30/2026', 'Motion to Dismiss']
  for (const part of [...expected, 'Filed by Harbor Freight Co.', '12 pages, 287 KB'])
    expect(text).toContain(part)
})

test('nothing needs an inline script or style (PROMISES.md 9)', () => {
  expect(home()).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
})

test('a document is a plain link to its page and carries what the viewer needs', () => {
  const link = /<a[^>]*data-view-document="12"[^>]*>/.exec(home())?.[0]
  expect(link).toContain('href="/documents/12"')
  expect(link).toContain('data-download-url="/api/documents/12/download"')
  expect(link).toContain('data-link="https://docket.example.com/documents/12"')
  expect(home()).toContain('href="/api/documents/12/download?disposition=attachment"')
})

test('an entry without a document is text-only if it has no number; otherwise its PDF is elsewhere', () => {
  expect(home({ entries: [minute] })).toContain('Text-only entry')
  const missing = home({ entries: [{ ...motion, documents: [] }] })
  expect(missing).toContain('Document not available here')
  expect(missing).not.toContain('Text-only')
  expect(home({ entries: [motion] })).not.toContain('Text-only entry')
  const text = { ...motion, documents: [], description: 'TEXT ORDER: the conference is adjourned.' }
  expect(home({ entries: [text] })).toContain('Text-only entry')
})

test('a long text shows its beginning and folds the rest', () => {
  const description = 'The court orders as follows. '.repeat(40).trim()
  const html = home({ entries: [{ ...motion, description }] })
  expect(html).toContain('<summary>Show full text</summary>')
  const shown = shownText(html.replace(/ ?…|<summary>.*?<\/summary>/g, ''))
  expect(shown.replace(/\s/g, '')).toContain(description.replace(/\s/g, ''))
  expect(home()).not.toContain('Show full text')
})

test('a text that only repeats the title is not shown twice', () => {
  const html = home({ entries: [{ ...motion, description: ' Motion to Dismiss ' }] })
  expect(html.match(/Motion to Dismiss/g)).toHaveLength(1)
})

test('the numbers of related entries in the text are links', () => {
  const related = { id: 3, entry_id: 7, number: 12, filed_on: '2026-01-02', title: 'Complaint' }
  const relations = [{ ...related, kind: 'refers_to', label: 'Refers to' } as const]
  const details = { relations, events: [], corrections: [] }
  const html = home({ entries: [{ ...motion, description: 'See ECF No. 12.', details }] })
  expect(html).toContain('. See ECF No. <a href="/entries/3">12</a>.')
})

test('the filters are open if one is in use, and folded if not', () => {
  const isOpen = (changes: Partial<DocketFilters>) =>
    home({ filters: { ...filters, ...changes } }).includes('<details class="filter-narrow" open')
  expect([isOpen({}), isOpen({ q: 'zebra', order: 'relevance' })]).toEqual([false, false])
  expect([isOpen({ type: 'Motion' }), isOpen({ to: '2026-03-01' })]).toEqual([true, true])
  expect(isOpen({ q: 'zebra', order: 'oldest' })).toBe(true)
})

test('what is due is beside its date', () => {
  const deadline = {
    ...{ id: 1, entry_id: 7, kind: 'deadline', held_on: '2026-12-04', held_at: null, place: '' },
    ...{ note: 'supplemental briefs', entry_number: 45, entry_title: 'Order' },
  } as unknown as EventRow
  const details = { relations: [], events: [deadline], corrections: [] }
  const text = shownText(home({ entries: [{ ...motion, details }] }))
  expect(text).toMatch(/Deadline\s+12\/04\/2026 : supplemental briefs/)
})

test('paging keeps the filters, and what was searched stays in the form', () => {
  const html = home({ filters: { ...filters, q: 'a & b', order: 'oldest' }, pageCount: 3 })
  expect(html).toContain('rel="next" href="/?q=a+%26+b&amp;order=oldest&amp;page=2"')
  expect(html).toContain('name="q" value="a &amp; b"')
})

test('an empty docket and a search without results say different things', () => {
  const none = { entries: [], total: 0 }
  expect(home(none)).toContain('Nothing has been filed yet.')
  const page = home({ ...none, filters: { ...filters, q: 'zebra' } })
  expect(page).toContain('No entry matches “zebra”.')
  const reversed = home({ ...none, filters: { ...filters, from: '2026-03-02', to: '2026-03-01' } })
  expect(reversed).toContain('“From” is after “To”.')
  expect(reversed).not.toContain('No entry matches')
})

test('a refused address is back in the field with the reason', () => {
  const html = home({ subscribe: { state: 'invalid_email', email: 'ada@', detail: 'No host.' } })
  expect(html).toMatch(/name="email"[^>]*value="ada@"/)
  expect(html).toContain('No host.')
})

test('an entry’s page offers all of its documents as one file, and its link below the title', () => {
  const [exhibit] = motion.documents
  const documents = [13, 12].map((id) => ({ ...exhibit, id })) as EntryView['documents']
  const entry = { ...motion, documents }
  const html = renderPage(<EntryPage layout={layout} entry={entry} neighbors={neighbors} />)
  expect(html).toContain('href="/documents.zip?document=13&amp;document=12"')
  expect(shownText(html)).toContain('All 2 (ZIP)')
  expect(html.indexOf('Copy citation')).toBeLessThan(html.indexOf('class="entry-text"'))
})

test('the entry page shows the whole text and its own address', () => {
  const description = 'word '.repeat(400).trim()
  const beside = { ...neighbors, earlier: { id: 6, number: 5, title: 'Complaint' } }
  const entry = { ...motion, description }
  const html = renderPage(<EntryPage layout={layout} entry={entry} neighbors={beside} />)
  const link = '<a href="/entries/6" rel="prev"><span class="neighbor-label">Previous entry'
  expect(html).toContain(link)
  expect(html).not.toContain('rel="next"')
  expect(html).toContain(description)
  expect(html).toContain('<link rel="canonical" href="https://docket.example.com/entries/7"')
  expect(html).toContain('data-copy-link="https://docket.example.com/entries/7"')
})
