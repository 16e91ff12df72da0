/* What each place leaves out of entries and documents, and why (src/every-field.db.test.ts). */

export type Table = 'entries' | 'documents'

/** Columns, and the reason. */
type Excluded = Readonly<Record<string, string>>

const NOTED: Excluded = { 'created_at updated_at deleted_at': 'noted by the program' }
const NOTED_OF_ENTRY: Excluded = {
  ...NOTED,
  published_at: 'noted by the program',
  after_number: 'where an entry without a number stands, no more',
  source_key: 'recognizes an imported entry, no more',
}
const STORED: Excluded = { 'storage_key text_pages': 'how the file is stored and searched' }
const FILE: Excluded = { ...STORED, 'file_name sha256 byte_size page_count': 'comes with the file' }
const PINNED: Excluded = { pinned_at: 'has its own button and record' }
const SIZE: Excluded = { byte_size: 'shown in KB or MB' }
const FILE_NAME: Excluded = { file_name: 'a saved file is named after its title' }
const KEY: Excluded = { storage_key: 'how the file is stored' }
const OF_HOME_PAGE: Excluded = { pinned_at: 'about the home page' }
const ATTACHMENT: Excluded = { attachment_number: 'found with its entry’s number, as 45-2' }
const OF_ADMINISTRATION: Excluded = {
  'created_at deleted_at': 'noted by the program; updated_at is the version in the table',
  'storage_key sha256': 'how the file is stored and compared',
}
const IDS: Excluded = { id: 'never changes' }
const ENTRY_ID: Excluded = { entry_id: 'documents are listed with their entry' }
const STATUS: Excluded = { status: 'what is public is published' }
const VERSION: Excluded = { version: 'counts the changes' }
const POSITION: Excluded = { position: 'documents are in this order, which has buttons' }
const IMPORTED: Excluded = {
  'created_at updated_at': 'the time of the import',
  deleted_at: 'whether, not when',
}
const NOT_CHANGED = { ...IDS, ...NOTED_OF_ENTRY, ...VERSION }
const DOCUMENT_NOT_CHANGED = { ...IDS, ...NOTED, ...ENTRY_ID, ...FILE, ...PINNED }

export const EXCLUDED = {
  'the archive': { entries: { ...IMPORTED, ...VERSION }, documents: IMPORTED },
  'the API': {
    entries: { ...NOTED_OF_ENTRY, ...VERSION, ...STATUS },
    documents: { ...NOTED, ...ENTRY_ID, ...STORED, ...POSITION, ...FILE_NAME, ...OF_HOME_PAGE },
  },
  'the form': {
    entries: { ...IDS, ...NOTED_OF_ENTRY },
    documents: { ...DOCUMENT_NOT_CHANGED, ...POSITION },
  },
  'the search': {
    entries: { ...NOT_CHANGED, ...STATUS },
    documents: { ...DOCUMENT_NOT_CHANGED, ...POSITION, ...ATTACHMENT },
  },
  'the page for administrators': {
    entries: { ...NOTED_OF_ENTRY, ...VERSION },
    documents: { ...POSITION, ...PINNED, ...SIZE, ...OF_ADMINISTRATION },
  },
  'the public page': {
    entries: { ...NOTED_OF_ENTRY, ...VERSION, ...STATUS },
    documents: { ...NOTED, ...POSITION, ...PINNED, ...SIZE, ...FILE_NAME, ...KEY },
  },
  'the audit log': { entries: NOT_CHANGED, documents: DOCUMENT_NOT_CHANGED },
  'the list of corrections': {
    entries: { ...NOT_CHANGED, status: 'drafts are not public' },
    documents: { ...DOCUMENT_NOT_CHANGED, ...POSITION },
  },
} satisfies Record<string, Record<Table, Excluded>>
