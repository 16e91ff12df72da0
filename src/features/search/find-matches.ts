import type { Queryable } from '../../platform/database/schema.ts'
import { excerptOf, markMatches } from '../../platform/search/excerpt.ts'
import { type FoundPage, findPages } from '../../platform/search/page-queries.ts'
import type { Term } from '../../platform/search/words.ts'
import { summary } from '../../shared/clean-text.ts'
import { formatMark } from '../../shared/document-label.ts'
import { hasOwnText } from '../docket/entries/entry-rules.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { findRecognized } from '../recognition/queries.ts'
import { type Question, readQuestion } from './question-rules.ts'

/** Pages shown per entry: more would push the next entry off the screen. */
const MOST_SHOWN = 2
/** Pages found per entry: they show which documents match. */
const MOST_FOUND = 4
/** How many of the words are shown if they are scattered over an entry. */
const MOST_SCATTERED = 4
/** Characters of the excerpt from an entry's own text. */
const TEXT_EXCERPT = 340

type PagesFound = Awaited<ReturnType<typeof listFoundPages>>

/** Pages with all of the words; for entries without such a page, the first page with each word. */
export async function listFoundPages(db: Queryable, entryIds: readonly number[], typed: string) {
  const { terms } = readQuestion(typed)
  const found = Map.groupBy(
    await findPages(db, entryIds, { terms, most: MOST_FOUND }),
    ({ entry_id }) => entry_id,
  )
  const others = terms.length > 1 ? entryIds.filter((id) => !found.has(id)) : []
  const ofEach = terms
    .slice(0, MOST_SCATTERED)
    .map((term) => findPages(db, others, { terms: [term], most: 1 }))
  for (const page of (await Promise.all(ofEach)).flat()) {
    const known = found.get(page.entry_id) ?? []
    if (!known.some(({ body }) => body === page.body)) found.set(page.entry_id, [...known, page])
  }
  const documents = [...found.values()].flat().map(({ document_id }) => document_id)
  return { ofEntries: found, recognized: await findRecognized(db, documents) }
}

/** A docket entry and, in a search, what matches in it. */
export interface FoundEntry extends EntryView {
  found?: FoundView
}

export type FoundView = ReturnType<typeof foundIn>

export function markFound(
  entries: readonly EntryView[],
  pages: PagesFound,
  typed: string,
): FoundEntry[] {
  const question = readQuestion(typed)
  if (question.terms.length === 0) return [...entries]
  return entries.map((entry) => ({ ...entry, found: foundIn(entry, pages, question) }))
}

function foundIn(entry: EntryView, all: PagesFound, question: Question) {
  const { terms, events } = question
  // The entry's line with the hearing is the answer; no excerpts are needed.
  const isDated = entry.details?.events.some(({ kind }) => kind === events)
  const pages = isDated ? [] : (all.ofEntries.get(entry.id) ?? [])
  const beginning =
    pages.length > 0 ? undefined : [{ text: summary(entry.description), isMatch: false }]
  return {
    title: markMatches(entry.title, terms),
    text:
      hasOwnText(entry) && !isDated
        ? (excerptOf(entry.description, terms, TEXT_EXCERPT) ?? beginning)
        : undefined,
    documentTitles: new Map(
      entry.documents.map(({ id, title }) => [id, markMatches(title, terms)]),
    ),
    documents: foundDocuments(entry, pages, question),
    pages: pages.slice(0, MOST_SHOWN).flatMap((page) => {
      const isRecognized = all.recognized.has(`${page.document_id}:${page.page}`)
      return pageView(entry, page, terms).map((view) => ({ ...view, isRecognized }))
    }),
    hasMorePages: pages.length > MOST_SHOWN,
  }
}

/** Those that match or were asked for by number; if only the entry's own text matches, the main document. */
function foundDocuments(entry: EntryView, pages: readonly FoundPage[], question: Question) {
  const { named, terms } = question
  const all = entry.documents
  if (named && named.number === entry.number) {
    const asked = all.filter(({ attachmentNumber }) => attachmentNumber === named.attachment)
    return asked.length > 0 ? asked : all
  }
  const onPages = new Set(pages.map(({ document_id }) => document_id))
  const found = all.filter(({ id, title }) => onPages.has(id) || excerptOf(title, terms))
  return found.length > 0 ? found : all.slice(0, 1)
}

function pageView(
  { number, documents }: EntryView,
  { document_id, page, body }: FoundPage,
  terms: readonly Term[],
) {
  const document = documents.find(({ id }) => id === document_id)
  const excerpt = excerptOf(body, terms)
  if (!document || !excerpt) return []
  const mark = formatMark(number, document.attachmentNumber)
  const name = number === null ? `${mark}: ${document.title}` : `ECF ${mark}`
  return [{ document, page, name: `${name}, page ${page}`, excerpt }]
}
