import type { RelationKind } from '../../platform/database/schema.ts'
import { oneLine } from '../../shared/clean-text.ts'

/*
 * What a clerk's docket text says about other entries: "ORDER granting 45 Motion", "RESPONSE re 12", "(related
 * document(s) 4320, 4335)", "ECF No. 44". Uncertain references are left out: a wrong link is worse than a missing one.
 */

export interface Reference {
  kind: RelationKind
  number: number
}

/** An order rarely decides more than a few dozen; each is a row of one SQL statement. */
export const MAX_RELATIONS = 1000

/** No clerk's text is as long; what follows is not read. In characters. */
const MAX_READ = 50_000

/** From the entry to the other one. */
export const RELATION_LABELS: Readonly<Record<RelationKind, string>> = {
  responds_to: 'Responds to',
  decides: 'Decides',
  amends: 'Amends',
  refers_to: 'Refers to',
}

/** 45, [45], (45), 45-2; not the 16 of "16.1", the 10 of "10:30", the 8 of "8/4/2023" or the 30 of "30%". */
const NUMBER = String.raw`[[(]?(?<![\d.])\b\d{1,6}(?:-\d{1,4})?\b[\])]?(?![/:%\w]|[.,]\d|-\d)`

/** "granting 30 days", "28 U.S.C." */
const MEASURES =
  'days?|weeks?|months?|years?|hours?|minutes?|percent|pages?|copies|depositions?|interrogatories|business|calendar|additional|more|other|persons?|people|U\\.?S\\.?C|C\\.?F\\.?R'
const NOT_A_MEASURE = `(?!\\s+(?:${MEASURES})\\b)`

const FILINGS =
  'motion order complaint letter brief memorandum response reply answer notice declaration affidavit stipulation document transcript report objection objections judgment opinion appeal petition application exhibit exhibits statement request certificate summons opposition crossclaim counterclaim minute redaction withdrawal plan claim'
const FILING = `(?:[A-Z][\\w/’'-]*\\s+){0,4}?(?:${inAnyCase(FILINGS)})\\b`

const DECIDING = inAnyCase(
  'granting grants granted denying denies denied adopting overruling sustaining approving so-ordering resolving terminating',
)
/** "granting in part and denying in part as moot 45 …" */
const QUALIFIED = `(?:,?\\s+(?:${inAnyCase('in part and as moot without with prejudice to the granting denying nunc pro tunc')})){0,12}`
/** ", 492 Sealed Document" after the first; CM/ECF leaves commas where it leaves words out. */
const FURTHER = `(?:[^,;.()]{0,200},+\\s+${NUMBER}(?=\\s+${FILING}))*`
const LIST = `${NUMBER}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${NUMBER})*`

/** "ECF No. 80 in the Lupin Action" is on another docket. */
const ELSEWHERE = '\\s+(?:in|of)\\s+(?:the\\s+)?(?:[A-Z]\\w+\\s+[Aa]ction|[Cc]ase|[Cc]iv|No|\\d)'

type Meaning = RelationKind | 'main'

/**
 * The numbers that each form refers to. Earlier forms win over later ones about the same number. `main` is the filing that
 * the entry is about; how it relates to that filing depends on how its text begins.
 */
const FORMS: Record<Exclude<Meaning, 'responds_to'>, string[]> = {
  decides: [
    `\\b(?:${DECIDING})${QUALIFIED}\\s+(?<numbers>${NUMBER})${NOT_A_MEASURE}(?=\\s+[A-Za-z])`,
  ],
  amends: [
    `\\b(?:${inAnyCase('amending correcting superseding modifying')})\\s+(?<numbers>${NUMBER})(?=\\s+${FILING})`,
  ],
  main: [
    `\\b[Rr]elated [Dd]oc(?:ument)?(?:\\(s\\)|s)?\\.?\\s*[:#]?\\s*(?<numbers>${LIST})`,
    `\\b(?:re|Re|RE):?\\s*\\(?(?<numbers>${NUMBER}${NOT_A_MEASURE}(?=\\s+[A-Z]|\\s*[).,;]|\\s*$)${FURTHER})`,
    `\\b(?:${inAnyCase('to on of for from regarding')})\\s+(?<numbers>${NUMBER}(?=\\s+${FILING})${FURTHER})`,
  ],
  refers_to: [
    `\\b(?:ECF|Dkt\\.?|DKT\\.?|Docket|Docket Entry|Doc\\.|D\\.E\\.|DE|D\\.I\\.)\\s*(?:Nos?\\.?|#)?\\s*(?<numbers>${LIST})(?!${ELSEWHERE})`,
    '(?<numbers>\\[\\d{1,6}(?:-\\d{1,4})?\\])',
  ],
}
const PATTERNS = (Object.entries(FORMS) as [Meaning, string[]][]).flatMap(([means, forms]) =>
  forms.map((form) => [means, new RegExp(form, 'g')] as const),
)

/** Each word as `order`, `Order` or `ORDER`; elsewhere in the pattern case matters. */
function inAnyCase(words: string): string {
  return words
    .split(' ')
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
    .join('|')
}

