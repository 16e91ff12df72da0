import { printable } from '../../shared/clean-text.ts'
import { forRows } from '../database/row-statement.ts'
import type { Queryable, Schema } from '../database/schema.ts'
import { foldText } from './search-query.ts'

/** What is found is the owner of a text, on the docket an entry. A text's id is its owner's, shifted by this many bits. */
export const OWNER_SHIFT = 20

/** The id of the owner's own text. Its documents' pages follow. */
export const ownTextId = (ownerId: number) => ownerId * 2 ** OWNER_SHIFT
export const ownerIdOf = (textId: number) => Math.floor(textId / 2 ** OWNER_SHIFT)

type TextRow = Schema['search_texts']

export async function putOwnText(
  db: Queryable,
  ownerId: number,
  text: Pick<TextRow, 'title' | 'other' | 'body'>,
): Promise<void> {
  const id = ownTextId(ownerId)
  await db.deleteFrom('search_texts').where('id', '=', id).execute()
  await insertTexts(db, [{ id, document_id: null, page: null, ...text }])
}

interface DocumentPages {
  ownerId: number
  documentId: number
  /** Counted from 1. */
  pages: readonly { page: number; text: string }[]
}

export async function putPages(db: Queryable, document: DocumentPages) {
  await removePages(db, document.documentId)
  await addPages(db, document)
}

type IndexedPage = Omit<DocumentPages, 'pages'> & DocumentPages['pages'][number]

export async function putPage(db: Queryable, { page, text, ...document }: IndexedPage) {
  await removePages(db, document.documentId, page)
  await addPages(db, { ...document, pages: [{ page, text }] })
}

async function addPages(db: Queryable, { ownerId, documentId, pages }: DocumentPages) {
  const filled = pages.filter(({ text }) => text.trim() !== '')
  const own = ownTextId(ownerId)
  const end = ownTextId(ownerId + 1)
  const texts = db.selectFrom('search_texts').where('id', '>=', own).where('id', '<', end)
  const max = await texts.select(({ fn }) => fn.max('id').as('id')).executeTakeFirst()
  const first = (max?.id ?? own) + 1
  if (first + filled.length > end) {
    throw new Error(`owner ${ownerId} has more pages than the search can index`)
  }
  const rows = filled.map(({ page, text }, index) => {
    return { id: first + index, document_id: documentId, page, title: '', other: '', body: text }
  })
  await insertTexts(db, rows)
}

export async function removePages(db: Queryable, documentId: number, page?: number) {
  const pages = db.deleteFrom('search_texts').where('document_id', '=', documentId)
  await (page === undefined ? pages : pages.where('page', '=', page)).execute()
}

const MAX_ROWS = 50

async function insertTexts(db: Queryable, texts: readonly TextRow[]): Promise<void> {
  for (let start = 0; start < texts.length; start += MAX_ROWS) {
    const rows = texts.slice(start, start + MAX_ROWS).map((row) => ({
      ...row,
      title: clean(row.title),
      other: clean(row.other),
      body: clean(row.body),
    }))
    await db.insertInto('search_texts').values(rows).execute()
    const words = rows.map(({ title, other, body }) => `${title}\n${other}\n${body}`)
    await insertWords(db, words)
  }
}

/** Control characters mark matches, SQLite reads no ligatures, and soft hyphens or spaces of no width would divide words. */
const clean = (text: string) =>
  printable(text)
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))

export const WORD = /(?<![\p{L}\p{N}])\p{L}{4,24}(?![\p{L}\p{N}])/gu

/** Two transactions may add the same word twice: a unique index would make one wait for the other. */
const insertNewWords = forRows<{ folded: string; word: string }>(
  { folded: 'text', word: 'text' },
  `insert into search_words (folded, word) select v.folded, v.word from v
    where not exists (select 1 from search_words as s where s.folded = v.folded and s.word = v.word)`,
)

async function insertWords(db: Queryable, texts: readonly string[]): Promise<void> {
  const words = new Set(texts.flatMap((text) => text.normalize('NFC').match(WORD) ?? []))
  const rows = Array.from(words, (word) => ({ folded: foldText(word).toLowerCase(), word }))
  await insertNewWords(db, rows)
}
