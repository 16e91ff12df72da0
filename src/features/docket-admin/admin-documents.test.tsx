import { expect, it } from 'vitest'
import { adminFrame } from '../../../test/support/admin-frame.ts'
import { entryFields } from '../../../test/support/rows.ts'
import type { Document, Entry } from '../../platform/database/schema.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import { EntryDocumentRows } from './admin-documents.tsx'

const layout = { title: 'Motion', current: '/admin/entries', ...adminFrame }

const entry: Entry = {
  ...entryFields({ number: 45, title: 'Motion', type: 'Motion' }),
  id: 7,
  after_number: 0,
  source_key: null,
  version: 1,
  created_at: 1,
  updated_at: 1,
  deleted_at: null,
  published_at: 1,
}

const document: Document = {
  id: 12,
  entry_id: 7,
  attachment_number: 0,
  title: 'Motion',
  position: 1,
  file_name: 'motion.pdf',
  storage_key: 'k',
  sha256: 's',
  byte_size: 1,
  page_count: 4,
  created_at: 1,
  updated_at: 1,
  deleted_at: null,
  pinned_at: null,
  text_pages: 4,
}

const noteOn = (text_pages: number) =>
  /class="tag">([^<]*)</.exec(
    renderPage(
      <EntryDocumentRows layout={layout} entry={entry} documents={[{ ...document, text_pages }]} />,
    ),
  )?.[1]

it.each([
  ['of a scan, that nobody finds it by its words', 0, 'No searchable text (scanned)'],
  ['how many pages have words if it is partly a scan', 3, 'Searchable text on 3 of 4 pages'],
  ['nothing of one with words on every page', 4, undefined],
])('an administrator is told %s', (_, pages, note) => {
  expect(noteOn(pages)).toBe(note)
})
