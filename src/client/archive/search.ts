import { type IndexedEntry, phrasesOf, wordsOf } from '../../shared/archive-search.ts'
import { formatDate } from '../../shared/date.ts'
import { formatMark } from '../../shared/document-label.ts'
import { element } from '../element.ts'
import {
  type Excerpt,
  excerptsOf,
  findEntry,
  findMatches,
  MAX_SHOWN,
  type Match,
  root,
  withPhrases,
} from './find-matches.ts'

/** Of one entry. */
const MAX_EXCERPTS = 2

export function startArchiveSearch(): void {
  const query = new URLSearchParams(location.search)
  const q = query.get('q')?.trim()
  const sha256 = query.get('sha256')?.trim().toLowerCase()
  if (q) showMatches(q)
  if (sha256) showVerified(sha256)
}

async function showMatches(q: string): Promise<void> {
  const list = document.querySelector('.docket')
  const input = document.querySelector<HTMLInputElement>('form.docket-filter [name="q"]')
  if (!list) return
  if (input) input.value = q
  const count = document.querySelector('.docket-count')
  count?.replaceChildren('Searching…')
  const phrases = phrasesOf(q)
  const words = await findMatches(q)
  const matches = phrases.length > 0 ? await withPhrases(words, phrases) : words
  const terms = phrases.length > 0 ? phrases : [...wordsOf(q)].map((word) => [word])
  const items = matches.slice(0, MAX_SHOWN).map((match) => matchItem(match, terms))
  list.replaceChildren(...(await Promise.all(items)))
  list.className = 'docket'
  document.querySelector('.pagination')?.remove()
  const all = element('a', { href: new URL('index.html', root).href }, 'All entries')
  count?.replaceChildren(`${describeCount(matches.length, phrases.length > 0)}. `, all)
}

function describeCount(count: number, isPhrase: boolean): string {
  if (count <= MAX_SHOWN) return count === 1 ? '1 entry found' : `${count} entries found`
  const total = isPhrase ? `More than ${MAX_SHOWN}` : count.toLocaleString('en-US')
  return `${total} entries found, the best ${MAX_SHOWN} shown`
}

async function matchItem(match: Match, terms: string[][]): Promise<HTMLElement | string> {
  const entry = await findEntry(match.entry)
  if (!entry) return ''
  const { id, number, filed_on, title, documents } = entry
  const mark = element('span', { class: 'entry-number' }, `${number ?? '–'}`)
  const date = element('time', { class: 'entry-date', datetime: filed_on }, formatDate(filed_on))
  const heading = element('h3', { class: 'entry-title' }, linkTo(`entries/${id}`, title))
  const body = element('div', { class: 'entry-body' }, heading)
  const shown = documents.filter((_, at) => match.documents.includes(at + 1))
  const items = shown.map((document) => documentItem(number, document))
  if (items.length > 0) body.append(element('ul', { class: 'documents' }, ...items))
  const head = element('p', { class: 'entry-mark' }, mark, ' ', date)
  // The list does not wait for the texts.
  addExcerpts(heading, entry, excerptsOf(match, terms))
  return element('li', {}, element('article', { class: 'entry' }, head, body))
}

function documentItem(
  number: number | null,
  { id, title, attachment_number }: IndexedEntry['documents'][number],
): HTMLElement {
  const link = linkTo(`documents/${id}`, title)
  link.className = 'document-title'
  const mark = element('span', { class: 'document-mark' }, formatMark(number, attachment_number))
  return element('li', { class: 'document' }, mark, link)
}

const linkTo = (path: string, text: string, query = '') =>
  element('a', { href: new URL(`${path}/index.html${query}`, root).href }, text)

/** Fields that are shown in any case. */
const SHOWN_FIELDS = ['title', 'filed_by']

async function addExcerpts(
  heading: HTMLElement,
  { number, documents, title, description }: IndexedEntry,
  excerpts: AsyncIterable<Excerpt>,
): Promise<void> {
  const items: HTMLElement[] = []
  for await (const { document, page, pieces } of excerpts) {
    if (SHOWN_FIELDS.includes(page) || (page === 'description' && description === title)) continue
    const [before, words = '', after] = pieces
    const quote = element('q', { class: 'found-excerpt' }, `…${before}`)
    quote.append(element('mark', {}, words), `${after}…`)
    const item = element('li', {}, quote)
    const filed = documents[document - 1]
    if (filed) {
      const name = `${formatMark(number, filed.attachment_number)}, page ${page}`
      item.prepend(linkTo(`documents/${filed.id}`, name, `?page=${page}`), ': ')
    }
    items.push(item)
    if (items.length === MAX_EXCERPTS) break
  }
  if (items.length > 0) heading.after(element('ul', { class: 'found-pages' }, ...items))
}

/** A document's SHA-256 is a word of the index. */
async function showVerified(typed: string): Promise<void> {
  const status = document.querySelector('.verify h1')
  const sha256 = /[0-9a-f]{64}/.exec(typed)?.[0] ?? ''
  const [match] = sha256 === '' ? [] : await findMatches(sha256)
  const entry = match && (await findEntry(match.entry))
  const filed = entry?.documents[(match?.documents[0] ?? 0) - 1]
  const notice = element('div', {
    class: `notice notice-${filed ? 'success' : 'warn'}`,
    role: 'status',
  })
  if (filed)
    notice.append(
      'This is an unchanged document from this docket: ',
      linkTo(`documents/${filed.id}`, filed.title),
    )
  else notice.append(sha256 ? 'This file is not on this docket.' : 'This is not a SHA-256.')
  status?.after(notice)
}
