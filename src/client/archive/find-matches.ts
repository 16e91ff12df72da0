import {
  ENTRIES_PER_PIECE,
  type IndexedEntry,
  MAX_PLACES,
  numberWord,
  pieceOf,
  typedNumber,
  wordsOf,
} from '../../shared/archive-search.ts'
import { element } from '../element.ts'

/** Places of words, or entries. */
type Piece = Record<string, number[]> | IndexedEntry[]

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
  const [first = [], ...others] = await Promise.all(words.map(findWord))
  const matches: Match[] = []
  for (const [entry, documents] of first) {
    const all = [documents, ...others.map((other) => other.get(entry))].filter((one) => !!one)
    if (all.length < words.length) continue
    const own = all.filter((one) => one.includes(0)).length
    matches.push({ entry, score: own, documents: [...new Set(all.flat())].filter(Boolean) })
  }
  return matches.sort((a, b) => b.score - a.score || a.entry - b.entry)
}

/** @returns its places, by entry */
async function findWord(word: string): Promise<Map<number, number[]>> {
  const piece = (await load(pieceOf(word))) as Record<string, number[]>
  const entries = new Map<number, number[]>()
  for (const place of Object.hasOwn(piece, word) ? (piece[word] ?? []) : []) {
    const entry = Math.floor(place / MAX_PLACES)
    entries.set(entry, [...(entries.get(entry) ?? []), place % MAX_PLACES])
  }
  return entries
}

export async function findEntry(entry: number): Promise<IndexedEntry | undefined> {
  const piece = (await load(`entries-${Math.floor(entry / ENTRIES_PER_PIECE)}`)) as IndexedEntry[]
  return piece[entry % ENTRIES_PER_PIECE]
}
