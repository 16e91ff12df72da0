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
import { element } from '../element.ts'

type Piece = Record<string, number[]> | IndexedEntry[]

declare global {
  interface Window {
    archivePieces?: Record<string, Piece>
  }
}

/** This script is in `assets/`; read now, because it is known only while the script starts. */
const root = new URL(
  '..',
  (document.currentScript as HTMLScriptElement | null)?.src ?? location.href,
)
const MAX_SHOWN = 100

const NOTHING: IndexedEntry = ['', '', '', 0, []]

interface Match {
  entry: number
  /** The entry's own text counts more than a document's. */
  score: number
  documents: number[]
}

export function startArchiveSearch(): void {
  const query = new URLSearchParams(location.search)
  const q = query.get('q')?.trim()
  const sha256 = query.get('sha256')?.trim().toLowerCase()
  if (q) showMatches(q)
  if (sha256) showVerified(sha256)
}

/** Browsers let a page from a disk load scripts, but no other files. */
function load(name: string | number): Promise<Piece> {
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
  const places = await Promise.all(
    words.map(
      async (word) => ((await load(pieceOf(word))) as Record<string, number[]>)[word] ?? [],
    ),
  )
  const [first = [], ...others] = places.map(byEntry)
  const matches: Match[] = []
  for (const [entry, documents] of first) {
    const all = [documents, ...others.map((other) => other.get(entry))].filter((one) => !!one)
    if (all.length < words.length) continue
    const own = all.filter((one) => one.includes(0)).length
    matches.push({ entry, score: own, documents: [...new Set(all.flat())].filter(Boolean) })
  }
  return matches.sort((a, b) => b.score - a.score || a.entry - b.entry)
}

function byEntry(places: readonly number[]): Map<number, number[]> {
  const entries = new Map<number, number[]>()
  for (const place of places) {
    const entry = Math.floor(place / MAX_PLACES)
    entries.set(entry, [...(entries.get(entry) ?? []), place % MAX_PLACES])
  }
  return entries
}

async function findEntry(entry: number): Promise<IndexedEntry | undefined> {
  const piece = (await load(`entries-${Math.floor(entry / ENTRIES_PER_PIECE)}`)) as IndexedEntry[]
  return piece[entry % ENTRIES_PER_PIECE]
}

async function showMatches(q: string): Promise<void> {
  const list = document.querySelector('.docket')
  const input = document.querySelector<HTMLInputElement>('form.docket-filter [name="q"]')
  if (!list) return
  if (input) input.value = q
  const matches = await findMatches(q)
  const items = matches.slice(0, MAX_SHOWN).map(matchItem)
  list.replaceChildren(...(await Promise.all(items)))
  list.className = 'docket'
  document.querySelector('.pagination')?.remove()
  const count =
    matches.length === 1 ? '1 entry' : `${matches.length.toLocaleString('en-US')} entries`
  const more = matches.length > MAX_SHOWN ? `, the best ${MAX_SHOWN} shown` : ''
  const all = element('a', { href: new URL('index.html', root).href }, 'All entries')
  document.querySelector('.docket-count')?.replaceChildren(`${count} found${more}. `, all)
}

async function matchItem({ entry, documents }: Match): Promise<HTMLElement> {
  const [mark, filedOn, title, id, filed] = (await findEntry(entry)) ?? NOTHING
  const number = element('span', { class: 'entry-number' }, mark || '–')
  const date = element('time', { class: 'entry-date', datetime: filedOn }, formatDate(filedOn))
  const body = element('div', { class: 'entry-body' })
  body.append(element('h3', { class: 'entry-title' }, linkTo(`entries/${id}`, title)))
  const items = filed.filter((_, at) => documents.includes(at + 1)).map(documentItem)
  if (items.length > 0) body.append(element('ul', { class: 'documents' }, ...items))
  const head = element('p', { class: 'entry-mark' }, number, ' ', date)
  return element('li', {}, element('article', { class: 'entry' }, head, body))
}

function documentItem([mark, title, id]: IndexedEntry[4][number]): HTMLElement {
  const link = linkTo(`documents/${id}`, title)
  link.className = 'document-title'
  const number = element('span', { class: 'document-mark' }, mark)
  return element('li', { class: 'document' }, number, link)
}

const linkTo = (path: string, text: string) =>
  element('a', { href: new URL(`${path}/index.html`, root).href }, text)

/** A document's SHA-256 is a word of the index. */
async function showVerified(typed: string): Promise<void> {
  const status = document.querySelector('.verify h1')
  const sha256 = /[0-9a-f]{64}/.exec(typed)?.[0] ?? ''
  const [match] = sha256 === '' ? [] : await findMatches(sha256)
  const [, , , , filed] = (match && (await findEntry(match.entry))) ?? NOTHING
  const [, title, id] = filed[(match?.documents[0] ?? 0) - 1] ?? []
  const notice = element('div', {
    class: `notice notice-${id ? 'success' : 'warn'}`,
    role: 'status',
  })
  if (id)
    notice.append(
      'This is an unchanged document from this docket: ',
      linkTo(`documents/${id}`, `${title}`),
    )
  else notice.append(sha256 ? 'This file is not on this docket.' : 'This is not a SHA-256.')
  status?.after(notice)
}
