import { stemmer } from 'stemmer'
import { cutText } from '../../shared/clean-text.ts'

/* What a word is, for both databases alike: made here, once, so that neither decides it by its own rules. */

export interface Word {
  /** As it is compared: without case and accents, its ending taken off (Porter). */
  stem: string
  /** Where it stands in the text: the first character, and the one after the last. */
  start: number
  end: number
}

/**
 * A number with its thousands together, a word with its apostrophes, soft hyphens and a hyphen at the end of a line, or
 * the signs that lawyers say as words. Everything else separates: `45-2` is 45 followed by 2.
 */
const WORD =
  /(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])|[\p{L}\p{N}\p{M}]+(?:(?:['’ʼ\u00ad]|(?<=\p{L})[-\u2010\u00ad]\r?\n(?=\p{Ll}))[\p{L}\p{N}\p{M}]+)*|[§¶]+/uy

const SIGNS: Record<string, string> = { '§': 'section', '¶': 'paragraph' }

/** Longer ones are no words, and PostgreSQL refuses those above 2 kB. */
const MOST_CHARACTERS = 60

/** The words of a text in their order, each with its place. */
export function* wordsOf(text: string): Generator<Word> {
  let start = 0
  while (start < text.length) {
    const end = endOfWord(text, start)
    if (end > start) {
      const stem = stemOf(text.slice(start, end))
      if (stem !== '') yield { stem, start, end }
      start = end
    } else start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1
  }
}

/** Where the word that begins here ends; here, where none does. */
function endOfWord(text: string, start: number): number {
  let end = start
  while (isPlain(text.charCodeAt(end))) end += 1
  // Nearly every word ends with its letters, which is told ten times as fast without the expression.
  const isSure = end > start ? !mayGoOn(text, end) : text.charCodeAt(start) < FIRST_BEYOND_ASCII
  if (isSure) return end
  WORD.lastIndex = start
  return WORD.test(text) ? WORD.lastIndex : start
}

const FIRST_BEYOND_ASCII = 0x80

/** A letter or digit of English. */
function isPlain(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code)
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/** Whether what stands behind plain letters and digits may belong to them. */
function mayGoOn(text: string, end: number): boolean {
  const code = text.charCodeAt(end)
  if (code >= FIRST_BEYOND_ASCII) return true
  const sign = text.charAt(end)
  if (sign === ',') return isDigit(text.charCodeAt(end + 1))
  return sign === "'" || (sign === '-' && /[\r\n]/.test(text.charAt(end + 1)))
}

/** The stems of a text, in their order: what the databases index. */
export function stemsOf(text: string): string[] {
  return Array.from(wordsOf(text), ({ stem }) => stem)
}

/** A docket says the same words over and over: looking one up is ten times as fast as making its stem. */
const MOST_KEPT = 50_000
/** Engines cut longer words out of their text without copying: keeping one would keep the whole text. */
const MOST_KEPT_CHARACTERS = 12
const kept = new Map<string, string>()

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
 * Letters and digits of English only, and a letter first: so no database sees anything else in it than one word. `2e5`
 * could be a number, and letters of other languages depend on how the server was set up.
 */
function codeOf(character: string): string {
  return `u${(character.codePointAt(0) ?? 0).toString(16)}`
}
