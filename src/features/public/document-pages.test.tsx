import { expect, test } from 'vitest'
import { adminFrame, siteOf } from '../../../test/support/admin-frame.ts'
import { storedDocument, storedEntry } from '../../../test/support/rows.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import type { EntryView } from '../docket/entries/views.ts'
import { DocumentPage } from './document-pages.tsx'
import { DocumentTextPage } from './document-text.tsx'

const site = siteOf({ caption: 'Vance v. Harbor', caseNumber: '1:26-cv-00045' })
const layout = { site, assets: adminFrame.assets }

const document = (id: number, attachment_number: number, title: string) =>
  storedDocument({ id, attachment_number, title, page_count: 3 })

const exhibit = document(12, 2, 'Exhibit B')
const entry: EntryView = {
  ...storedEntry({ number: 45, title: 'Motion to Dismiss', type: 'Motion' }),
  documents: [document(11, 0, 'Motion'), exhibit],
}

const neighbors = {
  earlier: { id: 6, number: 44, title: 'Answer' },
  later: { id: 8, number: null, title: 'Minute Entry' },
}

const show = (page?: number) =>
  renderPage(<DocumentPage {...{ layout, entry, neighbors, page }} document={exhibit} />)
const page = show()

test('the page says what the document is and where it belongs', () => {
  expect(page).toContain('<title>No. 45-2: Exhibit B (PDF) – Vance v. Harbor</title>')
  expect(page).toContain('Attachment 2')
  expect(page).toContain('href="/entries/7"')
  expect(page).toContain('07/30/2026')
})

test('without JavaScript its links open and save the PDF, and nothing is requested automatically', () => {
  expect(page).toMatch(/href="\/api\/documents\/12\/download" target="_blank" rel="noopener"/)
  expect(page).toContain('href="/api/documents/12/download?disposition=attachment"')
  expect(page).not.toMatch(/<(iframe|embed|object)|rel="prefetch"|rel="preload" (?!as="font")/)
})

test('Copy Link carries the public address, with the page if one was opened, and waits for the script', () => {
  expect(page).toMatch(
    /data-copy-link="https:\/\/docket.example.com\/documents\/12"[^>]*data-needs-script/,
  )
  expect(show(2)).toContain('data-copy-link="https://docket.example.com/documents/12?page=2"')
})

test('leads through the documents of the entry, then on to the entries beside it', () => {
  const steps = /<nav class="neighbors".*?<\/nav>/s.exec(page)?.[0] ?? ''
  expect(steps).toMatch(/href="\/documents\/11" rel="prev".*Previous document.*No. 45: Motion/s)
  expect(steps).toMatch(/href="\/entries\/8" rel="next".*Next entry.*Minute Entry/s)
})

test('among the documents of the entry, the present one is marked', () => {
  expect(page).toMatch(
    /"document-title" href="\/documents\/11".*"\/documents\/12" aria-current="page"/s,
  )
})

test('the text of a document has its tables as tables', () => {
  const html = renderPage(
    <DocumentTextPage
      {...{ layout, entry, document: exhibit, recognized: new Set() }}
      {...{ texts: new Map([[1, 'Review\t$1,000\nCall\t$120']]), first: 1, last: 1, isCut: false }}
    />,
  )
  const rows = '<tr><td>Review</td><td>$1,000</td></tr><tr><td>Call</td><td>$120</td></tr>'
  expect(html).toContain(rows)
})
