import type { Queryable } from '../../platform/database/schema.ts'
import { type Piece, readMarked, withoutMarks } from '../../platform/search/marked-text.ts'
import { ownTextId } from '../../platform/search/search-index.ts'
import { type MarkedText, markTexts, rankPages } from '../../platform/search/search-queries.ts'
import { summary } from '../../shared/clean-text.ts'
import { formatMark } from '../../shared/document-label.ts'
import { hasOwnText } from '../docket/entries/entry-rules.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { findRecognized } from '../recognition/queries.ts'
import { type ParsedQuery, parseQuery } from './query-rules.ts'

/** Pages shown per entry: more would push the next entry off the screen. */
const MAX_SHOWN = 2

export interface MatchedEntry extends EntryView {
  match?: MatchView
}

export type MatchView = ReturnType<typeof matchIn>

type MatchedTexts = Awaited<ReturnType<typeof findTexts>>

export async function markMatches(
  db: Queryable,
  entries: readonly EntryView[],
  typed: string,
): Promise<MatchedEntry[]> {
  const query = parseQuery(typed)
  if (query.terms.length === 0) return [...entries]
  const texts = await findTexts(db, entries, query)
  return entries.map((entry) => ({ ...entry, match: matchIn(entry, texts) }))
}

async function findTexts(db: Queryable, entries: readonly EntryView[], query: ParsedQuery) {
  const ids = entries.map(({ id }) => id)
  const pages = await findPages(db, ids, query)
  const all = [...ids.map(ownTextId), ...[...pages.values()].flat()]
  const marked = await markTexts(db, all, query.terms)
  const documents = marked.flatMap(({ document_id }) => document_id ?? [])
  const texts = new Map(marked.map((text) => [text.id, text]))
  return { query, pages, texts, recognized: await findRecognized(db, documents) }
}

/** Pages with the phrase, then with all of the words; for entries without such a page, those with any of them. */
async function findPages(db: Queryable, ids: readonly number[], { terms, phrase }: ParsedQuery) {
  const [first, all] = await Promise.all([
    rankPages(db, ids, { terms: phrase ? [phrase] : [], limit: MAX_SHOWN }),
    rankPages(db, ids, { terms, limit: MAX_SHOWN }),
  ])
  const others = terms.length > 1 ? ids.filter((id) => !first.has(id) && !all.has(id)) : []
  const any = await rankPages(db, others, { terms, match: 'any', limit: MAX_SHOWN })
  const pagesOf = (id: number) => [first, all, any].flatMap((pages) => pages.get(id) ?? [])
  return new Map(ids.map((id) => [id, [...new Set(pagesOf(id))].slice(0, MAX_SHOWN)]))
}

function matchIn(entry: EntryView, matches: MatchedTexts) {
  const { query, texts } = matches
  // The entry's line with the hearing is the answer; no excerpts are needed.
  const isDated = entry.details?.events.some(({ kind }) => kind === query.events)
  const pageIds = isDated ? [] : (matches.pages.get(entry.id) ?? [])
  const pages = pageIds.flatMap((id) => texts.get(id) ?? [])
  const own = texts.get(ownTextId(entry.id))
  const marked = markedLines(own)
  const titles = new Map(
    entry.documents.map(({ id, title }) => [id, marked.get(title) ?? plain(title)]),
  )
  const matching = entry.documents.filter(
    ({ id }) =>
      pages.some(({ document_id }) => document_id === id) ||
      titles.get(id)?.some(({ isMatch }) => isMatch),
  )
  return {
    title: marked.get(entry.title) ?? plain(entry.title),
    text: hasOwnText(entry) && !isDated ? ownExcerpt(entry, own, pages.length > 0) : undefined,
    documentTitles: titles,
    documents: shownDocuments(entry, query, matching),
    pages: pages.flatMap((page) => pageView(entry, page, matches)),
  }
}

const plain = (text: string): Piece[] => [{ text, isMatch: false }]

/** The entry's and its documents' titles with their matches, by the title. */
function markedLines(own: MarkedText | undefined): ReadonlyMap<string, Piece[]> {
  const lines = own ? `${own.title}\n${own.other}`.split('\n') : []
  return new Map(lines.map((line) => [withoutMarks(line), readMarked(line)]))
}

/** Where the words are; if they are on a page instead, nothing, and otherwise the beginning. */
function ownExcerpt(entry: EntryView, own: MarkedText | undefined, hasPages: boolean) {
  const excerpt = own ? excerptOf(own) : []
  if (excerpt.some(({ isMatch }) => isMatch)) return excerpt
  return hasPages ? undefined : plain(summary(entry.description))
}

const excerptOf = ({ body }: MarkedText) => readMarked(body.replace(/\s+/g, ' ').trim())

type Documents = EntryView['documents']

/** Those requested by number, or else those that match; if only the entry's own text does, the main document. */
function shownDocuments(entry: EntryView, { named }: ParsedQuery, matching: Documents): Documents {
  const { number, documents } = entry
  if (named && named.number === number) {
    const attachments = documents.filter((one) => one.attachment_number === named.attachment)
    return attachments.length > 0 ? attachments : documents
  }
  return matching.length > 0 ? matching : documents.slice(0, 1)
}

function pageView({ number, documents }: EntryView, text: MarkedText, all: MatchedTexts) {
  const { document_id, page } = text
  const document = documents.find(({ id }) => id === document_id)
  if (!document || page === null) return []
  const mark = formatMark(number, document.attachment_number)
  const name = `${number === null ? `${mark}: ${document.title}` : `ECF ${mark}`}, page ${page}`
  const isRecognized = all.recognized.has(`${document_id}:${page}`)
  return [{ document, page, name, excerpt: excerptOf(text), isRecognized }]
}
