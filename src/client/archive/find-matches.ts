import {
  ENTRIES_PER_PIECE,
  excerptOf,
  type IndexedEntry,
  MAX_PLACES,
  numberWord,
  pieceOf,
  typedNumber,
  wordsOf,
} from '../../shared/archive-search.ts'
import { element } from '../element.ts'

/** Places of words, texts of a document's pages, or entries. */
type Piece = Record<string, number[]> | Record<string, string> | IndexedEntry[]

declare global {
  interface Window {
    archivePieces?: Record<string, Piece>
  }
}

/** The folder of the site: this script is in its `assets/`. Read now, because it is known only while the script starts. */
export const root = new URL(
  '..',
  (document.currentScript as HTMLScriptElement | null)?.src ?? location.href,
)
/** Entries on the page of results. */
export const MAX_SHOWN = 100

export interface Match {
  entry: number
  /** The entry's own text counts more than a document's. */
  score: number
  documents: number[]
}

/** Browsers let a page from a disk load scripts, but no other files. */
async function load(name: string | number): Promise<Piece> {
  const loaded = window.archivePieces?.[name]
  if (loaded) return loaded
  const script = element('script', { src: new URL(`search/${name}.js`, root).href })
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve(window.archivePieces?.[name] ?? []))
    script.addEventListener('error', () => reject(new Error(`search/${name}.js is missing`)))
    document.head.append(script)
  })
}

/** Entries in which, or in whose documents, every word occurs; the best first, then the newest. */
export async function findMatches(q: string): Promise<Match[]> {
  const number = typedNumber(q)
  const words = [...wordsOf(number ? numberWord(number) : q)]
  const places = await Promise.all(
    words.map(async (word) => {
      const piece = (await load(pieceOf(word))) as Record<string, number[]>
      return Object.hasOwn(piece, word) ? (piece[word] ?? []) : []
    }),
  )
  const [first = [], ...others] = places.map(byEntry)
  const matches: Match[] = []
  for (const [entry, documents] of first) {
    const all = [documents, ...others.map((other) => other.get(entry))].filter((one) => !!one)
    if (all.length < words.length) continue
    const own = all.filter((one) => one.includes(0)).length
    matches.push({ entry, score: own, documents: [...new Set(all.flat())].filter(Boolean) })
  }
  return matches.sort((a, b) => b.score - a.score || a.entry - b.entry)
}

function byEntry(places: readonly number[]): Map<number, number[]> {
  const entries = new Map<number, number[]>()
  for (const place of places) {
    const entry = Math.floor(place / MAX_PLACES)
    entries.set(entry, [...(entries.get(entry) ?? []), place % MAX_PLACES])
  }
  return entries
}

export async function findEntry(entry: number): Promise<IndexedEntry | undefined> {
  const piece = (await load(`entries-${Math.floor(entry / ENTRIES_PER_PIECE)}`)) as IndexedEntry[]
  return piece[entry % ENTRIES_PER_PIECE]
}

export interface Excerpt {
  /** As in `Match`; 0 in the entry's own text. */
  document: number
  /** Its number, or else the name of the field. */
  page: string
  pieces: string[]
}

/** One for each text with one of the terms. */
export async function* excerptsOf(match: Match, terms: string[][]): AsyncGenerator<Excerpt> {
  const entry = await findEntry(match.entry)
  for (const document of [0, ...match.documents]) {
    const filed = entry?.documents[document - 1]
    const texts = filed
      ? { title: filed.title, ...(await load(`texts/${filed.id}`)) }
      : { title: entry?.title, filed_by: entry?.filed_by, description: entry?.description }
    for (const [page, text] of Object.entries(texts)) {
      const pieces = excerptOf(`${text}`, terms)
      if (pieces) yield { document, page, pieces }
    }
  }
}

/** The index has no phrases: reads the texts that have their words, until more are found than are shown. */
export async function withPhrases(
  matches: readonly Match[],
  phrases: string[][],
): Promise<Match[]> {
  const kept: Match[] = []
  for (const match of matches) {
    if (kept.length > MAX_SHOWN) break
    const places = await Promise.all(phrases.map((phrase) => placesOf(match, phrase)))
    if (places.some(({ length }) => length === 0)) continue
    kept.push({ ...match, documents: [...new Set(places.flat())].filter(Boolean) })
  }
  return kept
}

async function placesOf(match: Match, phrase: string[]): Promise<number[]> {
  const places: number[] = []
  for await (const { document } of excerptsOf(match, [phrase])) places.push(document)
  return places
}
