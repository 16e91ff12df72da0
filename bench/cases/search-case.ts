import { sql } from 'kysely'
import { createRandom, type Random } from '../../demo/random.ts'
import {
  indexEntry,
  indexPages,
  insertDocument,
  textPages,
} from '../../src/features/docket/documents/queries.ts'
import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import { migrateDatabase } from '../../src/platform/database/migrate.ts'
import { entryRow } from '../../test/support/rows.ts'

/** The promised figures are for ten thousand; use fewer to try out the bench itself. */
export const ENTRIES = Number(process.env.BENCH_SEARCH_ENTRIES ?? 10_000)
export const DOCUMENTS_EACH = 2
const PAGE_WORDS = 250
const MAX_PAGES = 7
/** Entries per transaction. */
const BATCH = 200

/** Words that every filing has, the most frequent first. */
const COMMON =
  'the of to and in that court a for is by on defendant plaintiff as motion this with not order filed be was at exhibit from or case has receiver an it any are under pursuant which claim date no may evidence counsel rule party agreement action judgment claims been fund will such its have state docket section were investors property relief granted dismiss report notice denied account bank sale hearing appeal settlement injunction discovery testimony jurisdiction damages complaint answer summary'.split(
    ' ',
  )
const SYLLABLES =
  'ba cor del fen gar hol in kel lam mor nes or pen quin ros sal tor ul ven wil'.split(' ')
/** Names and rare words. */
const RARE_WORDS = 8000
const PHRASES = ['motion to dismiss', 'preliminary injunction', 'under 42 U.S.C. § 1983', 'see ECF']

export const TYPES = ['Motion', 'Order', 'Brief', 'Notice', 'Report', 'Minute Entry']
export const FILERS = Array.from({ length: 40 }, (_, index) => `${nameOf(index * 97)} LLP`)

/** The rare word of this rank; each is different. */
export function nameOf(rank: number): string {
  const places = [1, 20, 400].map((unit) => Math.floor(rank / unit) % SYLLABLES.length)
  return `${places.map((place) => SYLLABLES[place]).join('')}ex`
}

/**
 * 10,000 entries with 20,000 documents of four pages each, in the database only: no PDF is opened. The same in every run.
 */
export async function loadSearchCase(url: string): Promise<void> {
  const db = await connectDatabase(url)
  await migrateDatabase(db)
  const random = createRandom(45)
  for (let first = 1; first <= ENTRIES; first += BATCH) {
    await db.transaction().execute(async (trx) => {
      const last = Math.min(first + BATCH - 1, ENTRIES)
      for (let number = first; number <= last; number += 1) await addEntry(trx, number, random)
    })
  }
  await sql`analyze`.execute(db)
  await db.destroy()
}

type Trx = Parameters<typeof indexEntry>[0]

async function addEntry(trx: Trx, number: number, random: Random): Promise<void> {
  const type = random.pick(TYPES)
  const filer = random.pick(FILERS)
  const title = `${type} ${drawWords(random, 6)}`
  const row = entryRow({
    number,
    filed_on: new Date(Date.UTC(2000, 0, 1) + number * 86_400_000).toISOString().slice(0, 10),
    title,
    description: `${title} filed by ${filer}. ${drawWords(random, 30)}`,
    type,
    filed_by: filer,
    created_at: number,
    updated_at: number,
    published_at: number,
  })
  const { id } = await insertEntry(trx, row)
  for (let attachment = 0; attachment < DOCUMENTS_EACH; attachment += 1) {
    await addDocument(trx, id, attachment, random)
  }
  await indexEntry(trx, id)
}

async function addDocument(trx: Trx, entryId: number, attachment: number, random: Random) {
  const pages = Array.from({ length: random.between(1, MAX_PAGES) }, () => drawPage(random))
  const document = await insertDocument(trx, {
    entry_id: entryId,
    attachment_number: attachment,
    title: attachment === 0 ? 'Main document' : `Exhibit ${nameOf(entryId % RARE_WORDS)}`,
    position: attachment + 1,
    file_name: 'filing.pdf',
    storage_key: `${entryId}-${attachment}`,
    sha256: `${entryId}-${attachment}`,
    byte_size: 1000,
    page_count: pages.length,
    text_pages: textPages(pages),
    created_at: entryId,
    updated_at: entryId,
  })
  await indexPages(trx, document, pages)
}

function drawPage(random: Random): string {
  const phrase = random.next() < 0.1 ? random.pick(PHRASES) : ''
  const cited = `${random.between(1, ENTRIES)}-${random.between(1, DOCUMENTS_EACH - 1)}`
  return `${drawWords(random, PAGE_WORDS)} ${phrase} ${phrase === 'see ECF' ? cited : ''}`
}

/** Word frequencies as in real text: a few words make up most of it, and a word's share falls with its rank (Zipf). */
function drawWords(random: Random, count: number): string {
  const draw = () => {
    const isRare = random.next() < 0.3
    const rank = Math.floor((isRare ? RARE_WORDS : COMMON.length) ** random.next()) - 1
    return isRare ? nameOf(rank) : COMMON[rank]
  }
  return Array.from({ length: count }, draw).join(' ')
}
