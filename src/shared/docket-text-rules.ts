import { anyCase, oneLine } from './clean-text.ts'

/** Words that may precede the type; a motion for an order or for summary judgment is still a motion. */
const BEFORE = String.raw`(?:(?!(?:motion|application|notice|response|reply|opposition|objection|brief|transcript|satisfaction|abstract|request)\b)[\w-]+ ){0,3}`

/** Words that describe what was filed; after one of these small words, another paper's name begins. */
const DESCRIBED = String.raw`(?:(?!(?:of|re|to|notice|motion)\b)[\w-]+ ){0,4}`

const TYPES: [RegExp, string][] = [
  [
    /^(?:[\w-]+ )?(?:certificate|affidavit|proof|waiver|acknowledge?ment) of service|^(?:electronic )?summons/i,
    'Service',
  ],
  [
    /^(?:(?:amended|paperless|electronic|text|text-only|civil|criminal|courtroom|hearing) ){0,2}minute(?:s\b| (?:entry|order))/i,
    'Minute entry',
  ],
  [/^(?:memorandum (?:(?:&|and) )?)?opinion/i, 'Opinion'],
  [
    anyCase`^(?:so[- ]ordered|${BEFORE}(?:order|injunction)\b|memo(?:randum)? endorse|findings of fact\b.{0,80}\border\b)`,
    'Order',
  ],
  [/^(?:memorandum |bench )?(?:decision|ruling)\b/i, 'Opinion'],
  [anyCase`^${BEFORE}(?:judgment|decree)\b`, 'Judgment'],
  [anyCase`^(?!answer)${DESCRIBED}complaint\b`, 'Complaint'],
  [anyCase`^(?:notice of (?=motion))?${DESCRIBED}(?:(?:cross-)?motion|application)\b`, 'Motion'],
  [/^(?:[Aa]mended |AMENDED )?(?:[Aa]nswer|ANSWER)|\bANSWER to\b/, 'Answer'],
  [anyCase`^(?:${DESCRIBED}(?:declaration|affidavit|affirmation)|certification)\b`, 'Declaration'],
  [
    /^(?:(?:[\w-]+ )?(?:(?:sur-?)?reply|response|objections?)|(?!notice\b)[\w\s]{0,30}\b(?:brief|memorandum|opposition))\b/i,
    'Brief',
  ],
  [/^(?:[\w-]+ ){0,3}stipulation\b/i, 'Stipulation'],
  [/^(?:[\w-]+ )?letter\b/i, 'Letter'],
  [/^(?:redacted )?transcript\b/i, 'Transcript'],
  [/^(?!request\b)(?:[\w-]+ ){0,3}notice\b/i, 'Notice'],
  [/^(?:[\w.()-]+ ){0,4}(?:statement|report)\b|^findings (?:&|and) recommendations?\b/i, 'Report'],
]

/** `*SEALED*`, `[Redacted]`, or `(E-filed)` before what was filed. */
const MARKED = /^(?:\*[a-z][\w .-]{0,60}\*|[\s*]|[([][\w -]{1,30}[)\]] )+(?=\w)/i

/** `Plaintiff's`, `Chapter 7 Trustee’s`, and whose order it is: `Judge Jane Roe: ELECTRONIC ORDER` */
const WHOSE =
  /^(?:(?:the |chapter \d{1,2} )?[\w-]+['’]s? |(?:(?:chief|senior|u\.s\.|district|magistrate|bankruptcy) ){0,3}judge [\w.,'’ -]{3,40}: )(?=\w)/i

/** `Adversary case 26-00033. 21 (Validity of lien): Complaint by Acme` */
const ADVERSARY = /^adversary case [\d:a-z-]{5,20}\.? (?:\d\d \(.{1,150}?\): )?/i

/** Empty if the text names no known type. */
export function filingType(text: string): string {
  const words = text.replace(MARKED, '').replace(ADVERSARY, '').replace(WHOSE, '')
  return TYPES.find(([pattern]) => pattern.test(words))?.[1] ?? ''
}

