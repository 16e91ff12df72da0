/*
 * What the import of access logs remembers (docs/decisions/019, features/access/import/). A visitor is a digest of the
 * document and the client, its address and user agent, a line a digest of its bytes; neither is an IP.
 */

/** Whole downloads that were imported: equal lines are one row. */
export interface ImportedLinesTable {
  /** Half hours since 1970, so that lines of about the same time lie together. */
  period: number
  visitor: number
  at: number
  line: number
  /** How many records the line has become. */
  copies: number
  /** The reading of a file in which it was met last, and how often it was met there. */
  file: number
  seen: number
}

/** Ranges of one document by one client with no pause of half an hour: one download, unless a whole one is beside. */
export interface ImportedBurstsTable {
  visitor: number
  /** Digest of the document and the address, whatever the user agent. */
  source: number
  first_at: number
  last_at: number
  document_id: number
  user_agent: string
  /** The record; null where it counts as none, or not yet. */
  access_id: number | null
  /** 0 while it has to be decided whether it counts. */
  is_settled: number
  /** The run of the import that met it last. */
  run: number
}

export interface AccessImportTables {
  imported_lines: ImportedLinesTable
  imported_bursts: ImportedBurstsTable
}
