import { stemmer } from 'stemmer'
import { cutText } from '../../shared/clean-text.ts'

/* Defines what a word is, so that both databases follow the same rules (decision 024). */

export interface Word {
  /** The form used for comparison: without case, accents, and endings (Porter). */
  stem: string
  /** Offsets into the text; `end` is exclusive. */
  start: number
  end: number
}

/**
 * A number with thousands separators, an abbreviation of single letters (`U.S.C.`), a word with apostrophes and line-end
 * hyphens, or the signs that lawyers read as words. Everything else separates words: `45-2` is 45 followed by 2.
 */
const WORD =
  /(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])|\p{L}(?:\.\p{L})+(?![\p{L}\p{N}\p{M}])\.?|[\p{L}\p{N}\p{M}]+(?:(?:['’ʼ\u00ad]|(?<=\p{L})[-\u2010\u00ad]\r?\n(?=\p{Ll}))[\p{L}\p{N}\p{M}]+)*|[§¶]+/gu

const SIGNS: Record<string, string> = { '§': 'section', '¶': 'paragraph' }

/** Longer strings are not words, and PostgreSQL refuses those above 2 kB. */
const MOST_CHARACTERS = 60

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: found, index: start } of text.matchAll(WORD)) {
    const stem = stemOf(found)
    if (stem !== '') yield { stem, start, end: start + found.length }
  }
}

export function stemsOf(text: string): string[] {
  return Array.from(wordsOf(text), ({ stem }) => stem)
}

/** Caches stems: dockets repeat the same words, and a lookup is ten times as fast as stemming. */
const kept = new Map<string, string>()
const MOST_KEPT = 50_000
/** V8 does not copy longer substrings, so caching one would keep the whole text in memory. */
const MOST_KEPT_CHARACTERS = 12

function stemOf(found: string): string {
  if (found.length > MOST_KEPT_CHARACTERS) return makeStem(found)
  const known = kept.get(found)
  if (known !== undefined) return known
  const stem = makeStem(found)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(found, stem)
  return stem
}

function makeStem(found: string): string {
  const sign = SIGNS[found.charAt(0)]
  const word = (sign ?? found)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’ʼ]s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  const cut = cutText(word, MOST_CHARACTERS)
  if (cut === '') return ''
  return /^[a-z]+$/.test(cut) ? stemmer(cut) : `n${cut.replace(/[^a-z0-9]/gu, codeOf)}`
}

/**
 * Stems have only ASCII letters and digits, a letter first, so that every database sees one word: `2e5` could be a number,
 * and other letters depend on the server's locale.
 */
function codeOf(character: string): string {
  return `u${(character.codePointAt(0) ?? 0).toString(16)}`
}

/**
 * Words on nearly every page: many entries have `of`, `the`, and `court`, but few have the token `of_the_court`. Changing
 * this list needs a migration that rebuilds search_wholes.
 */
const FREQUENT = new Set(
  'the of to and in a for by on that court motion section paragraph'.split(' '),
)

const LONGEST = 3

/** The stems of a text, and sequences of stems that begin with frequent words. */
export function* tokensOf(stems: readonly string[]): Generator<string> {
  for (const index of stems.keys()) {
    for (let length = lengthAt(stems, index); length > 0; length -= 1) {
      yield stems.slice(index, index + length).join('_')
    }
  }
}

/** The number of words in the longest token that begins here. */
function lengthAt(stems: readonly string[], index: number): number {
  let length = 1
  while (
    length < LONGEST &&
    index + length < stems.length &&
    FREQUENT.has(stems[index + length - 1] ?? '')
  ) {
    length += 1
  }
  return length
}

/** The smallest set of tokens that every entry with these terms has. */
export function tokensOfTerms(terms: readonly Term[]): string[] {
  const tokens = new Set<string>()
  for (const term of terms) {
    let told = 0
    for (const index of term.keys()) {
      const end = index + lengthAt(term, index)
      if (end > told) tokens.add(term.slice(index, end).join('_'))
      told = Math.max(told, end)
    }
  }
  return [...tokens]
}

/** Whether one token covers the whole term, so that its words are known to be in order. */
export const isOneToken = (term: Term) => lengthAt(term, 0) === term.length

/** One word or a phrase, as stems. */
export type Term = readonly string[]