/** The court has no document for it: the clerk's words, which may follow the judge's name, are all there is. */
const TEXT_ONLY =
  /^(?:[^:(]{0,60}: ?)?(?:(?:docket )?text(?:[- ]only)?|paperless|electronic|non-?document|virtual) (?:minute )?(?:order|entry|notice)\b|[([](?:this is a )?(?:text[- ](?:only|entry)|no (?:pdf|document|image)|non-?document|paperless)\b|\bthis is a text[- ](?:only )?(?:order|entry)\b/i

export const isTextOnly = (text: string) => TEXT_ONLY.test(oneLine(text))

const MAX_TITLE_LENGTH = 140
const MIN_TITLE_LENGTH = 80
/** Where a title may end without cutting a name in two: at a comma, or before a small word that names do not have. */
const PART_END =
  /, (?!(?:Inc|LLC|LL?P|L\.|Ltd|Co|Corp|N\.A|P\.C|P\.?A|S\.A|Jr|Sr|Esq|\d+)\b)|,? (?=(?:an?|as|at|by|for|from|in|on|or|re|that|to|under|which|with) )/gi
/** A period that does not belong to an abbreviation. */
const SENTENCE_END =
  /(?<!\b(?:Inc|INC|Corp|Co|CO|Ltd|LTD|No|Nos|Mr|Ms|Mrs|Dr|Jr|Sr|Hon|v|vs|U\.S|St|Mt|Ft|Fed|Civ|Bros|Dept|Assn|Univ|Esq|Rev|Sgt|Lt|Col|[A-Z]))\.\s/

/** What was decided may follow the judge's name: `ORDER signed by Judge Jane Roe on 1/5/26 DENYING 12 Motion` */
const JUDGE =
  / (?:signed )?by (?:[A-Z][\w.]{1,11} ){0,4}Judge(?: (?!(?:Grant|Deny|Adopt|Approv|Direct|Dismiss|Sett)ing\b)[A-Z](?:\.|(?![A-Z])[\w'’-]*)){1,5}(?:,? (?:I{2,3}|IV|[JS]r\.))?(?: on [\d/]{6,10})?(?= (?:[a-z\d]|[A-Z]{2}|[A-Z][a-z]+ing\b))/
/** `Objection to (related document 12)` */
const OPEN = / (?:to|re|regarding)$/i
/** A notice has the number of an entry, which is a link, in brackets: `granting (55) Motion`. */
const LINKED = /\((\d{1,5}(?:-\d{1,4})?)\)(?= [A-Z])/g
/** `FILED.[4001234] [26-321]`, which circuits print last. */
const DOCUMENT_ID = /\.?\s?\[\d{6,}(?:-\d{1,4})?\]/
/** Circuits add its ID to what was filed, `MOTION [2149999] to extend time`, or that it was filed electronically. */
const ADDED = / \(ECF\)| \[\d{6,}(?:-\d{1,4})?\](?= [a-z])/g

/** The text up to where it goes on to the filer, date, or other details. */
export function filingTitle(text: string): string {
  const plain = oneLine(text).replace(ADVERSARY, '').replace(ADDED, '').replace(JUDGE, '')
  const unlinked = plain.replace(LINKED, '[$1]')
  // Not at the first character: a text may begin with a bracket.
  const ends = [BRACKET, /;/, NAMES_FILER, SENTENCE_END, DOCUMENT_ID]
    .map((pattern) => unlinked.slice(1).search(pattern) + 1)
    .filter((at) => at > 0)
  const title = trimmed(plain.slice(0, Math.min(plain.length, ...ends)), plain).replace(OPEN, '')
  return shortenTitle(tidyDocketText(title || plain))
}

/** Clerks' software doubles points, strings commas together, and leaves initials open: `Esq..`, `Motion,,, by`, `(jd, )`. */
export const tidyDocketText = (text: string): string =>
  oneLine(text)
    .replace(/,[, ]*,/g, ',')
    .replace(/(?<!\.)\.\.(?!\.)/g, '.')
    .replace(/\.{4,}/g, '… ')
    .replace(/, ?\)/g, ')')
    .replace(/ ([.,;])(?= |$)/g, '$1')

/** Without the punctuation at the end, unless it belongs to an abbreviation. */
function trimmed(part: string, whole: string): string {
  const bare = part.replace(/(?<![\s.,:;-])[\s.,:;-]+$/, '')
  const isAbbreviated = whole[bare.length] === '.' && ABBREVIATED.test(`${bare}.`)
  return isAbbreviated ? `${bare}.` : bare
}

export function shortenTitle(title: string): string {
  if (title.length <= MAX_TITLE_LENGTH) return title
  const ends = [...title.slice(0, MAX_TITLE_LENGTH).matchAll(PART_END)].map(({ index }) => index)
  const end = ends.findLast((at) => at > MIN_TITLE_LENGTH)
  const cut = title.slice(0, MAX_TITLE_LENGTH - 1)
  const space = cut.lastIndexOf(' ')
  const whole = cut.slice(0, end ?? (space > MIN_TITLE_LENGTH ? space : undefined))
  return `${whole.replace(/ (?:of|and|the|&)$/, '')}…`
}

const MAX_FILER_LENGTH = 300

const COURTS_OWN = new Set(['Order', 'Minute entry', 'Opinion', 'Judgment'])
const BY_PARTIES = /^\W*(?:[\w'’-]+ ){0,3}(?:proposed|stipulat\w+|consent|agreed)\b/i
const CLERKS_NOTE = /^(?:clerk['’`]?s|(?:formal )?mandate|USCA)\b/i
/** Who filed another paper: `(RE: related document(s)12 Motion filed by Debtor Acme)` */
const RELATED = /\((?:re:? )?related doc[^()]*(?:\([^()]*\)[^()]*)*\)/gi
/** "shall be filed by March 12" and "due by 3/12/2026" are deadlines. */
const BY_NO_DAY = String.raw`by:? (?!\d|mail\b|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z.]* \d)`
const FILED_BY = anyCase`\bfiled ${BY_NO_DAY}(.+)`
const NAMES_FILER = anyCase`(?:\.\s?document|:?)\s(?:(?:filed|signed|entered|submitted)\s)?(?:${BY_NO_DAY}|on behalf of )`
const ON_BEHALF = /\bon behalf of (.+)/i
const BY = /^[\w\s,'’/-]{3,80}? by ([A-Z].+)/
/** Clerks put the attachments, or the lawyer who filed, right after the name. */
const BEFORE_LAWYER =
  /\bby ((?=[A-Z](?:(?! by )[^();]){1,300}\((?:attachments?:|[\w'’. -]{1,40}, [\w'’. -]{1,40}\))).+)/i

/** Here "filed by" is about who must file, or an earlier filing. */
const isOfTheCourt = (text: string) =>
  CLERKS_NOTE.test(text) || (COURTS_OWN.has(filingType(text)) && !BY_PARTIES.test(text))

/** A name may have parentheses of its own: "PB (USA) Realty Corporation"; a rule has, too: "30(b)(6)". */
const BRACKET =
  /(?:\s\(|\((?!(?:[A-Za-z]|\d\d?)\)))(?!(?:USA?|U\.S\.A?\.?|UK|U\.K\.|America|Canada|Europe|Delaware|s|[IVX]{1,4})\)|[\w .&-]{1,30}\),? (?:Inc|Corp|Co|LLC|Ltd|Limited|LP|L\.|Realty|Holding|Bank|Trust)\w*\b)/
/** Where a clerk's text continues after a name, which is capitalized except for a few small words. */
const NAME_ENDS = [
  BRACKET,
  /;|\s?\[|, (?:RECEIVED|FILED|SUBMITTED|TENDERED)\b/,
  / (?:against|identifying|naming|(?:filed )?by|on behalf of|as to|re|regarding|concerning|dated|with hearing)\b/i,
  / from | (?:to|in|with|on|at|before) (?=[a-z\d[#])/,
  / for (?!the |all )(?=[a-z\d[#])/,
  /(?<=\.|\b)\s(?=(?:The|This) (?:[Hh]earing|[Cc]ourt|[Mm]otion|[Cc]lerk|[Mm]atter|[Ff]iling|[Dd]ocument)\b)/,
  /\.?\s(?=(?:Hearing|Objections?|Responses?|Reply|Answer|Status|Related|Receipt|Fee|Filing|Certificate|Modified|Signed|Entered|Last|Proof|Chapter|Motion|Order|Attachments?|Document|Government|Proposed)\b[^,.]{0,20}(?:\b(?:is|due|date|set|to be|will|scheduled|held|by|for|on|fee|number|amount|no|day)\b|[:#$\d]))/i,
  /(?<=\.) (?=(?:A|An|Any|All|If|No|See|Please|It|He|She|They|Such|Parties|Counsel)\s[a-z])/,
  SENTENCE_END,
  /(?<=\.)\./,
  /(?<=[a-z])\.(?=[A-Z][a-z])/,
]
const ABBREVIATED =
  /(?:\b(?:Inc|Corp|Co|Ltd|Jr|Sr|Esq|al|Bros|Assn|Ph\.D)|\b[A-Z]\.[A-Z](?:\.[A-Z])?)\.$/i
/** Small words of a name, which cannot end it. */
const JOINING =
  /^(?:of|and|the|for|et|de[lnr]?|della|di|d[aiu]|l[ae]s?|los|el|y|von|van|ten|ter|zu|bin|ibn|in|on|at|as|an?|or|all|d\/b\/a|a\/k\/a|f\/k\/a|n\/k\/a|c\/o|dba|aka|fka|ex)$/
const ROLE =
  /^(?:al|rel|pro|se|joint|interested|official|committee|counsel|part(?:y|ies)|(?:[a-z]+-)?(?:plaintiff|defendant|claimant|debtor|creditor|trustee|petitioner|respondent|appellant|appellee|intervenor|movant)s?)[,.]*$/
/** Means, days, and the court itself. */
const NO_NAME =
  /^(?:(?:(?:the|u\.?s\.?|united states|chief|senior|district|magistrate|bankruptcy|honorable|hon\.?) ){0,5}(?:judge|court|clerk|deputy)\b|(?:(?:first|certified|regular|overnight|electronic)[ -]){0,2}(?:class|mail|e-?mail|telephone|phone|video|zoom|fax|hand|publication|orders?|consent|counsel|stipulation|agreement|default|jury|rule|section|law|reference|request|way|means|virtue|reason|noon|close)\b[^,]{0,12}$|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d)/i

/** "filed by X on behalf of Y" is Y's filing; orders and clerk's notes have no filer. Empty where that is uncertain. */
export function filedBy(text: string): string {
  if (isOfTheCourt(oneLine(text))) return ''
  const plain = oneLine(text).replace(MARKED, '').replace(RELATED, '')
  const [, filed] = FILED_BY.exec(plain) ?? []
  const [, behalf] = (filed ? ON_BEHALF.exec(filed) : null) ?? ON_BEHALF.exec(plain) ?? []
  const [, filer = ''] =
    behalf || filed ? ['', behalf ?? filed] : (BEFORE_LAWYER.exec(plain) ?? BY.exec(plain) ?? [])
  return nameIn(filer.replace(/^(?:pro hac vice|attorney) /i, ''))
}

function nameIn(filer: string): string {
  // Names end before; longer texts need not be searched.
  const near = filer.slice(0, 4 * MAX_FILER_LENGTH)
  const ends = NAME_ENDS.map((pattern) => near.search(pattern)).filter((at) => at >= 0)
  const name = trimmed(near.slice(0, Math.min(near.length, ...ends)), near)
  return isName(name) ? shortenList(name) : ''
}

/** All words but the small ones begin with a capital or a digit, or are like "eBay". */
function isName(name: string): boolean {
  const words = name.split(' ')
  const isJoining = (word: string) => JOINING.test(word)
  const isOpen = words.every(isJoining) || isJoining(words.at(-1) ?? '')
  return (
    name !== '' &&
    !isOpen &&
    words.every((word) => !/^\p{Ll}+\P{Lu}*$/u.test(word) || isJoining(word) || ROLE.test(word)) &&
    !NO_NAME.test(name)
  )
}

/** As lawyers shorten a list of parties. */
function shortenList(name: string): string {
  if (name.length <= MAX_FILER_LENGTH) return name
  const end = name.lastIndexOf(', ', MAX_FILER_LENGTH)
  return end > 0 ? `${name.slice(0, end)}, et al.` : ''
}
