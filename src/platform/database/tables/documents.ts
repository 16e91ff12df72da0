import type { Generated, Insertable, Selectable } from 'kysely'

export interface DocumentsTable {
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
  /** How many of its pages have text; 0: a scan without any. */
  text_pages: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** A file that another has replaced, after everyone could see it. What it said is not kept, its hash is. */
export interface DocumentVersionsTable {
  id: Generated<number>
  document_id: number
  sha256: string
  byte_size: number
  page_count: number
  replaced_at: number
}

export interface DocumentsTables {
  documents: DocumentsTable
  document_versions: DocumentVersionsTable
}

export type Document = Selectable<DocumentsTable>
export type NewDocument = Insertable<DocumentsTable>
export type DocumentVersion = Selectable<DocumentVersionsTable>
