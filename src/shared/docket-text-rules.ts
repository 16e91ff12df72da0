import { oneLine } from './clean-text.ts'

/** Words that may precede the type; a motion for an order or for summary judgment is still a motion. */
const BEFORE = String.raw`(?:(?!(?:motion|application|notice|response|reply|opposition|objection|brief)\b)[\w-]+ ){0,3}`

const TYPES: [RegExp, string][] = [
  [/^(?:certificate|affidavit) of service|^summons/i, 'Service'],
  [/^(?:paperless |electronic |text |text-only )?minute (?:entry|order)/i, 'Minute entry'],
  [/^(?:memorandum )?opinion/i, 'Opinion'],
  [new RegExp(String.raw`^(?:so[- ]ordered|${BEFORE}order\b)`, 'i'), 'Order'],
  [new RegExp(String.raw`^${BEFORE}judgment\b`, 'i'), 'Judgment'],
  [/^(?:[\w-]+ )?amended complaint|^complaint/i, 'Complaint'],
  [
    /^(?:notice of (?=motion))?(?:(?!(?:of|re|to)\b)[\w-]+ ){0,3}motion\b|^application\b/i,
    'Motion',
  ],
  [/^(?:amended )?answer|\bANSWER to\b/, 'Answer'],
  [
    /^(?:(?:[\w-]+ )?(?:reply|response|objections?)|[\w\s]{0,20}\b(?:brief|memorandum|opposition))\b/i,
    'Brief',
  ],
  [/^(?:declaration|affidavit|affirmation|certification)\b/i, 'Declaration'],
  [/^(?:[\w-]+ ){0,3}stipulation\b/i, 'Stipulation'],
  [/^letter\b/i, 'Letter'],
  [/^transcript\b/i, 'Transcript'],
  [/^(?:[\w-]+ ){0,3}notice\b/i, 'Notice'],
  [/^(?:[\w-]+ ){0,4}(?:statement|report)\b/i, 'Report'],
]

/** Empty if the text names no known type. */
export function filingType(text: string): string {
  return TYPES.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}

/** The court has no document for it: the clerk's words, which may follow the judge's name, are all there is. */
const TEXT_ONLY =
  /^(?:[^:(]{0,60}: ?)?(?:(?:docket )?text(?:[- ]only)?|paperless|electronic|non-?document|virtual) (?:minute )?(?:order|entry|notice)\b|[([](?:this is a )?(?:text[- ](?:only|entry)|no (?:pdf|document|image)|non-?document|paperless)\b|\bthis is a text[- ](?:only )?(?:order|entry)\b/i

export const isTextOnly = (text: string) => TEXT_ONLY.test(oneLine(text))

const MAX_TITLE_LENGTH = 140
/** A period that does not belong to an abbreviation. */
const SENTENCE_END =
  /(?<!\b(?:Inc|INC|Corp|Co|CO|Ltd|LTD|No|Nos|Mr|Ms|Mrs|Dr|Jr|Sr|Hon|v|vs|U\.S|St|Fed|Civ|[A-Z]))\.\s/

/** The text up to where it goes on to the filer, date, or other details. */
export function filingTitle(text: string): string {
  // The Ninth Circuit adds it to whatever was filed electronically.
  const plain = oneLine(text).replace(/ \(ECF\)/g, '')
  const ends = [/\s\(/, /;/, /:?\s(?:filed\s)?by\s/i, SENTENCE_END]
    .map((pattern) => plain.search(pattern))
    .filter((at) => at > 0)
  const title = plain
    .slice(0, Math.min(plain.length, ...ends))
    .replace(/(?<![\s.,:;-])[\s.,:;-]+$/, '')
  return shortenTitle(title || plain)
}

export function shortenTitle(title: string): string {
  if (title.length <= MAX_TITLE_LENGTH) return title
  const cut = title.slice(0, MAX_TITLE_LENGTH - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 80 ? cut.lastIndexOf(' ') : undefined)}…`
}

const MAX_FILER_LENGTH = 200

const COURTS_OWN = new Set(['Order', 'Minute entry', 'Opinion', 'Judgment'])
const BY_PARTIES = /^(?:[\w-]+ ){0,3}(?:proposed|stipulat\w+|consent|agreed)\b/i
const CLERKS_NOTE = /^clerk['’`]?s\b/i
/** "shall be filed by March 12" is a deadline. */
const FILED_BY =
  /\bfiled by (?!\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z.]* \d)(.+)/i

/** Here "filed by" is about who must file, or an earlier filing. */
const isOfTheCourt = (text: string) =>
  CLERKS_NOTE.test(text) || (COURTS_OWN.has(filingType(text)) && !BY_PARTIES.test(text))

/** "filed by X on behalf of Y" is Y's filing; orders and clerk's notes have no filer. */
export function filedBy(text: string): string {
  const plain = oneLine(text)
  if (isOfTheCourt(plain)) return ''
  const [, filer = ''] =
    /\bon behalf of (.+)/i.exec(plain) ??
    FILED_BY.exec(plain) ??
    /^[\w\s,'’/-]{3,80}? by ([A-Z].+)/.exec(plain) ??
    []
  const end = [
    /\s?\(/,
    /;/,
    / (?:against|identifying|filed by|to receive) /,
    / re:? \d/,
    SENTENCE_END,
    /(?<=\.)\./,
  ].map((pattern) => filer.search(pattern))
  const name = filer.slice(
    0,
    Math.min(filer.length, MAX_FILER_LENGTH, ...end.filter((at) => at >= 0)),
  )
  return /\b(?:Inc|Corp|Co|Ltd|Jr|Sr|al)\.$/i.test(name)
    ? name
    : name.replace(/(?<![\s,.])[\s,.]+$/, '')
}
