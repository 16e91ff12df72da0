import type { Document, Queryable } from '../../../platform/database/schema.ts'
import { putPages } from '../../../platform/search/page-index.ts'

/** Puts the text of a document's pages in the search; `indexEntry` has to follow. @param pages the first page's text first */
export function indexPages(
  db: Queryable,
  { id, entry_id }: Pick<Document, 'id' | 'entry_id'>,
  pages: readonly string[],
): Promise<void> {
  const numbered = pages.map((text, index) => ({ page: index + 1, text }))
  return putPages(db, { entryId: entry_id, documentId: id, pages: numbered })
}

/** How many pages have words. */
export function textPages(pages: readonly string[]): number {
  return pages.filter((text) => /[\p{L}\p{N}]/u.test(text)).length
}
