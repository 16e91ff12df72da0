/** Longer than a double click takes; after that, a request that was stopped can be sent again. */
const PAUSE_MS = 3000

/** A double click would send a form twice: a notification, or a change that the first click has made out of date. */
export function submitOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'post') return
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    setTimeout(() => {
      form.ariaBusy = 'false'
    }, PAUSE_MS)
  })
}
