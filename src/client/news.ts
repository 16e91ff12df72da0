import { formatInstant } from '../shared/date.ts'
import { element } from './element.ts'
import { describeNews, openDocket, readRecord, type Seen } from './visit-rules.ts'

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
