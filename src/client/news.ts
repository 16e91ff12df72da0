import { formatInstant } from '../shared/date.ts'
import { element } from './element.ts'

const KEY = 'docket-visit'

/** Marks the entries that were published since the reader's last visit; only this browser knows of it. */
export function startNews(): void {
  const place = document.querySelector<HTMLElement>('[data-news]')
  if (!place) return
  if (document.visibilityState === 'visible') showNews(place)
  // A tab that was opened behind the others has not been read yet.
  else document.addEventListener('visibilitychange', () => showNews(place), { once: true })
}

function showNews(place: HTMLElement) {
  const times = (place.dataset.news ?? '').split(' ').filter(Boolean).map(Number)
  const since = keepVisit({ at: Date.now(), newest: Math.max(0, ...times) })
  if (!since) return
  const isNew = (time: number) => time > since.newest
  const entries = [...document.querySelectorAll<HTMLElement>('[data-added]')].filter((entry) =>
    isNew(Number(entry.dataset.added)),
  )
  for (const entry of entries) mark(entry)
  const total = times.filter(isNew).length
  const isMore = total === times.length && total === Number(place.dataset.newsMost)
  const when = formatInstant(since.at, place.dataset.timeZone ?? 'UTC', { time: true })
  const [what, where] = describeNews({ total, onPage: entries.length, isMore, when })
  place.append(what, element('span', { class: 'docket-news-where' }, where), '. ')
  if (entries.length > 0) place.append(onlyNewButton())
}

/** @returns how far the docket had come at the last visit; undefined on the first, or where nothing can be kept */
function keepVisit(seen: Seen): Seen | undefined {
  try {
    const record = openDocket(readRecord(localStorage.getItem(KEY)), seen)
    localStorage.setItem(KEY, JSON.stringify(record))
    return record.since ?? undefined
  } catch {
    // Storage is refused, or full.
    return undefined
  }
}

function mark(entry: HTMLElement) {
  entry.dataset.isNew = ''
  const words = element('span', { class: 'visually-hidden' }, ' since your last visit')
  entry.querySelector('.entry-mark')?.append(element('span', { class: 'entry-new' }, 'New', words))
}

function onlyNewButton(): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'link-button', 'aria-pressed': 'false' },
    'Show only new',
  )
  button.addEventListener('click', () => {
    const isPressed = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(isPressed))
    for (const item of document.querySelectorAll<HTMLElement>('.docket > li')) {
      item.hidden = isPressed && !item.querySelector('[data-is-new]')
    }
  })
  return button
}

/*
 * What was new since the reader's last visit. Nothing of it leaves the browser. Entries are compared by the time at
 * which the server published them, never with the browser's clock, which may be wrong; that only says when the visit was.
 */

/** How far the docket had come, and when that was seen. Milliseconds. */
export interface Seen {
  at: number
  /** When the newest entry was published. */
  newest: number
}

/** What the browser keeps. */
export interface VisitRecord extends Seen {
  /** The end of the visit before; null on the first. */
  since: Seen | null
}

/** Who comes back within this time is still on the same visit, in whichever tab. */
const VISIT_GAP_MS = 30 * 60_000

/** What is kept after the docket was opened now, with `newest` on it. */
export function openDocket(kept: VisitRecord | undefined, seen: Seen): VisitRecord {
  if (!kept) return { ...seen, since: null }
  const { at, since } = kept
  const newest = Math.max(kept.newest, seen.newest)
  const isSameVisit = seen.at >= at && seen.at - at < VISIT_GAP_MS
  if (isSameVisit) return { at: seen.at, newest, since }
  return { at: seen.at, newest, since: { at, newest: kept.newest } }
}

/** @returns undefined for anything that this program did not write */
export function readRecord(text: string | null): VisitRecord | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (!isSeen(value)) return undefined
    const { since } = value as { since?: unknown }
    if (since !== null && !isSeen(since)) return undefined
    const pick = ({ at, newest }: Seen) => ({ at, newest })
    return { ...pick(value), since: since === null ? null : pick(since) }
  } catch {
    return undefined
  }
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== 'object' || value === null) return false
  const { at, newest } = value as Record<string, unknown>
  return [at, newest].every(isTime)
}

/** A time that a calendar has. */
const isTime = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15

interface News {
  /** New on the whole docket; the list of times is that long at most. */
  total: number
  onPage: number
  /** Whether there may be more than the list of times can say. */
  isMore: boolean
  /** `12/15/2026, 10:00 AM` */
  when: string
}

/** In two parts: on a narrow screen the second is left out. */
export function describeNews({ total, onPage, isMore, when }: News): [what: string, where: string] {
  if (total === 0) return [`No new entries since your last visit, ${when}`, '']
  const count = `${total}${isMore ? ' or more' : ''}`
  const entries = total === 1 && !isMore ? '1 new entry' : `${count} new entries`
  const where = onPage === total && !isMore ? '' : `, ${onPage} of them on this page`
  return [`${entries} since your last visit, ${when}`, where]
}
