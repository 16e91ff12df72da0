import type { Generated, Selectable } from 'kysely'
import type { DocketFields } from '../../../shared/docket-sheet-rules.ts'
import type { EntryStatus } from './docket.ts'

export interface FilingTables {
  /** PDFs that were uploaded together; not on the docket yet. */
  filings: {
    id: Generated<number>
    created_by: string
    docket_text: string
    created_at: number
    updated_at: number
    /** When everything was published, saved as drafts, or discarded. */
    closed_at: number | null
    /** Grows with every change, to detect that two administrators edit the same proposal. */
    version: Generated<number>
    /** JSON: what was not used of the docket text; empty until the entries are proposed. */
    notes: Generated<string>
    /** When all files were read and the entries proposed; null while they are read. */
    read_at: number | null
    /** Until then, one process reads the files or, once they are read, publishes the entries. */
    busy_until: Generated<number>
    /** How often reading began without finishing a file since. */
    tries: Generated<number>
    /** The status that the last publication gave, or gives, its entries; empty before the first. */
    publishing_as: Generated<EntryStatus | ''>
    publishing_total: Generated<number>
    /** How many entries it has published, or could not publish. */
    publishing_done: Generated<number>
  }

  /** A proposed entry, with its fields as typed. */
  filing_entries: DocketFields & {
    id: Generated<number>
    filing_id: number
    reason: string
    /** Why it could not be published; otherwise empty. */
    problem: string
    /** The entry it became, or the one its documents were added to. */
    entry_id: number | null
    done_at: number | null
    /** Names of fields that nothing was read for and nobody has accepted, with spaces between. */
    guessed: Generated<string>
    /** Empty unless removed; its documents still name it then. */
    removed: Generated<string>
  }

  filing_documents: {
    id: Generated<number>
    filing_id: number
    filing_entry_id: number | null
    file_name: string
    storage_key: string
    sha256: string
    byte_size: number
    page_count: number
    title: string
    attachment_number: string
    /** JSON: a `FileReading` of features/checks. */
    reading: string
    /** JSON: the text of each page. */
    pages: string
    /** Why the file was refused; empty if it was accepted. */
    refused: string
  }
}

export type Filing = Selectable<FilingTables['filings']>
export type FilingEntry = Selectable<FilingTables['filing_entries']>
export type FilingDocument = Selectable<FilingTables['filing_documents']>
