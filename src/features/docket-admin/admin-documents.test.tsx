import { expect, it } from 'vitest'
import { adminFrame } from '../../../test/support/admin-frame.ts'
import { documentRow, entryRow } from '../../../test/support/rows.ts'
import type { Document, Entry } from '../../platform/database/schema.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import { EntryDocumentRows } from './admin-documents.tsx'

const layout = { title: 'Motion', current: '/admin/entries', ...adminFrame }

const entry = { ...entryRow({ id: 7 }), deleted_at: null } as Entry

const noteOn = (text_pages: number) => {
  const document = documentRow({ id: 12, entry_id: 7, page_count: 4, text_pages }) as Document
  const rows = <EntryDocumentRows layout={layout} entry={entry} documents={[document]} />
  return /class="tag">([^<]*)</.exec(renderPage(rows))?.[1]
}

it.each([
  ['of a scan, that nobody finds it by its words', 0, 'Searchable text on 0 of 4 pages'],
  ['how many pages have words if it is partly a scan', 3, 'Searchable text on 3 of 4 pages'],
  ['nothing of one with words on every page', 4, undefined],
])('an administrator is told %s', (_, pages, note) => {
  expect(noteOn(pages)).toBe(note)
})
