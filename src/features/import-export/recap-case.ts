import * as z from 'zod'
import { formatDate } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'
import { SETTINGS } from '../settings/rules.ts'
import { PLACES } from '../site/citation-rules.ts'
import { courtDay, list, optionalLine, text } from './imported-fields.ts'

/* What RECAP's JSON says about the case, for the page “About this site”: dates, judges, parties, and their counsel. */

const FACTS = {
  date_filed: 'Date filed',
  date_terminated: 'Date terminated',
  date_converted: 'Date converted',
  date_discharged: 'Date discharged',
  referred_to_str: 'Referred to',
}
type Fact = keyof typeof FACTS
const names = Object.keys(FACTS) as Fact[]

const fact = optionalLine(500)
/** Some programs give the name alone. */
const named = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((one) => (typeof one === 'string' ? { name: one } : one), z.object(shape))
const Counsel = named({ name: fact })
const role = { date_terminated: fact, extra_info: text(10_000).nullish() }
const Party = named({
  name: fact,
  type: fact,
  ...role,
  attorneys: list(z.unknown()).nullish(),
  // CourtListener's name; a party has one for each role in the case.
  party_types: list(z.object({ name: fact, ...role })).nullish(),
}).transform(({ party_types, ...party }) => {
  const { name: type = '', ...about } = party_types?.[0] ?? {}
  return party_types?.[0] ? { ...party, type, ...about } : party
})

export const caseFields = {
  ...(Object.fromEntries(names.map((name) => [name, fact])) as Record<Fact, typeof fact>),
  parties: list(z.unknown(), 100_000).nullish(),
}

type CaseFields = z.output<z.ZodObject<typeof caseFields>>

/** Markdown, as long as that page may be, and sentences about what it leaves out. */
export function aboutCase(fields: CaseFields, timeZone: string) {
  const day = (written: string) => {
    const date = courtDay(written, timeZone)
    return date ? formatDate(date) : written
  }
  const facts = names
    .filter((name) => fields[name])
    .map((name) => `- ${FACTS[name]}: ${plain(day(fields[name]))}`)
  const all = fields.parties ?? []
  const read = all.flatMap((party) => Party.safeParse(party).data ?? []).filter(({ name }) => name)
  const lines = read.map((party) => partyLine(party, day))
  // Leaves room for the headings.
  let room = SETTINGS.about.max - facts.join('\n').length - 200
  const shown = lines.filter((line) => {
    room -= line.length + 1
    return room >= 0
  })
  const section = (heading: string, lines: readonly string[]) =>
    lines.length > 0 ? [`# ${heading}`, lines.join('\n')] : []
  const sections = [...section('About this case', facts), ...section('Parties and counsel', shown)]
  const lost = all.length - shown.length
  const hasContacts = read.some(({ attorneys, extra_info }) => attorneys?.length || extra_info)
  return {
    about: sections.join('\n\n'),
    notes: [
      ...(lost > 0 ? [`Left out of About this site: ${counted(lost, 'party', 'parties')}.`] : []),
      ...(hasContacts ? ['Left out: addresses and other details of parties and counsel.'] : []),
    ],
  }
}

function partyLine(party: z.output<typeof Party>, day: (written: string) => string): string {
  const { name, type, date_terminated, attorneys } = party
  const counsel = (attorneys ?? []).flatMap((one) => Counsel.safeParse(one).data?.name || [])
  return [
    `- **${plain(name)}**`,
    type && `, ${plain(type)}`,
    date_terminated && `, terminated ${day(date_terminated)}`,
    counsel.length > 0 && `. Counsel: ${[...new Set(counsel)].map(plain).join(', ')}`,
  ]
    .filter(Boolean)
    .join('')
}

/** Escaped, so that no name is read as Markdown. */
const plain = (name: string) => name.trim().replace(/[\\`*_[\]<>|~&#!]/g, '\\$&')

/* PACER's court IDs are regular: `njd` is the District of New Jersey, `nysb` a bankruptcy court in New York. */

const PARTS = ['Northern', 'Southern', 'Eastern', 'Western', 'Middle', 'Central']

/** @returns the court's full name, or `''` for an ID of another form */
export function courtName(id: string): string {
  const [, state = '', part = '', kind] = /^([a-z]{2})([nsewmc]?)([db])$/.exec(id) ?? []
  const place = PLACES.find(([code]) => code === state)?.[1]
  if (!place) return ''
  const court = kind === 'b' ? 'United States Bankruptcy Court' : 'United States District Court'
  const names = PARTS.filter((name) => name[0]?.toLowerCase() === part)
  return `${court}, ${[...names, 'District of', place].join(' ')}`
}
