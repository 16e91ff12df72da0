import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { DocketFields } from '../../../shared/docket-sheet-rules.ts'

/* The case, its entries and documents, and what the search knows of them. */

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
    /** Markdown, for the page /about. */
    about: string
    updated_at: number
  }

  entries: {
    id: Generated<number>
    number: number | null
    filed_on: string
    title: string
    description: string
    type: string
    filed_by: string
    status: EntryStatus
    /** Where an imported entry came from, so that importing again adds nothing. */
    source_key: string | null
    /** Raised by each change, so that two administrators cannot overwrite each other. */
    version: number
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** When everyone could first see it; from then on each change is a correction. */
    published_at: number | null
  }

  /** By docket number, as clerks write it: the entry with that number may come later, or never. */
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
    /** By which calendar programs know it, for good. */
    uid: string
    kind: EventKind
    held_on: string
    /** HH:MM; null: the whole day. */
    held_at: string | null
    place: string
    note: string
    /** The SEQUENCE it had in the archive that it was loaded from. */
    sequence_base: number
    updated_at: number
    /** When everyone could first see it: only then is its end announced. */
    shown_at: number | null
    cancelled_at: number | null
  }

  /** A text that was changed after everyone could see it. */
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
    /** How many of its pages have text. */
    text_pages: number
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** When it became a key document. */
    pinned_at: number | null
  }

  /** A file that was replaced after everyone could see it. Its text is not kept, its hash is. */
  document_versions: {
    id: Generated<number>
    document_id: number
    sha256: string
    byte_size: number
    page_count: number
    replaced_at: number
  }

  /** What a PDF may give away, or why it may be the wrong one. */
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

  /** PDFs that were dropped together: nothing of it is an entry yet. */
  filings: {
    id: Generated<number>
    created_by: string
    /** As pasted. */
    docket_text: string
    created_at: number
    updated_at: number
    /** When all of it was published, kept as drafts, or discarded. */
    closed_at: number | null
  }

  /** An entry that is proposed: its fields as typed. */
  filing_entries: DocketFields & {
    id: Generated<number>
    filing_id: number
    /** Why it is published although something was found. */
    reason: string
    /** Why it could not be published; empty: nothing was wrong. */
    problem: string
    /** The entry that it became, or that its documents were added to. */
    entry_id: number | null
    done_at: number | null
  }

  filing_documents: {
    id: Generated<number>
    filing_id: number
    /** Null: not placed, or refused. */
    filing_entry_id: number | null
    file_name: string
    storage_key: string
    sha256: string
    byte_size: number
    page_count: number
    title: string
    /** As typed. */
    attachment_number: string
    /** JSON: a `FileReading` of features/checks. */
    reading: string
    /** JSON: the text of each page. */
    pages: string
    /** Why the file was not taken; empty: it was. */
    refused: string
  }

  /** A page that has no text of its own, and what was recognized on it. */
  scanned_pages: {
    document_id: number
    /** From 1. */
    page: number
    /** Null: not yet read; empty: nothing was found. */
    text: string | null
  }

  /** Written by platform/search alone, as are the two below. */
  search_entries: {
    entry_id: number
    body: string
    /** Of its words, in order: what is indexed. */
    stems: string
    title_stems: string
  }

  /** A page of a PDF, or a part of a long one. */
  search_pages: {
    /** Begins with the entry's id: platform/search/page-index.ts. */
    id: number
    document_id: number
    /** From 1. */
    page: number
    body: string
    stems: string
  }

  /** What an entry has in its own text and on all pages of its documents, each word once. */
  search_wholes: {
    entry_id: number
    stems: string
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
export type DocumentVersion = Selectable<DocketTables['document_versions']>
export type StoredFinding = Selectable<DocketTables['findings']>
export type Filing = Selectable<DocketTables['filings']>
export type FilingEntry = Selectable<DocketTables['filing_entries']>
export type FilingDocument = Selectable<DocketTables['filing_documents']>
