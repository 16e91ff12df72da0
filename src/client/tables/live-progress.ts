const pauseMs = 1000

/**
 * Follows work in progress on the server: `data-live-url` answers JSON such as `{ "sent": 12, "finished": false }`,
 * and each `data-live="sent"` shows its member. When it is finished the page is fetched once more, whole.
 */
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

/** undefined where the server did not answer: the next second may do better. */
async function fetchFigures(url: string): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' } })
    if (!response.ok) return undefined
    return (await response.json()) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function show(place: HTMLElement, figures: Record<string, unknown>) {
  for (const element of place.querySelectorAll<HTMLElement>('[data-live]')) {
    const value = figures[element.dataset.live ?? '']
    if (typeof value !== 'number' && typeof value !== 'string') continue
    if (element instanceof HTMLProgressElement) element.value = Number(value)
    else element.textContent = String(value)
  }
}
