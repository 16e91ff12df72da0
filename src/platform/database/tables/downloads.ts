import type { Generated, Insertable } from 'kysely'

/* Records of downloads, the figures made of them, and what the import of access logs remembers. */

export interface DownloadTables {
  document_accesses: {
    id: Generated<number>
    document_id: number
    accessed_at: number
    client_ip: string | null
    user_agent: string
    is_robot: number
    source: 'service' | 'access_log'
    /** 1 where an IP had been recorded and was erased later. */
    ip_erased: Generated<number>
  }

  /** What was just sent to a client and may be part of a longer download (decision 035). Rows go after an hour. */
  download_chains: {
    /** Digests of address and document, and of client and document. */
    source: number
    visitor: number
    first_at: number
    last_at: number
    /** Complete answers: of the whole document, and of ranges to its last byte. */
    wholes: number
    ranges: number
    /** Its first record, or one that stands for what is left of it; null where that was taken back. */
    access_id: number | null
  }

  /** Triggers write down every record that was deleted (-1) or changed (-1 as it was, 1 as it is). */
  access_corrections: {
    id: Generated<number>
    access_id: number
    sign: number
    document_id: number
    accessed_at: number
    client_ip: string | null
    ip_erased: number
    is_robot: number
  }

  /*
   * The summaries (decision 028). Days are counted from 1970-01-01 in the site's time zone; document 0 stands for all
   * documents together. Each figure includes robots, and stands beside the one without or of them alone.
   */

  /** One row: what the summaries stand for. */
  access_summary: {
    id: number
    /** The zone whose days were counted; null while they are being built. */
    time_zone: string | null
    /** Every record up to this id is in the summaries. */
    folded_id: number
    /** IPs up to this day, included, have been erased. */
    erased_through: number | null
    /** The zone for which they are being rebuilt. */
    building: string | null
  }

  access_totals: {
    document_id: number
    day: number
    downloads: number
    robot_downloads: number
    without_ip: number
    robot_without_ip: number
  }

  /** A visitor downloaded a document on a day, and had last done so on `previous_day` (NEVER: fold-queries.ts). */
  access_visits: {
    ip: string
    document_id: number
    day: number
    downloads: number
    people_downloads: number
    previous_day: number
    previous_people_day: number
  }

  /** The rows above, counted. */
  access_returns: {
    document_id: number
    day: number
    previous_day: number
    visitors: number
    people: number
  }

  /** Whole downloads that were imported: equal lines are one row (decision 019). */
  imported_lines: {
    /** Half hours since 1970, so that lines of about the same time lie together. */
    period: number
    /** Digest of the document and the client. */
    visitor: number
    at: number
    /** Digest of the line's bytes. */
    line: number
    /** How many records the line has become. */
    copies: number
    /** The reading of a file in which it was met last, and how often it was met there. */
    file: number
    seen: number
  }

  /** Ranges of one document by one client without a pause of half an hour: one download, unless a whole one is beside. */
  imported_bursts: {
    visitor: number
    /** Digest of the document and the address, whatever the user agent. */
    source: number
    first_at: number
    last_at: number
    document_id: number
    user_agent: string
    /** The record; null where it counts as none, or not yet. */
    access_id: number | null
    /** 0 until it is decided whether it counts. */
    is_settled: number
    /** The run of the import that met it last. */
    run: number
  }
}

export type NewDocumentAccess = Insertable<DownloadTables['document_accesses']>
