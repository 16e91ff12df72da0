import { stemsOf } from './words.ts'

/** One word, or several that have to follow each other, as stems. */
export type Term = readonly string[]

const MOST_TERMS = 12
const MOST_WORDS = 40

/**
 * What a visitor looks for: every term has to occur. Quotes make a phrase; so does what is written together, as `45-2`,
 * `cross-motion` or `§ 1983`. There are no operators: AND, OR, * and - are what they look like.
 */
export function readTerms(typed: string): Term[] {
  const terms = new Map<string, Term>()
  for (const { 0: whole, 1: phrase } of typed.matchAll(CHUNK)) {
    const stems = stemsOf(phrase ?? whole).slice(0, MOST_WORDS)
    if (stems.length > 0) terms.set(stems.join(' '), stems)
    if (terms.size === MOST_TERMS) break
  }
  return [...terms.values()]
}

const CHUNK = /["“”„]([^"“”„]*)["“”„]|(?:[§¶]\s*)*[^\s"“”„]+/g

export interface DocketNumber {
  number: number
  /** Undefined: the entry itself. */
  attachment?: number | undefined
}

const DOCKET_NUMBER =
  /^["“]?(?:(?:ecf|dkt|docket|doc|document|entry|d\.i|di)\.?\s*)?(?:entry\s*|no\.?\s*|number\s*|#\s*)?(\d{1,9})(?:\s*[-–‑]\s*(\d{1,6}))?["”]?$/i

/** `45`, `45-2`, `ECF 45`, `Dkt. No. 45-2`: what a citation names is to be found first. */
export function readDocketNumber(typed: string): DocketNumber | undefined {
  const [, number, attachment] = DOCKET_NUMBER.exec(typed.trim()) ?? []
  if (number === undefined) return undefined
  return { number: Number(number), ...(attachment && { attachment: Number(attachment) }) }
}
