const pauseMs = 1000

/** `data-live-url` returns JSON such as `{ "sent": 12, "finished": false }`; `data-live="sent"` shows that member. */
export function startLiveProgress(): void {
  const place = document.querySelector<HTMLElement>('[data-live-url]')
  if (place) setTimeout(() => follow(place), pauseMs)
}

async function follow(place: HTMLElement) {
  const figures = document.hidden ? undefined : await fetchFigures(place.dataset.liveUrl ?? '')
  if (figures) show(place, figures)
  if (figures?.finished === true) location.reload()
  else setTimeout(() => follow(place), pauseMs)
}

/** If the server does not answer, the next poll tries again. */
async function fetchFigures(url: string): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(url, { headers: { accept: 'application/json' } }).catch(() => null)
  return response?.ok ? response.json().catch(() => undefined) : undefined
}

function show(place: HTMLElement, figures: Record<string, unknown>) {
  for (const element of place.querySelectorAll<HTMLElement>('[data-live]')) {
    const value = figures[element.dataset.live ?? '']
    if (typeof value !== 'number' && typeof value !== 'string') continue
    if (element instanceof HTMLProgressElement) element.value = Number(value)
    else element.textContent = value.toLocaleString('en-US')
    const row = element.closest<HTMLElement>('[data-live-row]')
    if (row) row.hidden = value === 0
  }
}
