/** What the search looks through besides the PDFs: an entry's own words. Written by platform/search/page-index.ts alone. */
export interface SearchEntriesTable {
  entry_id: number
  body: string
  /** Of its words, in their order: what is indexed. */
  stems: string
  /** Of its title and type alone: platform/search/page-index.ts. */
  title_stems: string
}

/** What an entry has in its own text and on all pages of its documents, each once: platform/search/tokens.ts. */
export interface SearchWholesTable {
  entry_id: number
  stems: string
}

/** A page of a PDF, or a part of a long one. */
export interface SearchPagesTable {
  /** Begins with the entry's id: platform/search/page-index.ts. */
  id: number
  document_id: number
  /** From 1. */
  page: number
  body: string
  stems: string
}

export interface SearchTables {
  search_entries: SearchEntriesTable
  search_pages: SearchPagesTable
  search_wholes: SearchWholesTable
}
