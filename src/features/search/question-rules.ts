import type { EventKind } from '../../platform/database/schema.ts'
import { isLabel, isNumber, isSmall } from '../../platform/search/closeness.ts'
import { stemsOf, type Term } from '../../platform/search/words.ts'

export type Question = ReturnType<typeof readQuestion>

/**
 * What a visitor is looking for: every term must occur. `named` is an entry or attachment asked for by its number;
 * `events` is set if only the case's hearings, or only its deadlines, were asked for.
 */
export function readQuestion(typed: string) {
  const terms = readTerms(typed)
  const [, number, attachment] = DOCKET_NUMBER.exec(typed.trim()) ?? []
  if (number !== undefined) {
    const named = {
      number: Number(number),
      attachment: attachment ? Number(attachment) : undefined,
    }
    // Written as one word, like ECF45, it may be a word in a document.
    const isOneWord = /\p{L}\d/u.test(typed)
    return { named, terms: isOneWord ? terms : [stemsOf(`${number} ${attachment ?? ''}`)] }
  }
  const events = readEvents(terms)
  return { terms: events ? [events.term] : terms, events: events?.kind }
}

const MOST_TERMS = 12
const MOST_WORDS = 40

/**
 * Quotes make a phrase, and so do joined words such as `45-2`, `cross-motion`, or `§ 1983`. There are no operators:
 * AND, OR, *, and - mean nothing special. Small words are left out unless nothing else was typed, and so is a number's
 * label: `claim number 112` finds `Claim 112`.
 */
function readTerms(typed: string): Term[] {
  const chunks = Array.from(typed.matchAll(CHUNK), ({ 0: whole, 1: phrase }) => ({
    stems: stemsOf(phrase ?? whole).slice(0, MOST_WORDS),
    isQuoted: phrase !== undefined,
  })).filter(({ stems }) => stems.length > 0)
  const terms = chunks.map(({ stems, isQuoted }, index) => {
    if (isQuoted) return stems
    const isOfCode = CODES.has(chunks[index - 1]?.stems.at(-1) ?? '')
    const own = isOfCode && stems[0] === 'section' ? stems.slice(1) : stems
    const [only] = own.length === 1 ? own : []
    if (only === undefined) return own
    const isOfNumber = isLabel(only) && only !== 'section' && isNumber(chunks[index + 1]?.stems[0])
    return isSmall(only) || isOfNumber ? [] : own
  })
  const telling = terms.filter((term) => term.length > 0)
  const all = telling.length > 0 ? telling : chunks.map(({ stems }) => stems)
  return [...new Map(all.map((term) => [term.join(' '), term])).values()].slice(0, MOST_TERMS)
}

const CHUNK = /["“”„]([^"“”„]*)["“”„]|(?:[§¶]\s*)*[^\s"“”„]+/g

/** `11 U.S.C. § 363` is written with and without the section sign. */
const CODES = new Set(stemsOf('U.S.C. U.S.C.A. C.F.R.'))

const KINDS = new Map<string | undefined, EventKind>()
for (const kind of ['hearing', 'deadline'] as const) KINDS.set(stemsOf(kind)[0], kind)
const ABOUT_TIME = new Set(stemsOf('next upcoming scheduled date time day held will'))

/** `when is the next hearing` */
function readEvents(terms: readonly Term[]) {
  const [term, ...others] = terms.filter((one) => one.length > 1 || !ABOUT_TIME.has(one[0] ?? ''))
  const kind = term?.length === 1 && others.length === 0 ? KINDS.get(term[0]) : undefined
  return term && kind && { term, kind }
}

/** `45`, `45-2`, `ECF 45`, `Dkt. No. 45-2`, `Related Doc # 45`: the entry that is cited comes first. */
const DOCKET_NUMBER =
  /^["“([]?(?:(?:see|re|related(?:\s+to)?|regarding)[\s:]*)?(?:(?:ecf|dkt|docket|document(?:\(s\)|s)?|docs?|entry|d\.?i|d\.?e)\.?\s*)*(?:nos?\.?\s*|numbers?\s*|#\s*)*(\d{1,9})(?:\s*[-–‑]\s*(\d{1,6}))?[\])"”]?$/i
