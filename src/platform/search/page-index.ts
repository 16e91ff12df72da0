import { storable } from '../../shared/clean-text.ts'
import type { Queryable } from '../database/schema.ts'
import { stemsOf } from './words.ts'

/* Both databases index the stems of a text's words (words.ts), which are stored with it. */

/** A page's id is its entry's id, shifted by this many bits, so that no lookup is needed to find its entry. */
export const ENTRY_SHIFT = 20

/** Pages are cut into parts, because PostgreSQL keeps only 256 positions per word, and an excerpt reads one part. */
const PART_CHARACTERS = 8000
/** Parts overlap, so that a phrase across the seam is found. */
const OVERLAP_CHARACTERS = 300
const MOST_ROWS = 50

/** @param titles the parts of the text that name the entry */
export async function putEntryText(
  db: Queryable,
  entryId: number,
  { text, titles }: { text: string; titles: readonly string[] },
): Promise<void> {
  const body = plain(text)
  const stems = stemsOf(body).join(' ')
  await db.deleteFrom('search_entries').where('entry_id', '=', entryId).execute()
  await db
    .insertInto('search_entries')
    .values({ entry_id: entryId, body, stems, title_stems: titleStems(titles) })
    .execute()
}

const plain = (text: string) => storable(text.replaceAll('\0', ' '))

/** Spaces around each stem and two between titles let `like` find phrases, but never across titles. */
function titleStems(titles: readonly string[]): string {
  return titles.map((title) => ` ${stemsOf(title).join(' ')} `).join('')
}

interface Page {
  /** Counted from 1. */
  page: number
  text: string
}

interface DocumentPages {
  entryId: number
  documentId: number
  pages: readonly Page[]
}

export async function putPages(db: Queryable, { entryId, documentId, pages }: DocumentPages) {
  await removePages(db, documentId)
  await addPages(db, { entryId, documentId, pages })
}

type DocumentPage = Omit<DocumentPages, 'pages'> & Page

export async function putPage(db: Queryable, { page, text, ...document }: DocumentPage) {
  await pagesOf(db, document.documentId).where('page', '=', page).execute()
  await addPages(db, { ...document, pages: [{ page, text }] })
}

async function addPages(db: Queryable, { entryId, documentId, pages }: DocumentPages) {
  const parts = pages.flatMap(({ page, text }) =>
    partsOf(plain(text)).map((body) => ({ page, body, stems: stemsOf(body).join(' ') })),
  )
  const first = await nextPageId(db, entryId)
  const rows = parts.map((part, index) => ({ id: first + index, document_id: documentId, ...part }))
  if (first + rows.length > (entryId + 1) * 2 ** ENTRY_SHIFT) {
    throw new Error(`entry ${entryId} has more pages than the search can index`)
  }
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    await db
      .insertInto('search_pages')
      .values(rows.slice(start, start + MOST_ROWS))
      .execute()
  }
}

export async function removePages(db: Queryable, documentId: number): Promise<void> {
  await pagesOf(db, documentId).execute()
}

const pagesOf = (db: Queryable, documentId: number) =>
  db.deleteFrom('search_pages').where('document_id', '=', documentId)

async function nextPageId(db: Queryable, entryId: number): Promise<number> {
  const from = entryId * 2 ** ENTRY_SHIFT
  const row = await db
    .selectFrom('search_pages')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('id', '>=', from)
    .where('id', '<', from + 2 ** ENTRY_SHIFT)
    .executeTakeFirst()
  return (row?.last ?? from) + 1
}

/** Rebuilds the page's text. Parts are joined in the middle of their overlap, where no character is split. */
export function joinParts(parts: readonly string[]): string {
  const half = OVERLAP_CHARACTERS / 2
  return parts.reduce((text, part) => text.slice(0, -half) + part.slice(half))
}

export function partsOf(text: string): string[] {
  if (text.trim() === '') return []
  const parts: string[] = []
  for (let start = 0; start < text.length; start += PART_CHARACTERS) {
    parts.push(
      text.slice(Math.max(0, start - OVERLAP_CHARACTERS), start + PART_CHARACTERS).toWellFormed(),
    )
  }
  return parts
}
