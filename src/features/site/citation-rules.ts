import type { Entry } from '../../platform/database/schema.ts'
import { oneLine } from '../../shared/clean-text.ts'
import { formatMark } from '../../shared/document-label.ts'
import type { SiteHeader } from '../../ui/layout/layout.tsx'

/** Empty settings are left out of the citation. */
export type CitedCase = Pick<SiteHeader, 'caption' | 'caseNumber' | 'court'>

/** A document, or without an attachment number the entry as a whole. A minute entry is cited by its title. */
type CitedFiling = Pick<Entry, 'number' | 'filed_on' | 'title'> & { attachment_number?: number }

/** `Doe v. Roe, No. 1:26-cv-01234 (S.D.N.Y. filed July 30, 2026), ECF No. 45-2` (Bluebook, rules 10.8.1 and 17.1.1). */
export function citeFiling(site: CitedCase, filing: CitedFiling): string {
  const number = oneLine(site.caseNumber)
  const court = abbreviateCourt(site.court)
  const [year, month = 0, day] = filing.filed_on.split('-').map(Number)
  const filed = `filed ${MONTHS[month - 1]} ${day}, ${year}`
  // An unabbreviated court name is set off with a comma.
  const where = [court, filed].filter(Boolean).join(court.endsWith('.') ? ' ' : ', ')
  const head = [shortCaption(site.caption), number && `No. ${number}`].filter(Boolean).join(', ')
  return `${head} (${where}), ${pinpoint(filing)}`.trimStart()
}

function pinpoint({ number, attachment_number = 0, title }: CitedFiling): string {
  if (number !== null) return `ECF No. ${formatMark(number, attachment_number)}`
  return attachment_number === 0 ? oneLine(title) : `${oneLine(title)}, att. ${attachment_number}`
}

/** Only the first party of each side is named (Bluebook, rule 10.2.1): no "et al.", no "Plaintiff". */
export function shortCaption(caption: string): string {
  const parties = oneLine(caption)
    .replace(/,?\s*\bet al\b\.?/gi, '')
    .replace(ROLES, '')
    .replace(/\s+vs?\.?\s+/i, ' v. ')
  const name = oneLine(parties.replace(/[\s,]+$/, ''))
  // A case without an opponent is "In re", whatever its caption begins with (Bluebook, rule 10.2.1(b)).
  if (name === '' || / v\. |^ex parte\b|^in re\b/i.test(name)) return name
  return `In re ${name.replace(/^(?:in the )?matter of (?:the )?/i, '')}`
}

const ROLES =
  /,\s*(?:plaintiffs?|defendants?|petitioners?|respondents?|appell(?:ants?|ees?))\b(?:,|\.$)?/gi

/** Bluebook, table T12. */
const MONTHS = 'Jan.,Feb.,Mar.,Apr.,May,June,July,Aug.,Sept.,Oct.,Nov.,Dec.'.split(',')

/** Code in PACER's court IDs, name, and abbreviation (Bluebook, table T10). */
export const PLACES =
  `al:Alabama:Ala.,ak:Alaska:Alaska,az:Arizona:Ariz.,ar:Arkansas:Ark.,ca:California:Cal.,co:Colorado:Colo.,
  ct:Connecticut:Conn.,de:Delaware:Del.,dc:Columbia:D.C.,fl:Florida:Fla.,ga:Georgia:Ga.,gu:Guam:Guam,
  hi:Hawaii:Haw.,id:Idaho:Idaho,il:Illinois:Ill.,in:Indiana:Ind.,ia:Iowa:Iowa,ks:Kansas:Kan.,ky:Kentucky:Ky.,
  la:Louisiana:La.,me:Maine:Me.,md:Maryland:Md.,ma:Massachusetts:Mass.,mi:Michigan:Mich.,mn:Minnesota:Minn.,
  ms:Mississippi:Miss.,mo:Missouri:Mo.,mt:Montana:Mont.,ne:Nebraska:Neb.,nv:Nevada:Nev.,nh:New Hampshire:N.H.,
  nj:New Jersey:N.J.,nm:New Mexico:N.M.,ny:New York:N.Y.,nc:North Carolina:N.C.,nd:North Dakota:N.D.,oh:Ohio:Ohio,
  ok:Oklahoma:Okla.,or:Oregon:Or.,pa:Pennsylvania:Pa.,pr:Puerto Rico:P.R.,ri:Rhode Island:R.I.,
  sc:South Carolina:S.C.,sd:South Dakota:S.D.,tn:Tennessee:Tenn.,tx:Texas:Tex.,ut:Utah:Utah,vt:Vermont:Vt.,
  vi:Virgin Islands:V.I.,va:Virginia:Va.,wa:Washington:Wash.,wv:West Virginia:W. Va.,wi:Wisconsin:Wis.,
  wy:Wyoming:Wyo.`
    .split(',')
    .map((place) => place.trim().split(':') as [code: string, name: string, short: string])

const CIRCUIT = /court of appeals.*?\b(?:for the )?([a-z]+|district of columbia) circuit$/i

const CIRCUITS = new Map(
  `first:1st,second:2d,third:3d,fourth:4th,fifth:5th,sixth:6th,seventh:7th,eighth:8th,ninth:9th,tenth:10th,
  eleventh:11th,district of columbia:D.C.,federal:Fed.`
    .split(',')
    .map((circuit) => circuit.trim().split(':') as [name: string, short: string]),
)

/** `S.D.N.Y.` (Bluebook, table T1). Anything that is not a federal court's full name stays as written. */
export function abbreviateCourt(name: string): string {
  const plain = oneLine(name)
  const ordinal = CIRCUITS.get(CIRCUIT.exec(plain)?.[1]?.toLowerCase() ?? '')
  if (ordinal) return `${ordinal} Cir.`
  if (/^supreme court of the united states$/i.test(plain)) return 'U.S.'
  const [, part = '', state = ''] = DISTRICT.exec(plain) ?? []
  if (state === '') return plain
  const [, , short = state] =
    PLACES.find(([, place]) => place.toLowerCase() === state.toLowerCase()) ?? []
  const division = /bankruptcy/i.test(plain) ? 'Bankr. ' : ''
  const district = `${division}${part.charAt(0).toUpperCase()}${part && '.'}D.`
  // Single capitals close up (Bluebook, rule 6.1): S.D.N.Y., but D. Mass. and N.D. W. Va.
  return /^(?:[A-Z]\.)+$/.test(short) ? `${district}${short}` : `${district} ${short}`
}

const DISTRICT =
  /^(?:u\.? ?s\.?|united states) (?:district|bankruptcy) court(?: for the|,)? (?:(northern|southern|eastern|western|middle|central) )?district of (?:the )?(.+)$/i
