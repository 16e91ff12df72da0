import { oneLine } from '../../shared/clean-text.ts'

/*
 * A court's name as lawyers abbreviate it in a citation (Bluebook, table T1): "United States District Court for the
 * Southern District of New York" is `S.D.N.Y.`.
 */

/** Bluebook, table T10. */
const PLACES: Readonly<Record<string, string>> = Object.fromEntries(
  `Alabama:Ala.,Alaska:Alaska,Arizona:Ariz.,Arkansas:Ark.,California:Cal.,Colorado:Colo.,Connecticut:Conn.,
  Delaware:Del.,Columbia:D.C.,Florida:Fla.,Georgia:Ga.,Guam:Guam,Hawaii:Haw.,Idaho:Idaho,Illinois:Ill.,Indiana:Ind.,
  Iowa:Iowa,Kansas:Kan.,Kentucky:Ky.,Louisiana:La.,Maine:Me.,Maryland:Md.,Massachusetts:Mass.,Michigan:Mich.,
  Minnesota:Minn.,Mississippi:Miss.,Missouri:Mo.,Montana:Mont.,Nebraska:Neb.,Nevada:Nev.,New Hampshire:N.H.,
  New Jersey:N.J.,New Mexico:N.M.,New York:N.Y.,North Carolina:N.C.,North Dakota:N.D.,Ohio:Ohio,Oklahoma:Okla.,
  Oregon:Or.,Pennsylvania:Pa.,Puerto Rico:P.R.,Rhode Island:R.I.,South Carolina:S.C.,South Dakota:S.D.,
  Tennessee:Tenn.,Texas:Tex.,Utah:Utah,Vermont:Vt.,Virgin Islands:V.I.,Virginia:Va.,Washington:Wash.,
  West Virginia:W. Va.,Wisconsin:Wis.,Wyoming:Wyo.`
    .split(',')
    .map((pair) => pair.trim().split(':') as [string, string])
    .map(([place, short]) => [place.toLowerCase(), short]),
)

const CIRCUITS: Readonly<Record<string, string>> = {
  first: '1st',
  second: '2d',
  third: '3d',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
  eleventh: '11th',
  'district of columbia': 'D.C.',
  federal: 'Fed.',
}

/** @returns the name as it was written where it is no federal court's full name; `''` for none */
export function abbreviateCourt(name: string): string {
  const plain = oneLine(name)
  const circuit = /court of appeals.*?\b(?:for the )?([a-z]+|district of columbia) circuit$/i.exec(
    plain,
  )
  const ordinal = CIRCUITS[circuit?.[1]?.toLowerCase() ?? '']
  if (ordinal) return `${ordinal} Cir.`
  if (/^supreme court of the united states$/i.test(plain)) return 'U.S.'
  const district = abbreviateDistrict(plain)
  if (!district) return plain
  return /bankruptcy/i.test(plain) ? `Bankr. ${district}` : district
}

const DISTRICT =
  /^(?:u\.? ?s\.?|united states) (?:district|bankruptcy) court(?: for the|,)? (?:(northern|southern|eastern|western|middle|central) )?district of (?:the )?(.+)$/i

function abbreviateDistrict(name: string): string | undefined {
  const [, part = '', place = ''] = DISTRICT.exec(name) ?? []
  if (place === '') return undefined
  const short = PLACES[place.toLowerCase()] ?? place
  const district = `${part.charAt(0).toUpperCase()}${part && '.'}D.`
  // Single capitals close up (Bluebook, rule 6.1): S.D.N.Y., but D. Mass. and N.D. W. Va.
  return /^(?:[A-Z]\.)+$/.test(short) ? `${district}${short}` : `${district} ${short}`
}
