import { oneLine } from '../../shared/clean-text.ts'
import { formatMark } from '../../shared/document-label.ts'
import type { SiteHeader } from '../../ui/layout/layout.tsx'
import { abbreviateCourt } from './court-abbreviation-rules.ts'

/** What a citation is built from; whatever the settings leave empty is left out. */
export type CitedCase = Pick<SiteHeader, 'caption' | 'caseNumber' | 'court'>

export interface CitedFiling {
  /** The docket number; null: a minute entry, which is cited by its title. */
  entryNumber: number | null
  /** 0: the main document, or the entry as a whole. */
  attachmentNumber: number
  /** YYYY-MM-DD */
  filedOn: string
  title: string
}

/**
 * As lawyers cite a filing (Bluebook, rules 10.8.1 and 17.1.1, with the filing's own date):
 * `Doe v. Roe, No. 1:26-cv-01234 (S.D.N.Y. filed July 30, 2026), ECF No. 45-2`.
 */
export function citeFiling(site: CitedCase, filing: CitedFiling): string {
  const name = shortCaption(site.caption)
  const number = oneLine(site.caseNumber)
  const court = abbreviateCourt(site.court)
  const filed = `filed ${citedDate(filing.filedOn)}`
  // A name that has no abbreviation is set off.
  const between = court.endsWith('.') ? ' ' : ', '
  const where = `(${court}${court && between}${filed})`
  const caseNumber = number && `No. ${number}`
  const head = [name, caseNumber].filter(Boolean).join(', ')
  return `${head ? `${head} ${where}` : where}, ${place(filing)}`
}

function place({ entryNumber, attachmentNumber, title }: CitedFiling): string {
  if (entryNumber !== null) return `ECF No. ${formatMark(entryNumber, attachmentNumber)}`
  const quoted = oneLine(title)
  return attachmentNumber === 0 ? quoted : `${quoted}, att. ${attachmentNumber}`
}

/** Only the first party of each side is named (Bluebook, rule 10.2.1): no "et al.", no "Plaintiff". */
export function shortCaption(caption: string): string {
  const parties = oneLine(caption)
    .replace(/,?\s*\bet al\b\.?/gi, '')
    .replace(ROLES, '')
    .replace(/\s+vs?\.?\s+/i, ' v. ')
  return oneLine(parties.replace(/[\s,]+$/, ''))
}

const ROLES =
  /,\s*(?:plaintiffs?|defendants?|petitioners?|respondents?|appell(?:ants?|ees?))\b(?:,|\.$)?/gi

/** Bluebook, table T12. */
const MONTHS = 'Jan.,Feb.,Mar.,Apr.,May,June,July,Aug.,Sept.,Oct.,Nov.,Dec.'.split(',')

function citedDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  const name = MONTHS[(month ?? 0) - 1]
  return name ? `${name} ${day}, ${year}` : date
}
