import * as z from 'zod'
import { formatDate } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'
import { SETTINGS } from '../settings/rules.ts'
import { courtDay, list, optionalLine, text } from './imported-fields.ts'

/* What RECAP's JSON says about the case, for the page “About this site”: dates, judges, parties, and their counsel. */

const Name = z.object({ name: optionalLine(500), roles: z.array(z.string()).nullish() })
const Party = z.object({
  name: optionalLine(500),
  type: optionalLine(200),
  date_terminated: optionalLine(100),
  extra_info: text(10_000).nullish(),
  attorneys: list(z.unknown()).nullish(),
})

export const caseFields = {
  date_filed: optionalLine(100),
  date_terminated: optionalLine(100),
  date_converted: optionalLine(100),
  date_discharged: optionalLine(100),
  referred_to_str: optionalLine(300),
  jurisdiction: optionalLine(300),
  jury_demand: optionalLine(300),
  demand: optionalLine(300),
  appeal_from: optionalLine(500),
  parties: list(z.unknown(), 100_000).nullish(),
}

type CaseFields = z.output<z.ZodObject<typeof caseFields>>

const FACTS = [
  ...(['date_filed', 'date_terminated', 'date_converted', 'date_discharged'] as const),
  ...(['referred_to_str', 'jurisdiction', 'jury_demand', 'demand', 'appeal_from'] as const),
] as const
const LABELS: Readonly<Record<(typeof FACTS)[number], string>> = {
  date_filed: 'Date filed',
  date_terminated: 'Date terminated',
  date_converted: 'Date converted',
  date_discharged: 'Date discharged',
  referred_to_str: 'Referred to',
  jurisdiction: 'Jurisdiction',
  jury_demand: 'Jury demand',
  demand: 'Demand',
  appeal_from: 'Appeal from',
}

/** Markdown, as long as that page may be, and sentences about what it leaves out. */
export function aboutCase(
  fields: CaseFields,
  timeZone: string,
): { about: string; notes: string[] } {
  const day = (written: string) => formatDate(courtDay(written, timeZone) ?? written)
  const facts = FACTS.filter((name) => fields[name]).map((name) => {
    return `- ${LABELS[name]}: ${plain(name.startsWith('date') ? day(fields[name]) : fields[name])}`
  })
  const all = fields.parties ?? []
  const read = all.flatMap((party) => Party.safeParse(party).data ?? []).filter(({ name }) => name)
  const lines = read.map((party) => partyLine(party, day))
  // Leaves room for the headings.
  let room = SETTINGS.about.max - facts.join('\n').length - 200
  const shown = lines.filter((line) => {
    room -= line.length + 1
    return room >= 0
  })
  const about = [
    ...(facts.length > 0 ? ['# About this case', facts.join('\n')] : []),
    ...(shown.length > 0 ? ['# Parties and counsel', shown.join('\n')] : []),
  ].join('\n\n')
  const lost = all.length - shown.length
  const hasContacts = read.some(({ attorneys, extra_info }) => attorneys?.length || extra_info)
  return {
    about,
    notes: [
      ...(lost > 0 ? [`Left out of About this site: ${counted(lost, 'party', 'parties')}.`] : []),
      ...(hasContacts ? ['Left out: addresses and other details of parties and counsel.'] : []),
    ],
  }
}

function partyLine(party: z.output<typeof Party>, day: (written: string) => string): string {
  const { name, type, date_terminated, attorneys } = party
  const counsel = (attorneys ?? []).flatMap((one) => Name.safeParse(one).data?.name || [])
  return [
    `- **${plain(name)}**`,
    type && `, ${plain(type)}`,
    date_terminated && `, terminated ${day(date_terminated)}`,
    counsel.length > 0 && `. Counsel: ${[...new Set(counsel)].map(plain).join(', ')}`,
  ]
    .filter(Boolean)
    .join('')
}

/** No name is Markdown. */
const plain = (name: string) => name.trim().replace(/[\\`*_[\]<>|~&#!]/g, '\\$&')
