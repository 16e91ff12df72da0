import type { Generated, Insertable } from 'kysely'

export interface DownloadTables {
  document_accesses: {
    id: Generated<number>
    document_id: number
    accessed_at: number
    /** Null if it was not recorded, or has been erased. */
    client_ip: string | null
    user_agent: string
    is_robot: number
    source: 'service' | 'access_log'
  }

  /** Recent responses to a client that may be part of a longer download (decision 035). Rows are removed after an hour. */
  download_chains: {
    /** Digests of address and document, and of client and document. */
    source: number
    visitor: number
    first_at: number
    last_at: number
    /** Complete answers: of the whole document, and of ranges to its last byte. */
    wholes: number
    ranges: number
    /** 1 if the whole document was prefetched, and the reader has not asked for it yet. */
    prefetched: number
    /** The chain's first record, or the one for what remains of it; null if that was withdrawn. */
    access_id: number | null
  }

  /** Imported complete downloads; identical lines share a row (decision 019). */
  imported_lines: {
    /** Half hours since 1970, so that lines of about the same time are stored together. */
    period: number
    /** Digest of the document and the client. */
    visitor: number
    at: number
    /** Digest of the line's bytes. */
    line: number
    copies: number
    /** The file pass in which the line was last seen, and how often it was seen there. */
    file: number
    seen: number
  }

  /** Range requests for a document by one client without a half-hour pause: one download, unless there is a whole one. */
  imported_bursts: {
    visitor: number
    /** Digest of the document and the address, whatever the user agent. */
    source: number
    first_at: number
    last_at: number
    document_id: number
    user_agent: string
    access_id: number | null
    /** 0 until it is decided whether it counts. */
    is_settled: number
    /** The import run that last saw it. */
    run: number
  }
}

export type NewDocumentAccess = Insertable<DownloadTables['document_accesses']>
