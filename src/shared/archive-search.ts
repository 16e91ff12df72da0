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
  documents: readonly { id: number; attachment_number: number; title: string }[]
}

const WORD = /\p{N}+-\p{N}+|[\p{L}\p{N}\p{M}]+/gu

/** Without accents, in lowercase, without endings: `Motions` and `motion` are one word, `45-2` is one, too. */
export function wordsOf(text: string): Set<string> {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return new Set((plain.match(WORD) ?? []).map((word) => stemmer(word.slice(0, 64))))
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
