import type { LightMyRequestResponse } from 'fastify'
import type * as z from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { findPageTexts } from '../../platform/search/search-queries.ts'
import { numberWord } from '../../shared/archive-search.ts'
import { formatMark } from '../../shared/document-label.ts'
import { findPublishedDocument } from '../docket/documents/queries.ts'
import type { ApiEntry } from '../public/api.ts'
import { listPages } from '../public/sitemap/queries.ts'
import type { Bag } from './bag.ts'
import { archivedFile, archivedPage, redirectPage } from './rules.ts'
import { createSearchIndex } from './search-index.ts'

type Entry = z.infer<typeof ApiEntry>

interface ArchiveJob {
  bag: Bag
  get(address: string): Promise<LightMyRequestResponse>
  /** PDFs that have not changed since then, in milliseconds, are in the archive as they should be. */
  since: number
  onProgress(done: number, total: number): void
}

const FIXED = '/ /verify /feed.xml /calendar.ics /sitemap.xml /robots.txt /card.png'.split(' ')
const LISTED =
  /^\/(?:(?:entries|documents)\/\d+(?:\/text)?|ecf\/[\d-]+|api\/documents\/\d+\/download)(?:\?page=\d+)?(?:#.*)?$/
const PAGES_READ = 50
const BATCH = 200

/** Writes what a visitor can reach: every entry, what belongs to it, and whatever those pages link to. */
export async function writeArchive(platform: Platform, job: ArchiveJob): Promise<void> {
  const { bag, onProgress } = job
  const copy = createCopier(platform, job)
  const index = await createSearchIndex(bag)
  const { length: total } = await listPages(platform.db)
  let done = 0
  const ids: number[] = []
  for await (const entry of listEntries(job)) {
    for (const address of addressesOf(entry)) await copy.one(address)
    bag.put(entryFile(entry.id), JSON.stringify(entry))
    ids.push(entry.id)
    await index.add(entry, textsOf(platform, entry))
    done += 1 + entry.documents.length
    onProgress(Math.min(done, total), total)
  }
  const items = ids.map((id) => bag.read(entryFile(id))).join(',\n')
  bag.put('api/docket-entries.json', `{"items":[${items}],"next_cursor":null}\n`)
  for (const address of FIXED) await copy.one(address)
  await copy.linked()
  await index.close()
}

async function* listEntries({ get }: ArchiveJob): AsyncGenerator<Entry> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${cursor}`
    const answer = await get(`/api/docket-entries?limit=${BATCH}${query}`)
    const page = answer.json()
    yield* page.items
    cursor = page.next_cursor
  }
}

const entryFile = (id: number) => `api/docket-entries/${id}.json`

const addressesOf = ({ id, number, documents }: Entry) => [
  `/entries/${id}`,
  ...(number === null ? [] : [`/ecf/${number}`]),
  ...documents.flatMap((document) => [
    `/documents/${document.id}`,
    `/documents/${document.id}/text`,
    `/api/documents/${document.id}/download`,
    ...(number === null ? [] : [`/ecf/${number}-${document.attachment_number}`]),
  ]),
]

function createCopier({ db, files }: Platform, { bag, get, since }: ArchiveJob) {
  /** Addresses that pages link to, each once. Those of entries and documents are copied as they are listed. */
  const links = new Set<string>()

  async function one(address: string): Promise<void> {
    const file = archivedFile(address)
    if (file === undefined || bag.has(file)) return
    if (file.endsWith('.pdf')) return pdf(file, address)
    const { statusCode, headers, payload, rawPayload } = await get(address)
    if (statusCode === 302) return bag.put(file, redirectPage(file, String(headers.location)))
    // Text of an entry may name one that was withdrawn.
    if (statusCode === 404) return
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`)
    if (file.endsWith('.css')) return styles(file, payload)
    if (!file.endsWith('.html')) return bag.put(file, rawPayload)
    const page = archivedPage(payload, file)
    bag.put(file, page.html)
    for (const link of page.links) {
      // Copied, because a part of a string would keep the whole page in memory.
      if (!LISTED.test(link) && !links.has(link)) links.add(Buffer.from(link).toString())
    }
  }

  /** Fonts are not preloaded here, and would otherwise be left out of the first page. */
  function styles(file: string, css: string): void {
    for (const [, name] of css.matchAll(/url\("?\.\/([\w.-]+)"?\)/g)) links.add(`/assets/${name}`)
    bag.put(file, css.replaceAll('font-display:optional', 'font-display:swap'))
  }

  async function pdf(file: string, address: string): Promise<void> {
    const document = await findPublishedDocument(db, Number(/\d+/.exec(address)))
    if (!document) return
    const { sha256, byte_size: byteSize, storage_key, updated_at } = document
    const open = () => files.open(storage_key, 0, byteSize - 1)
    await bag.putFile(file, { sha256, byteSize, open }, updated_at < since)
    const page = `${address.slice(1)}/index.html`
    bag.put(page, redirectPage(page, address))
  }

  return {
    one,
    /** Includes what those pages link to: iterating over a set visits what is added meanwhile. */
    async linked() {
      for (const address of links) await one(address)
    },
  }
}

function textsOf({ db }: Platform, entry: Entry): AsyncIterable<string>[] {
  const { id, number, url, filed_on, documents, ...words } = entry
  async function* own(): AsyncGenerator<string> {
    yield [numberWord(`${number}`), ...Object.values(words)].join(' ')
  }
  async function* texts(document: Entry['documents'][number]): AsyncGenerator<string> {
    const mark = formatMark(number, document.attachment_number)
    yield `${mark} ${numberWord(mark)} ${document.title} ${document.sha256}`
    for (let first = 1; first <= document.page_count; first += PAGES_READ) {
      const last = first + PAGES_READ - 1
      yield* (await findPageTexts(db, document.id, { first, last })).values()
    }
  }
  return [own(), ...documents.map(texts)]
}
