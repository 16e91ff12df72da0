import {
  ENTRIES_PER_PIECE,
  type IndexedEntry,
  MAX_PLACES,
  numberWord,
  pieceOf,
  typedNumber,
  wordsOf,
} from '../../shared/archive-search.ts'
import { formatDate } from '../../shared/date.ts'
import { formatMark } from '../../shared/document-label.ts'
import { counted } from '../../shared/number-rules.ts'
import { element } from '../element.ts'

const MAX_SHOWN = 100

export function startArchiveSearch(): void {
  const query = new URLSearchParams(location.search)
  const q = query.get('q')?.trim()
  const sha256 = query.get('sha256')?.trim().toLowerCase()
  if (q) showMatches(q).catch(showProblem)
  if (sha256) showVerified(sha256).catch(showProblem)
}

function showProblem({ message }: Error): void {
  document.querySelector('.docket-count')?.replaceChildren()
  const place = document.querySelector('.docket, .verify h1')
  const text = `This archive is incomplete, so it cannot be searched: ${message}.`
  place?.before(element('p', { class: 'notice notice-warn', role: 'alert' }, text))
}

async function showMatches(q: string): Promise<void> {
  const list = document.querySelector('.docket')
  const input = document.querySelector<HTMLInputElement>('form.docket-filter [name="q"]')
  if (!list) return
  if (input) input.value = q
  const count = document.querySelector('.docket-count')
  count?.replaceChildren('Searching…')
  const matches = await findMatches(q)
  const items = await Promise.all(matches.slice(0, MAX_SHOWN).map(matchItem))
  if (items.length === 0) items.push(element('li', {}, NO_MATCH))
  list.replaceChildren(...items)
  list.className = 'docket'
  document.querySelector('.pagination')?.remove()
  const found = `${counted(matches.length, 'entry', 'entries')} found`
  const shown = matches.length > MAX_SHOWN ? `, the best ${MAX_SHOWN} shown` : ''
  const all = element('a', { href: new URL('index.html', root).href }, 'All entries')
  count?.replaceChildren(`${found}${shown}. `, all)
}

const NO_MATCH = 'Try fewer or different words, or an entry’s number.'

async function matchItem(match: Match): Promise<HTMLElement | string> {
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
  return element('li', {}, element('article', { class: 'entry' }, head, body))
}

function documentItem(number: number | null, document: IndexedEntry['documents'][number]) {
  const { id, title, attachment_number } = document
  const link = linkTo(`documents/${id}`, title)
  link.className = 'document-title'
  const mark = element('span', { class: 'document-mark' }, formatMark(number, attachment_number))
  return element('li', { class: 'document' }, mark, link)
}

const linkTo = (path: string, text: string) =>
  element('a', { href: new URL(`${path}/index.html`, root).href }, text)

/** A document's SHA-256 is a word of the index. */
async function showVerified(typed: string): Promise<void> {
  const status = document.querySelector('.verify h1')
  const sha256 = /[0-9a-f]{64}/.exec(typed)?.[0] ?? ''
  const [match] = sha256 === '' ? [] : await findMatches(sha256)
  const entry = match && (await findEntry(match.entry))
  const filed = entry?.documents[(match?.documents[0] ?? 0) - 1]
  const unchanged = 'This is an unchanged document from this docket: '
  const other = sha256 ? 'This file is not on this docket.' : 'This is not a SHA-256.'
  const text = filed ? [unchanged, linkTo(`documents/${filed.id}`, filed.title)] : [other]
  const kind = `notice notice-${filed ? 'success' : 'warn'}`
  status?.after(element('div', { class: kind, role: 'status' }, ...text))
}

type Piece = Record<string, number[]> | IndexedEntry[]

declare global {
  interface Window {
    archivePieces?: Record<string, Piece>
  }
}

/** The folder of the site: this script is in its `assets/`. Read now, because it is known only while the script starts. */
const ownScript = document.currentScript as HTMLScriptElement | null
const root = new URL('..', ownScript?.src ?? location.href)

interface Match {
  entry: number
  /** The entry's own text counts more than a document's. */
  score: number
  documents: number[]
}

/** Browsers let a page from a disk load scripts, but no other files. */
async function load(name: string | number): Promise<Piece> {
  const loaded = window.archivePieces?.[name]
  if (loaded) return loaded
  const script = element('script', { src: new URL(`search/${name}.js`, root).href })
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve(window.archivePieces?.[name] ?? []))
    script.addEventListener('error', () => reject(new Error(`search/${name}.js is missing`)))
    document.head.append(script)
  })
}

/** Entries in which, or in whose documents, every word occurs; the best first, then the newest. */
async function findMatches(q: string): Promise<Match[]> {
  const number = typedNumber(q)
  const words = [...wordsOf(number ? numberWord(number) : q)]
  const [first = [], ...others] = await Promise.all(words.map(findWord))
  const matches: Match[] = []
  for (const [entry, places] of first) {
    const all = [places, ...others.map((other) => other.get(entry))].filter((one) => !!one)
    if (all.length < words.length) continue
    const score = all.filter((one) => one.some((place) => place % MAX_PLACES === 0)).length
    const parts = new Set(all.flat().map((place) => place % MAX_PLACES))
    matches.push({ entry, score, documents: [...parts].filter(Boolean) })
  }
  return matches.sort((a, b) => b.score - a.score || a.entry - b.entry)
}

/** @returns its places, by entry */
async function findWord(word: string): Promise<Map<number, number[]>> {
  const piece = (await load(pieceOf(word))) as Record<string, number[]>
  const places = Object.hasOwn(piece, word) ? (piece[word] ?? []) : []
  return Map.groupBy(places, (place) => Math.floor(place / MAX_PLACES))
}

async function findEntry(entry: number): Promise<IndexedEntry | undefined> {
  const piece = (await load(`entries-${Math.floor(entry / ENTRIES_PER_PIECE)}`)) as IndexedEntry[]
  return piece[entry % ENTRIES_PER_PIECE]
}
