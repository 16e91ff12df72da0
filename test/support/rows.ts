import type { EntryFields } from '../../src/features/docket/entries/entry-fields.ts'
import type { SentDocument } from '../../src/features/downloads/download-rules.ts'
import type { Document, Entry, NewDocument, NewEntry } from '../../src/platform/database/schema.ts'

/* Default rows for the database and the actions; a test sets what matters to it. */

const FIELDS: EntryFields = {
  number: null,
  filed_on: '2026-07-30',
  title: 'Order',
  description: '',
  type: '',
  filed_by: '',
  status: 'published',
}

export const entryFields = (fields: Partial<EntryFields> = {}) => ({ ...FIELDS, ...fields })

const NEW_ENTRY = { ...FIELDS, version: 1, created_at: 1, updated_at: 1 }

export const entryRow = (fields: Partial<NewEntry> = {}): NewEntry => ({ ...NEW_ENTRY, ...fields })

export const documentRow = (fields: Partial<NewDocument> & { entry_id: number }): NewDocument => ({
  attachment_number: 0,
  title: 'Order',
  position: 1,
  file_name: 'order.pdf',
  storage_key: 'key',
  sha256: 'hash',
  byte_size: 1,
  page_count: 1,
  text_pages: 1,
  created_at: 1,
  updated_at: 1,
  ...fields,
})

/** As it is read from the database. */
export const storedEntry = (fields: Partial<Entry> = {}): Entry => ({
  ...NEW_ENTRY,
  id: 7,
  after_number: 0,
  source_key: null,
  deleted_at: null,
  published_at: 1,
  ...fields,
})

export const storedDocument = (fields: Partial<Document> = {}): Document => ({
  ...documentRow({ entry_id: 7 }),
  id: 12,
  deleted_at: null,
  pinned_at: null,
  ...fields,
})

export const sentDocument = (fields: Partial<SentDocument> = {}): SentDocument => ({
  document_id: 7,
  accessed_at: Date.UTC(2026, 6, 30, 12),
  client_ip: '203.0.113.7',
  user_agent: 'Firefox',
  part: 'whole',
  ...fields,
})
