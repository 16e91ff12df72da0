import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { connectDatabase } from '../src/platform/database/connect.ts'
import { dialectOf } from '../src/platform/database/dialect.ts'
import type { Database } from '../src/platform/database/schema.ts'
import { openCluster } from '../test/support/postgres-cluster.ts'
import { newDataFolder, removeFolder, runDocket, startDocket } from '../test/support/run-docket.ts'
import {
  DOCUMENTS_EACH,
  ENTRIES,
  FILERS,
  loadSearchCase,
  nameOf,
  TYPES,
} from './cases/search-case.ts'
import type { Row } from './measuring/row.ts'

const VARIANTS = 40
const PROMISED_MS = 50

export const SEARCH_HOW = `${(10_000).toLocaleString('en-US')} entries with 20,000 documents of four pages each (with word frequencies as in real text), and
queries like those visitors type, ${VARIANTS} of each kind and no two alike, so that none is answered from memory: the time until the
whole page of results has arrived, one visitor at a time. The peer searches the same text for the same words with a plain
LIKE and only counts (one run); it also finds parts of words. PostgreSQL runs on the same machine.`

interface Question {
  address: Record<string, string>
  /** The text that the plain query looks for. */
  words: string[]
}

const COMMON = ['receiver', 'injunction', 'settlement', 'testimony', 'hearing', 'investors', 'bank']
const pick = (list: readonly string[], index: number) => list[index % list.length] as string
const rare = (index: number) => nameOf((index * 131 + 50) % 8000)
/** Later than every entry: excludes nothing, and makes each URL different. */
const late = (index: number) => new Date(Date.UTC(2090, 0, 1 + index)).toISOString().slice(0, 10)

function request(...words: string[]): Question {
  const typed = words.map((word) => (word.includes(' ') ? `"${word}"` : word))
  return { address: { q: typed.join(' ') }, words }
}

const KINDS: Record<string, (index: number) => Question> = {
  'a rare name': (index) => request(rare(index)),
  'a common word': (index) => request(pick(COMMON, index)),
  'the most common word': () => request('court'),
  'two words': (index) => request(pick(COMMON, index), rare(index)),
  'two common words': (index) => request(pick(COMMON, index), pick(COMMON, index + 2)),
  'eight words': (index) =>
    request(...'the motion of defendant for order on'.split(' '), pick(COMMON, index)),
  'a phrase': () => request('motion to dismiss'),
  'a phrase of frequent words': () => request('of the court'),
  'a docket number, 4500-1': (index) => ({
    address: { q: `${(index * 211) % ENTRIES}-1` },
    words: [`${(index * 211) % ENTRIES}-1`],
  }),
  'a statute, § 1983': () => request('§ 1983'),
  'words, type and dates': (index) => ({
    address: { q: pick(COMMON, index), type: pick(TYPES, index), from: '2010-01-01' },
    words: [pick(COMMON, index)],
  }),
  'a filer, no words': (index) => ({ address: { filer: pick(FILERS, index) }, words: [] }),
  'a common word, oldest first, third page': (index) => ({
    address: { ...request(pick(COMMON, index)).address, order: 'oldest', page: '3' },
    words: [pick(COMMON, index)],
  }),
  'a misspelt name': (index) => request(rare(index).replace('e', 'a')),
  'no match': (index) => request(`${rare(index)}qqq`),
}

/** Search pages on both databases, compared with a plain LIKE. */
export async function measureSearch(): Promise<Row[]> {
  const folder = newDataFolder()
  const cluster = await openCluster()
  try {
    console.log(`Loading ${ENTRIES} entries with ${ENTRIES * DOCUMENTS_EACH} documents…`)
    const sqlite = `sqlite:${join(folder, 'docket.db')}`
    const postgres = `${cluster.url}/postgres`
    // No files are read, but the service does not start without its documents folder.
    mkdirSync(join(folder, 'documents'))
    await loadSearchCase(sqlite)
    const copied = await runDocket(['database:copy', '--to', postgres], { DATA_DIR: folder })
    if (copied.code !== 0) throw new Error(copied.stderr)
    return [
      ...(await measureOn('SQLite', sqlite, folder)),
      ...(await measureOn('PostgreSQL', postgres, folder)),
    ]
  } finally {
    await cluster.remove()
    removeFolder(folder)
  }
}

async function measureOn(name: string, DATABASE_URL: string, folder: string): Promise<Row[]> {
  const db = await connectDatabase(DATABASE_URL)
  await sql`analyze`.execute(db)
  const docket = await startDocket({ DATABASE_URL }, folder, join(folder, 'log'))
  try {
    const all: number[] = []
    const rows: Row[] = []
    for (const [kind, question] of Object.entries(KINDS)) {
      const times = await searchAll(docket.url, question)
      all.push(...times)
      const { words } = question(0)
      const peer = words.length > 0 ? await timed(() => lookPlainly(db, words)) : undefined
      rows.push(row(`${kind}, ${name}`, times, peer))
      console.log(rows.at(-1))
    }
    return [...rows, row(`all of these, ${name}`, all)]
  } finally {
    await docket.stop()
    await db.destroy()
  }
}

/** @returns milliseconds. @throws if a response is not a page of results */
async function searchAll(origin: string, question: (index: number) => Question): Promise<number[]> {
  const times: number[] = []
  // The first is not counted: the service has just started, and nothing is in memory.
  for (let index = 0; index <= VARIANTS; index += 1) {
    const query = new URLSearchParams({ to: late(index), ...question(index).address })
    const time = await timed(async () => {
      const answer = await fetch(`${origin}/?${query}`)
      const text = await answer.text()
      if (!text.includes('found')) throw new Error(`${query} answered ${answer.status}`)
    })
    if (index > 0) times.push(time)
  }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How many entries have all of the words, anywhere in the entry. */
async function lookPlainly(db: Database, words: readonly string[]): Promise<void> {
  const like = sql.raw(dialectOf(db) === 'postgres' ? 'ilike' : 'like')
  const has = (word: string): RawBuilder<boolean> => {
    const pattern = `%${word}%`
    return sql`(title ${like} ${pattern} or description ${like} ${pattern}
      or id in (select d.entry_id from search_texts t join documents d on d.id = t.document_id where t.body ${like} ${pattern}))`
  }
  await sql`select count(*) from entries where ${sql.join(words.map(has), sql` and `)}`.execute(db)
}

function row(what: string, times: readonly number[], peerMs?: number): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] as number
  const [middle, p99] = [at(0.5), at(0.99)]
  return {
    what,
    peer: peerMs === undefined ? '' : `LIKE: ${Math.round(peerMs)} ms`,
    ours: `${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    result: peerMs === undefined ? '' : `${Math.round(peerMs / middle)} times faster`,
    promised: `${PROMISED_MS} ms or less`,
  }
}
