import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

export type EntryStatus = 'published' | 'draft'

export type RelationKind = 'responds_to' | 'decides' | 'amends' | 'refers_to'

export type EventKind = 'hearing' | 'deadline'

export type CorrectedField =
  | 'number'
  | 'filed_on'
  | 'title'
  | 'description'
  | 'type'
  | 'filed_by'
  | 'document_title'
  | 'attachment_number'

export interface DocketTables {
  case_settings: {
    id: number
    caption: string
    case_number: string
    court: string
    judge: string
    description: string
    contact: string
    announcement: string
    /** Markdown, for the page /about. */
    about: string
    /** YYYY-MM-DD; empty while the case is open. */
    closed_on: string
    /** What the closing archive says of downloads: nothing (empty), `downloads`, or `visitors` as well. */
    published_figures: string
    updated_at: number
  }

  entries: {
    id: Generated<number>
    number: number | null
    /** The place of an entry without a number among those of its day: after this number. */
    after_number: Generated<number>
    filed_on: string
    title: string
    description: string
    type: string
    filed_by: string
    status: EntryStatus
    /** Where an imported entry came from, so that importing again adds nothing; `repeated:…` if its number is another's, too. */
    source_key: string | null
    /** Incremented by each change, so that two administrators cannot overwrite each other. */
    version: number
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** When it first became public; from then on each change is a correction. */
    published_at: number | null
  }

  /** By docket number, as clerks write it: that entry may be added later, or never. */
  entry_relations: {
    id: Generated<number>
    entry_id: number
    kind: RelationKind
    target_number: number
  }

  /** A hearing or deadline that an entry sets, in the site's time zone. */
  entry_events: {
    id: Generated<number>
    entry_id: number
    uid: string
    kind: EventKind
    held_on: string
    /** HH:MM; null: the whole day. */
    held_at: string | null
    place: string
    note: string
    /** The SEQUENCE from the archive that it was loaded from. */
    sequence_base: number
  }

  entry_corrections: {
    id: Generated<number>
    entry_id: number
    /** The document whose title or number was corrected; null: the entry itself. */
    document_id: number | null
    field: CorrectedField
    earlier: string
    corrected_at: number
  }

  documents: {
    id: Generated<number>
    entry_id: number
    attachment_number: number
    title: string
    position: number
    file_name: string
    storage_key: string
    sha256: string
    byte_size: number
    page_count: number
    text_pages: number
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** When it was made a key document. */
    pinned_at: number | null
  }

  /** Stored files that may belong to no document: uploads until the next start, and files that were replaced. */
  unclaimed_files: {
    storage_key: string
    since: number
  }

  /** A file that was replaced after it became public. Its hash is kept, its text is not. */
  document_versions: {
    id: Generated<number>
    document_id: number
    sha256: string
    byte_size: number
    page_count: number
    replaced_at: number
  }

  findings: {
    id: Generated<number>
    document_id: number
    /** A `FindingKind` of features/checks. */
    kind: string
    /** From 1; null: the whole file. */
    page: number | null
    /** JSON: `[x, y, width, height]` in points from the page's top left; null: the whole page or file. */
    box: string | null
    /** Masked. */
    text: string
    found_at: number
    decided_at: number | null
    decided_by: string | null
    reason: string | null
  }

  scanned_pages: {
    document_id: number
    page: number
    /** Null if not read yet; empty if no text was found. */
    text: string | null
  }

  /** What is searched: an entry's own words, or a page of a document. Written only by platform/search. */
  search_texts: {
    /** Starts with the entry's id (platform/search/search-index.ts). */
    id: number
    /** Null in the entry's own row. */
    document_id: number | null
    page: number | null
    /** The entry's title and, on a second line, its type; empty for pages. */
    title: string
    /** The entry's number, filer and documents' titles, a line each; empty for pages. */
    other: string
    body: string
  }

  /** Every word in search_texts as it stands there, for suggestions; those of removed texts remain. */
  search_words: {
    id: Generated<number>
    /** In lower case, without accents. */
    folded: string
    word: string
  }
}

export type CaseSettings = Selectable<DocketTables['case_settings']>
export type Entry = Selectable<DocketTables['entries']>
export type NewEntry = Insertable<DocketTables['entries']>
export type EntryChange = Updateable<DocketTables['entries']>
export type EntryRelation = Selectable<DocketTables['entry_relations']>
export type EntryEvent = Selectable<DocketTables['entry_events']>
export type EntryCorrection = Selectable<DocketTables['entry_corrections']>
export type Document = Selectable<DocketTables['documents']>
export type NewDocument = Insertable<DocketTables['documents']>
export type StoredFinding = Selectable<DocketTables['findings']>
