import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ENTRIES_PER_PIECE,
  INDEX_PIECES,
  type IndexedEntry,
  MAX_PLACES,
  pieceOf,
  wordsOf,
} from '../../shared/archive-search.ts'
import type { Bag } from './bag.ts'

const MAX_KEPT = 100_000

/**
 * Which words are where, in pieces that are scripts, because browsers let pages from a disk load nothing else.
 * A place is `entry * MAX_PLACES + document`; document 0 is the entry's own text.
 */
export async function createSearchIndex(bag: Bag) {
  const unsorted = join(bag.folder, 'search.part')
  await rm(unsorted, { recursive: true, force: true })
  await mkdir(unsorted)
  const lines: string[][] = Array.from({ length: INDEX_PIECES }, () => [])
  let kept = 0
  let count = 0
  let entries: IndexedEntry[] = []

  async function flush() {
    for (const [piece, words] of lines.entries()) {
      if (words.length > 0) await appendFile(join(unsorted, `${piece}`), words.splice(0).join(''))
    }
    kept = 0
  }

  async function putEntries() {
    const name = `entries-${Math.ceil(count / ENTRIES_PER_PIECE) - 1}`
    bag.put(`search/${name}.js`, script(name, entries))
    entries = []
  }

  return {
    /** @param texts of the entry, then of each document */
    async add(entry: IndexedEntry, texts: readonly AsyncIterable<string>[]): Promise<void> {
      for (const [at, text] of texts.entries()) {
        const place = count * MAX_PLACES + Math.min(at, MAX_PLACES - 1)
        const words = new Set<string>()
        for await (const part of text) for (const word of wordsOf(part)) words.add(word)
        for (const word of words) lines[pieceOf(word)]?.push(`${word} ${place}\n`)
        kept += words.size
        if (kept > MAX_KEPT) await flush()
      }
      count += 1
      if (entries.push(entry) === ENTRIES_PER_PIECE) await putEntries()
    },

    async close(): Promise<void> {
      if (entries.length > 0) await putEntries()
      await flush()
      for (let piece = 0; piece < INDEX_PIECES; piece += 1) {
        const text = await readFile(join(unsorted, `${piece}`), 'utf8').catch(() => '')
        bag.put(`search/${piece}.js`, script(`${piece}`, placesOf(text)))
      }
      await rm(unsorted, { recursive: true })
    },
  }
}

/** In the order in which they were added, so that the same docket makes the same file. */
function placesOf(lines: string): Record<string, number[]> {
  const places: Record<string, number[]> = Object.create(null)
  for (const line of lines.split('\n').filter(Boolean)) {
    const [word = '', place] = line.split(' ')
    places[word] ??= []
    places[word].push(Number(place))
  }
  return places
}

const script = (name: string, content: unknown) =>
  `(window.archivePieces ??= {})["${name}"] = ${JSON.stringify(content)}\n`
