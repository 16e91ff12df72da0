import { formatDate } from '../../../shared/date.ts'
import { counted } from '../../../shared/number-rules.ts'
import type { Day } from './site-days.ts'

/** Which downloads to count; without `from` or `to`, the range is open at that end. */
export interface AccessFilter {
  from?: Day | undefined
  to?: Day | undefined
  robots: 'include' | 'exclude'
  documentId?: number | undefined
}

export interface Figures {
  downloads: number
  /** Never recorded, or erased. */
  downloadsWithoutIp: number
  /** Null, never 0, if unknown (specification, Rules for the statistics). */
  uniqueVisitors: number | null
}

export interface AccessTotals extends Figures {
  /** In the same range, whether or not the other figures include them. */
  robotDownloads: number
}

export type DayFigures = Figures & { day: Day }

export interface FiguredDocument {
  documentId: number
  documentTitle: string
  attachmentNumber: number
  entryId: number
  entryNumber: number | null
  entryTitle: string
}

/** CONTRACT section 7: without downloads, 0 only if an IP would have been recorded. */
export function uniqueVisitorsOf(
  { downloads, downloadsWithoutIp, uniqueVisitors }: Figures,
  ipsRecordedFrom: Day | null,
  to: Day | undefined,
): number | null {
  if (downloads > downloadsWithoutIp) return uniqueVisitors
  if (downloads > 0 || ipsRecordedFrom === null) return null
  return to === undefined || to >= ipsRecordedFrom ? 0 : null
}

/** The docket number, or the title if there is none (a minute entry). */
export const entryText = ({ entryNumber, entryTitle }: FiguredDocument): string =>
  entryNumber === null ? entryTitle : String(entryNumber)

/** Adds the number, because several attachments of an entry may share a title. */
export const documentText = ({ documentTitle, attachmentNumber }: FiguredDocument): string =>
  attachmentNumber === 0 ? documentTitle : `${documentTitle} (attachment ${attachmentNumber})`

export const WITHOUT_IPS = 'downloads (visitor IPs not recorded)'

export function downloadsLabel({ downloads, uniqueVisitors }: Figures): string {
  if (downloads > 0 && uniqueVisitors === null) return WITHOUT_IPS
  return downloads === 1 ? 'download' : 'downloads'
}

/** CONTRACT section 7. With VISITOR_IP_RETENTION_DAYS, the first day “on record” was not the first one recorded. */
export function visitorSentence(
  { downloads, downloadsWithoutIp, uniqueVisitors }: Figures,
  { ipsRecordedFrom }: { ipsRecordedFrom: Day | null },
): string | undefined {
  const since =
    ipsRecordedFrom === null
      ? 'No visitor IPs are on record'
      : `Visitor IPs are on record from ${formatDate(ipsRecordedFrom)} on`
  if (uniqueVisitors === null) {
    return downloads === 0
      ? `${since}; the number of visitors for these days is unknown.`
      : `${since}; ${counted(downloads, 'download')} without an IP, so the number of visitors is unknown.`
  }
  if (downloadsWithoutIp === 0) return undefined
  return `${since}; ${number(downloadsWithoutIp)} of the ${number(downloads)} downloads had none. Downloads without an IP never count as visitors.`
}

export function robotsSentence({ robotDownloads }: Pick<AccessTotals, 'robotDownloads'>): string {
  return robotDownloads === 0
    ? 'Bots are included, but there were none.'
    : `Bots are included: ${number(robotDownloads)} of the downloads.`
}

export function missingIpsNote(figures: Figures): string {
  const { downloads, downloadsWithoutIp, uniqueVisitors } = figures
  if (downloads === 0) return ''
  if (uniqueVisitors === null) return WITHOUT_IPS
  if (downloadsWithoutIp === 0) return ''
  return `${number(downloadsWithoutIp)} of ${number(downloads)} without a visitor IP`
}

export function robotCounts(
  robots: 'include' | 'exclude',
  { downloads, robotDownloads }: Pick<AccessTotals, 'downloads' | 'robotDownloads'>,
) {
  const include = robots === 'include' ? downloads : downloads + robotDownloads
  return { include, exclude: include - robotDownloads }
}

export function barText(figures: DayFigures): string {
  const { downloads, downloadsWithoutIp, uniqueVisitors } = figures
  const day = formatDate(figures.day)
  if (downloads > 0 && downloadsWithoutIp === downloads) {
    return `${day}: ${counted(downloads, WITHOUT_IPS.replace('downloads', 'download'), WITHOUT_IPS)}`
  }
  const parts = [counted(downloads, 'download')]
  if (uniqueVisitors !== null) parts.push(counted(uniqueVisitors, 'unique visitor'))
  if (downloadsWithoutIp > 0) parts.push(`${number(downloadsWithoutIp)} without a visitor IP`)
  return `${day}: ${parts.join(', ')}`
}

/** `1,012 downloads in the last 7 days, up from 940 in the 7 days before` */
export function weekText(recent: number, earlier: number): string {
  const change = recent === earlier ? 'the same as' : recent > earlier ? 'up from' : 'down from'
  const before = recent === earlier ? '' : ` ${number(earlier)}`
  return `${counted(recent, 'download')} in the last 7 days, ${change}${before} in the 7 days before`
}

const number = (value: number) => value.toLocaleString('en-US')
