import { stemmer } from 'stemmer'

/* The search of a closing archive, which has no server: the program writes the index, the browser reads it. */

/** Pieces of the index, so that a search loads only those of its words. */
export const INDEX_PIECES = 512
/** Entries in each file of what results show. */
export const ENTRIES_PER_PIECE = 100
/** More documents of one entry share the last place. */
export const MAX_PLACES = 1000

/** What results show of an entry; the archive has it as the API does. */
export interface IndexedEntry {
  id: number
  number: number | null
  filed_on: string
  title: string
  description: string
  filed_by: string
  documents: readonly { id: number; attachment_number: number; title: string }[]
}

const WORD = /\p{N}+-\p{N}+|[\p{L}\p{N}\p{M}]+/gu

/** Without accents, in lowercase, without endings: `Motions` and `motion` are one word, `45-2` is one, too. */
export function stemsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(WORD) ?? []).map((word) => stemmer(word.slice(0, 64)))
}

export const wordsOf = (text: string): Set<string> => new Set(stemsOf(text))

/** What is in quotation marks, as words that follow each other. */
export const phrasesOf = (q: string): string[][] =>
  [...q.matchAll(/["“”]([^"“”]+)["“”]/g)]
    .map(([, words = '']) => stemsOf(words))
    .filter((one) => one[1])

/** Characters of an excerpt before and after what was found. */
const CONTEXT_LENGTH = 100

/** The first place of the first of the terms that occurs: what is before, the words themselves, what is after. */
export function excerptOf(text: string, terms: readonly string[][]): string[] | undefined {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index: from }) => {
    return { stem: stemsOf(word)[0], from, to: from + word.length }
  })
  for (const term of terms) {
    const at = words.findIndex((_, first) =>
      term.every((stem, next) => words[first + next]?.stem === stem),
    )
    const { from = 0 } = words[at] ?? {}
    const { to = 0 } = words[at + term.length - 1] ?? {}
    if (at < 0) continue
    const before = text.slice(Math.max(0, from - CONTEXT_LENGTH), from)
    return [before, text.slice(from, to), text.slice(to, to + CONTEXT_LENGTH)]
  }
  return undefined
}

/** A word that only the entry or document with this number has: `45`, `45-2`. */
export const numberWord = (mark: string) => `ecf${mark.replace('-', 'x')}`

/** The number, if nothing else was typed: `45-2`, `ECF No. 45`. */
export const typedNumber = (q: string): string | undefined =>
  /^(?:(?:ecf|docket|doc|dkt|no)\b|[#. \t])*(\d{1,15}(?:-\d{1,6})?)$/i.exec(q)?.[1]

export function pieceOf(word: string): number {
  let sum = 0
  for (const letter of word) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % INDEX_PIECES
}
