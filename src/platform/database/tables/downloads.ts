import type { Generated, Insertable } from 'kysely'

/* Download records, the statistics made from them, and the state of access log imports. */

export interface DownloadTables {
  document_accesses: {
    id: Generated<number>
    document_id: number
    accessed_at: number
    client_ip: string | null
    user_agent: string
    is_robot: number
    source: 'service' | 'access_log'
    /** 1 if an IP was recorded and later erased. */
    ip_erased: Generated<number>
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
    /** The chain's first record, or the one for what remains of it; null if that was withdrawn. */
    access_id: number | null
  }

  /** Triggers log every record that was deleted (-1) or changed (-1 with the old values, 1 with the new). */
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
   * documents together. Each figure includes robots; a second one is for robots or for people alone.
   */

  /** One row: what the summaries cover. */
  access_summary: {
    id: number
    /** The time zone of the counted days; null while the summaries are being built. */
    time_zone: string | null
    /** Records up to this id are in the summaries. */
    folded_id: number
    /** IPs have been erased through this day. */
    erased_through: number | null
    /** The time zone for which they are being rebuilt. */
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

  /** Counts of the rows above. */
  access_returns: {
    document_id: number
    day: number
    previous_day: number
    visitors: number
    people: number
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
    /** How many records the line produced. */
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
    /** The record; null if it does not count as a download, or not yet. */
    access_id: number | null
    /** 0 until it is decided whether it counts. */
    is_settled: number
    /** The import run that last saw it. */
    run: number
  }
}

export type NewDocumentAccess = Insertable<DownloadTables['document_accesses']>