/** How an entry relates to the filing it is about: the first pattern that matches the beginning of its text. */
const OWN_KINDS: readonly [RegExp, RelationKind][] = [
  [
    /^(?:certificate|affidavit|declaration|notice|exhibits?|letter|transcript|redact(?:ion|ed)|supplement|set|reset)\b/i,
    'refers_to',
  ],
  [/^(?:[a-z’'-]+ ){0,3}(?:motion|application|petition)\b/i, 'refers_to'],
  [
    /^(?:[a-z’'-]+ ){0,4}(?:response|opposition|objections?|reply|sur-?reply|answer)\b/i,
    'responds_to',
  ],
  [/^(?:[a-z’'-]+ ){0,3}(?:brief|memorandum)\b.{0,20}\bin opposition\b/i, 'responds_to'],
  [/^(?:[a-z’'-]+ ){0,2}(?:amended|corrected|amendment|correction|errata)\b/i, 'amends'],
  [/^(?:so[- ]ordered|(?:[a-z’'-]+ ){0,3}(?:order|judgment|opinion)\b)/i, 'decides'],
]

/** What parties file, or send to be signed, decides nothing, whatever order it speaks of. */
const UNDECIDED = [
  /^\W{0,9}(?:(?!(?:order|minute|judgment|opinion|decision|ruling|endorsement)\b)[a-z’'-]+ ){0,4}(?:motion|application|petition|request|notice|letter|response|reply|opposition|brief|declaration|affidavit|objections?|certificat\w+|transcript|statement|appeal|complaint|answer|exhibits?)\b(?! (?:and |endorsed )?order\b)/i,
  /^(?:(?!\b(?:granting|denying|adopting|overruling|sustaining|approving)\b).){0,120}(?:\b(?:proposed|unsigned)\W{1,3}(?:[\w-]+ ){0,3}(?:order|judgment|stipulation|decree)\b|\border,? ?[[(](?:proposed|unsigned|lodged))/i,
  /^\W{0,9}(?:received|lodg(?:ed|ing)|tendered|submi\w+)\b/i,
  /^\W{0,9}(?:[a-z’'-]+ ){0,3}(?:stipulat(?:ion|ed)|agreed|consent)\b(?!.*\b(?:signed|so[- ]ordered)\b)/i,
]

/** The 1 and 2 of "(1) REDACTION, (2) …", but not the 1 of "ANSWER to (1) Complaint". */
function listNumbers(text: string): Set<number> {
  const numbers = new Set(
    Array.from(text.matchAll(/\((\d{1,3})\)/g), ([, digits]) => Number(digits)),
  )
  const run = new Set<number>()
  for (let next = 1; numbers.has(next); next += 1) run.add(next)
  const isFirstFiling = run.size === 1 && /\(1\) (?:\w+ ){0,3}(?:complaint|petition)\b/i.test(text)
  return isFirstFiling ? new Set() : run
}

/**
 * The entries that a docket text refers to, each once, and how.
 * @param own the entry's own docket number: clerks refer back, so a higher number is something else
 */
export function readReferences(text: string, own: number | null): Reference[] {
  const plain = withoutAttachments(text)
  const mayDecide = !UNDECIDED.some((pattern) => pattern.test(plain))
  const decided = (kind: RelationKind) => (kind === 'decides' && !mayDecide ? 'refers_to' : kind)
  const lists = listNumbers(plain)
  const kinds = new Map<number, RelationKind>()
  // "RESPONSE re 116 APPEAL … re 107 Order": the entry is about 116, and 116 is about 107.
  let main = OWN_KINDS.find(([pattern]) => pattern.test(plain))?.[1] ?? 'refers_to'
  for (const [means, pattern] of PATTERNS) {
    for (const match of plain.matchAll(pattern)) {
      const kind = means === 'main' ? main : means
      if (means === 'main') main = 'refers_to'
      for (const number of numbersIn(match.groups?.numbers ?? '', lists)) {
        if (!kinds.has(number) && number > 0 && (own === null || number < own)) {
          kinds.set(number, decided(kind))
        }
      }
    }
  }
  return Array.from(kinds, ([number, kind]) => ({ kind, number }))
    .slice(0, MAX_RELATIONS)
    .sort((a, b) => a.number - b.number)
}

/** The first, and each after a comma or an "and"; anything between is part of the filing's name. */
const LISTED = new RegExp(`(?:^|,\\s+|\\band\\s+|&\\s*)(${NUMBER})`, 'g')

function numbersIn(text: string, lists: ReadonlySet<number>): number[] {
  return Array.from(text.matchAll(LISTED), ([, written = '']) => {
    const number = Number.parseInt(written.replace(/^\D/, ''), 10)
    return written.startsWith('(') && lists.has(number) ? 0 : number
  })
}

/** Titles of attachments name other filings, which the entry does not refer to. */
function withoutAttachments(text: string): string {
  const list = text.search(/\(attachments?:/i)
  return oneLine(text.slice(0, Math.min(list < 0 ? text.length : list, MAX_READ)))
}
