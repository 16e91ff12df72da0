import type { Day } from './site-days.ts'

/** Which downloads are asked about; without `from` or `to` the range has no such end. */
export interface AccessFilter {
  /** Both days are included. */
  from?: Day | undefined
  to?: Day | undefined
  robots: 'include' | 'exclude'
  /** Only this document. */
  documentId?: number | undefined
}

/** Unique visitors are null, never 0, where they cannot be known (specification, Rules for the statistics). */
export interface Figures {
  downloads: number
  /** Those of them whose IP was never recorded; one that was erased had been. */
  downloadsWithoutIp: number
  uniqueVisitors: number | null
}

export interface AccessTotals extends Figures {
  /** In the same range, whether the other figures include them or not. */
  robotDownloads: number
}

export interface DayFigures extends Figures {
  day: Day
}

/** What it takes to name a document. */
export interface NamedDocument {
  documentId: number
  documentTitle: string
  attachmentNumber: number
  entryId: number
  entryNumber: number | null
  entryTitle: string
}

/** A document that was downloaded; deleted ones too, for their downloads have happened. */
export interface DocumentFigures extends Figures, NamedDocument {
  isDeleted: boolean
  /** Milliseconds; the last download in the range. */
  lastAccessedAt: number
}

/** What the records span; null where there are none. */
export interface AccessPeriod {
  firstDay: Day | null
  lastDay: Day | null
  /** The first day of which any record has, or had, an IP. */
  ipsRecordedFrom: Day | null
  /** IPs up to this day, included, have been erased; the figures shown of these days stay what they were. */
  ipsErasedThrough: Day | null
}

/** Figures of one state of the records: they agree with each other. */
export interface AccessFigures {
  readPeriod(): Promise<AccessPeriod>
  readTotals(filter: AccessFilter): Promise<AccessTotals>
  /** In order, and only days with downloads: the others are zero. */
  listDays(filter: AccessFilter): Promise<DayFigures[]>
  /** Most downloads first, and only documents with downloads. */
  listDocuments(filter: AccessFilter, limit?: number): Promise<DocumentFigures[]>
}

/**
 * Unique visitors of a range (CONTRACT section 7): a number where some record has an IP; nobody where there are no
 * downloads and an IP would have been recorded; else unknown.
 *
 * @param to the range's last day
 */
export function uniqueVisitorsOf(
  {
    downloads,
    downloadsWithoutIp,
    visitors,
  }: Omit<Figures, 'uniqueVisitors'> & { visitors: number },
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
  to: Day | undefined,
): number | null {
  if (downloads > downloadsWithoutIp) return visitors
  if (downloads > 0 || ipsRecordedFrom === null) return null
  return to === undefined || to >= ipsRecordedFrom ? 0 : null
}
