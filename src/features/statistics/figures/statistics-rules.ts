import { formatDate } from '../../../shared/date.ts'
import type { Day } from './site-days.ts'

/** Which downloads to count; without `from` or `to`, the range is open at that end. */
export interface AccessFilter {
  from?: Day | undefined
  to?: Day | undefined
  robots: 'include' | 'exclude'
  documentId?: number | undefined
}

/** Unique visitors are null, never 0, if they are unknown (specification, Rules for the statistics). */
export interface Figures {
  downloads: number
  /** Downloads whose IP was never recorded; an erased IP counts as recorded. */
  downloadsWithoutIp: number
  uniqueVisitors: number | null
}

export type Counts = Omit<Figures, 'uniqueVisitors'> & { visitors: number }

export interface AccessTotals extends Figures {
  /** In the same range, whether or not the other figures include them. */
  robotDownloads: number
}

export interface DayFigures extends Figures {
  day: Day
}

export interface NamedDocument {
  documentId: number
  documentTitle: string
  attachmentNumber: number
  entryId: number
  entryNumber: number | null
  entryTitle: string
}

/** A downloaded document; includes deleted ones, since their downloads still count. */
export interface DocumentFigures extends Figures, NamedDocument {
  isDeleted: boolean
  lastAccessedAt: number
}

/** All documents of one entry together, including deleted ones and robots' downloads. */
export interface EntryFigures extends AccessTotals {
  /** Downloads whose visitor IPs were recorded and have been erased. */
  downloadsErased: number
}

/** The period that the records span; null if there are none. */
export interface AccessPeriod {
  firstDay: Day | null
  lastDay: Day | null
  /** The first day with a record that has, or had, an IP. */
  ipsRecordedFrom: Day | null
  /** IPs up to and including this day have been erased; figures for those days do not change. */
  ipsErasedThrough: Day | null
}

/**
 * Unique visitors of a range (CONTRACT section 7): a number if some record has an IP; 0 if there are no downloads and an
 * IP would have been recorded; otherwise unknown.
 */
export function uniqueVisitorsOf(
  { downloads, downloadsWithoutIp, visitors }: Counts,
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
  to: Day | undefined,
): number | null {
  if (downloads > downloadsWithoutIp) return visitors
  if (downloads > 0 || ipsRecordedFrom === null) return null
  return to === undefined || to >= ipsRecordedFrom ? 0 : null
}

/** The docket number, or the title if there is none (a minute entry). */
export const entryText = ({ entryNumber, entryTitle }: NamedDocument): string =>
  entryNumber === null ? entryTitle : String(entryNumber)

/** Adds the number, because several attachments of an entry may share a title. */
export const documentText = ({ documentTitle, attachmentNumber }: NamedDocument): string =>
  attachmentNumber === 0 ? documentTitle : `${documentTitle} (attachment ${attachmentNumber})`

export const WITHOUT_IPS = 'downloads (visitor IPs not recorded)'

export function downloadsLabel({ downloads, uniqueVisitors }: Figures): string {
  if (downloads > 0 && uniqueVisitors === null) return WITHOUT_IPS
  return downloads === 1 ? 'download' : 'downloads'
}

/** CONTRACT section 7; undefined if every download has an IP. */
export function visitorSentence(
  { downloads, downloadsWithoutIp, uniqueVisitors }: Figures,
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
): string | undefined {
  const since =
    ipsRecordedFrom === null
      ? 'No visitor IPs have been recorded yet'
      : `Visitor IPs have been recorded since ${formatDate(ipsRecordedFrom)}`
  if (uniqueVisitors === null) {
    return downloads === 0
      ? `${since}; the number of visitors for these days is unknown.`
      : `${since}; ${none(downloads)}, so the number of visitors is unknown.`
  }
  if (downloadsWithoutIp === 0) return undefined
  return `${since}; ${number(downloadsWithoutIp)} of the ${number(downloads)} downloads had none and are counted as downloads only, never as visitors.`
}

const none = (downloads: number) =>
  downloads === 1
    ? 'this download has none'
    : `none of these ${number(downloads)} downloads has one`

/** One entry's figures are counted from its records, and erased records no longer identify a visitor. */
export function erasedNote({ downloads, downloadsErased }: EntryFigures): string | undefined {
  if (downloadsErased === 0) return undefined
  return `The visitor IPs of ${number(downloadsErased)} of the ${number(downloads)} downloads have been erased; those visitors are not counted.`
}

export function erasedSentence(
  { ipsErasedThrough, ipsRecordedFrom }: Pick<AccessPeriod, 'ipsErasedThrough' | 'ipsRecordedFrom'>,
  { from }: { from: Day; to: Day },
): string | undefined {
  if (ipsErasedThrough === null || ipsErasedThrough < from) return undefined
  // Days before IPs were recorded are marked as erased too, though nothing was erased.
  if (ipsRecordedFrom === null || ipsErasedThrough < ipsRecordedFrom) return undefined
  return `Visitor IPs up to and including ${formatDate(ipsErasedThrough)} have been erased. Figures counted before that are unchanged; a visitor who came back later cannot be recognized and counts as a new one.`
}

export function remark(figures: Figures): string {
  const { downloads, downloadsWithoutIp, uniqueVisitors } = figures
  if (downloads === 0) return ''
  if (uniqueVisitors === null) return WITHOUT_IPS
  if (downloadsWithoutIp === 0) return ''
  return `${number(downloadsWithoutIp)} of ${number(downloads)} without a visitor IP`
}

export function robotCounts(
  robots: 'include' | 'exclude',
  { downloads, robotDownloads }: { downloads: number; robotDownloads: number },
): { include: number; exclude: number } {
  const include = robots === 'include' ? downloads : downloads + robotDownloads
  return { include, exclude: include - robotDownloads }
}

const number = (value: number) => value.toLocaleString('en-US')
