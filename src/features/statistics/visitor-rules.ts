import { formatDate } from '../../shared/date.ts'
import type { AccessPeriod, Figures } from './figures/statistics-rules.ts'
import type { DayRange } from './range-rules.ts'

/** CONTRACT section 7: records without an IP are never visitors, and are labelled as what they are. */
export const WITHOUT_IPS = 'downloads (visitor IPs not recorded)'

/** What the number of downloads is called beside it. */
export function downloadsLabel({ downloads, uniqueVisitors }: Figures): string {
  if (downloads > 0 && uniqueVisitors === null) return WITHOUT_IPS
  return downloads === 1 ? 'download' : 'downloads'
}

/** The plain sentence about downloads without an IP (CONTRACT section 7); none where each has one. */
export function visitorSentence(
  { downloads, downloadsWithoutIp, uniqueVisitors }: Figures,
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
): string | undefined {
  const since =
    ipsRecordedFrom === null
      ? 'No visitor IP has been recorded yet'
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

/** What is said where IPs of the range have been erased: what had been counted of them stays what it was. */
export function erasedSentence(
  { ipsErasedThrough, ipsRecordedFrom }: Pick<AccessPeriod, 'ipsErasedThrough' | 'ipsRecordedFrom'>,
  { from }: DayRange,
): string | undefined {
  if (ipsErasedThrough === null || ipsErasedThrough < from) return undefined
  // Days before there were IPs are passed over as well; nothing was erased then.
  if (ipsRecordedFrom === null || ipsErasedThrough < ipsRecordedFrom) return undefined
  return `Visitor IPs up to and including ${formatDate(ipsErasedThrough)} have been erased. Figures counted before that are unchanged; a visitor who came back later cannot be recognized and counts as a new one.`
}

/** Beside the figures of one day or one document; empty where there is nothing to say. */
export function remark(figures: Figures): string {
  const { downloads, downloadsWithoutIp, uniqueVisitors } = figures
  if (downloads === 0) return ''
  if (uniqueVisitors === null) return WITHOUT_IPS
  if (downloadsWithoutIp === 0) return ''
  return `${number(downloadsWithoutIp)} of ${number(downloads)} without a visitor IP`
}

/** Both counts, whichever is shown: all downloads, and those that no robot made. */
export function robotCounts(
  robots: 'include' | 'exclude',
  { downloads, robotDownloads }: { downloads: number; robotDownloads: number },
): { include: number; exclude: number } {
  const include = robots === 'include' ? downloads : downloads + robotDownloads
  return { include, exclude: include - robotDownloads }
}

const number = (value: number) => value.toLocaleString('en-US')
