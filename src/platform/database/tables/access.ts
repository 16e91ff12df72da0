import type { Generated, Insertable } from 'kysely'

export interface DocumentAccessesTable {
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

/*
 * The summaries of downloads (docs/decisions/028, features/statistics/figures/fold-downloads.ts). Days are numbers, counted from
 * 1970-01-01 in the site's time zone; document 0 stands for all documents together.
 */

/** One row: what the summaries stand for. */
export interface AccessSummaryTable {
  id: number
  /** The zone whose days were counted; another one asks for a rebuild, as null does. Null while they are being built. */
  time_zone: string | null
  /** Every record up to this id is in the summaries. */
  folded_id: number
  /** IPs up to this day, included, have been erased. */
  erased_through: number | null
  /** The zone for which the summaries are being built anew. */
  building: string | null
}

/** Downloads of a document on a day; each figure includes robots, and stands beside that of robots alone. */
export interface AccessTotalsTable {
  document_id: number
  day: number
  downloads: number
  robot_downloads: number
  without_ip: number
  robot_without_ip: number
}

/** A visitor downloaded a document on a day. The previous day is their last one before, NEVER (fold-rules.ts) without any. */
export interface AccessVisitsTable {
  ip: string
  document_id: number
  day: number
  downloads: number
  people_downloads: number
  previous_day: number
  /** The same among downloads that no robot made. */
  previous_people_day: number
}

/** How many visitors of a document on a day had been there last on `previous_day`: the rows above, counted. */
export interface AccessReturnsTable {
  document_id: number
  day: number
  previous_day: number
  visitors: number
  people: number
}

/** Triggers write down every record that was deleted (-1) or changed (-1 as it was, 1 as it is). */
export interface AccessCorrectionsTable {
  id: Generated<number>
  access_id: number
  sign: number
  document_id: number
  accessed_at: number
  client_ip: string | null
  ip_erased: number
  is_robot: number
}

/**
 * What the service has just sent to a client, and may still be part of a download that comes (features/access/
 * download-rules.ts, docs/decisions/035). Rows go an hour after their last request.
 */
export interface DownloadChainsTable {
  /** Digests of address and document, and of client and document. */
  source: number
  visitor: number
  first_at: number
  last_at: number
  /** Complete answers: of the whole document, and of ranges to its last byte. */
  wholes: number
  ranges: number
  /** Its first record; null where that was taken back. */
  access_id: number | null
}

export interface AccessTables {
  download_chains: DownloadChainsTable
  document_accesses: DocumentAccessesTable
  access_summary: AccessSummaryTable
  access_totals: AccessTotalsTable
  access_visits: AccessVisitsTable
  access_returns: AccessReturnsTable
  access_corrections: AccessCorrectionsTable
}

export type NewDocumentAccess = Insertable<DocumentAccessesTable>
