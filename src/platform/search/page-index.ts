import { storable } from '../../shared/clean-text.ts'
import type { Queryable } from '../database/schema.ts'
import { stemsOf } from './words.ts'

/*
 * Texts go into the search: an entry's own into search_entries, its documents' pages into search_pages; beside each text the
 * stems of its words (words.ts), which is what both databases index (index-tables.ts). A page's id begins with its
 * entry's, so that neither has to look at the page to know whose it is. What a whole entry has is whole-index.ts.
 */

/** Bits of a page's id below its entry's: pages of one entry at most, parts of long pages counted. */
export const ENTRY_SHIFT = 20

/** A page is cut into parts of this length: PostgreSQL keeps 256 places of a word, and an excerpt reads one part. */
const PART_CHARACTERS = 8000
/** Parts begin so far before the last one's end, so that a phrase across the seam is found. */
const OVERLAP_CHARACTERS = 300
/** Rows of one insert. */
const MOST_ROWS = 50

/**
 * Puts the entry's own text in the search; replaces what was there.
 * @param titles of its texts those that tell what it is
 */
export async function putEntryText(
  db: Queryable,
  entryId: number,
  text: string,
  titles: readonly string[],
): Promise<void> {
  const body = storable(text)
  const stems = stemsOf(body).join(' ')
  await db.deleteFrom('search_entries').where('entry_id', '=', entryId).execute()
  await db
    .insertInto('search_entries')
    .values({ entry_id: entryId, body, stems, title_stems: titleStems(titles) })
    .execute()
}

/** A space on either side of each stem, two between titles: a phrase is then found by `like`, and never across two. */
function titleStems(titles: readonly string[]): string {
  return titles.map((title) => ` ${stemsOf(title).join(' ')} `).join('')
}

export interface PageText {
  /** From 1. */
  page: number
  text: string
}

interface DocumentPages {
  entryId: number
  documentId: number
  pages: readonly PageText[]
}

/** Puts a document's pages in the search; replaces what was there. */
export async function putPages(
  db: Queryable,
  { entryId, documentId, pages }: DocumentPages,
): Promise<void> {
  await removePages(db, documentId)
  const parts = pages.flatMap(({ page, text }) =>
    partsOf(storable(text)).map((body) => ({ page, body, stems: stemsOf(body).join(' ') })),
  )
  const first = await nextPageId(db, entryId)
  const rows = parts.map((part, index) => ({ id: first + index, document_id: documentId, ...part }))
  if (first + rows.length > (entryId + 1) * 2 ** ENTRY_SHIFT) {
    throw new Error(`entry ${entryId} has more pages than the search takes`)
  }
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    await db
      .insertInto('search_pages')
      .values(rows.slice(start, start + MOST_ROWS))
      .execute()
  }
}

export async function removePages(db: Queryable, documentId: number): Promise<void> {
  await db.deleteFrom('search_pages').where('document_id', '=', documentId).execute()
}

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

function partsOf(text: string): string[] {
  if (text.trim() === '') return []
  const parts: string[] = []
  for (let start = 0; start < text.length; start += PART_CHARACTERS) {
    parts.push(
      text.slice(Math.max(0, start - OVERLAP_CHARACTERS), start + PART_CHARACTERS).toWellFormed(),
    )
  }
  return parts
}
