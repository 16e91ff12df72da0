import { formatInstant } from '../shared/date.ts'
import { element } from './element.ts'

const KEY = 'docket-visit'

/** Marks the entries published since the reader's last visit. Nothing about visits leaves the browser. */
export function startNews(): void {
  const place = document.querySelector<HTMLElement>('[data-news]')
  if (!place) return
  const times = (place.dataset.news ?? '').split(' ').filter(Boolean).map(Number)
  const since = keepVisit({ at: Date.now(), newest: Math.max(0, ...times) })
  if (!since) return
  const isNew = (time: number) => time > since.newest
  for (const entry of document.querySelectorAll<HTMLElement>('[data-added]'))
    if (isNew(Number(entry.dataset.added))) mark(entry)
  const total = times.filter(isNew).length
  const isMore = total === times.length && total === Number(place.dataset.newsMost)
  const when = formatInstant(since.at, place.dataset.timeZone ?? 'UTC', { time: true })
  const what = `${describeNews(total, isMore)} since your last visit`
  // Narrow screens hide the date.
  place.append(what, element('span', { class: 'docket-news-when' }, `, ${when}`), '.')
}

function keepVisit(seen: Seen): Seen | undefined {
  try {
    const record = openDocket(JSON.parse(localStorage.getItem(KEY) ?? 'null'), seen)
    localStorage.setItem(KEY, JSON.stringify(record))
    return record.since ?? undefined
  } catch {
    return undefined
  }
}

function mark(entry: HTMLElement) {
  const words = element('span', { class: 'visually-hidden' }, ' since your last visit')
  entry.querySelector('.entry-mark')?.append(element('span', { class: 'entry-new' }, 'New', words))
}

/** The state of the docket at a visit, in milliseconds. */
export interface Seen {
  /** By the browser's clock. */
  at: number
  /** When the newest entry was published, by the server's clock: the browser's may be wrong. */
  newest: number
}

export interface VisitRecord extends Seen {
  since: Seen | null
}

/** Returning sooner, in any tab, counts as the same visit. */
const VISIT_GAP_MS = 30 * 60_000

export function openDocket(kept: VisitRecord | null, seen: Seen): VisitRecord {
  if (!kept) return { ...seen, since: null }
  const isSameVisit = seen.at >= kept.at && seen.at - kept.at < VISIT_GAP_MS
  const since = isSameVisit ? kept.since : { at: kept.at, newest: kept.newest }
  return { at: seen.at, newest: Math.max(kept.newest, seen.newest), since }
}

export function describeNews(total: number, isMore: boolean): string {
  if (isMore) return `${total} or more new entries`
  if (total === 1) return '1 new entry'
  return `${total === 0 ? 'No' : total} new entries`
}
