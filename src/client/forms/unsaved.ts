/** Dispatched by upload.ts once the server has accepted a form. */
export const SAVED = 'form-saved'

/** Asks before leaving a `data-unsaved` form with changes. A form that the server refused also counts as unsaved. */
export function startUnsavedWarning(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]')) watch(form)
}

function watch(form: HTMLFormElement) {
  const wasRefused = form.querySelector('[data-form-errors]:not([hidden])') !== null
  let isSent = false
  // An upload form waits for SAVED.
  form.addEventListener('submit', () => {
    isSent = !form.hasAttribute('data-upload-form')
  })
  form.addEventListener(SAVED, () => {
    isSent = true
    history.replaceState(SAVED, '')
  })
  // Also after Back, when browsers restore what was typed: what was saved would be saved a second time.
  window.addEventListener('pageshow', ({ persisted }) => {
    isSent = persisted && history.state === SAVED
    if (history.state !== SAVED) return
    history.replaceState(null, '')
    form.reset()
    if (persisted) location.reload()
  })
  window.addEventListener('beforeunload', (event) => {
    if (!isSent && (wasRefused || isChanged(form))) event.preventDefault()
  })
}

/** Compares with what the server sent, so that values restored by the browser count as changes. */
export function isChanged(form: HTMLFormElement): boolean {
  const sent = form.cloneNode(true) as HTMLFormElement
  sent.reset()
  const hasOther = form.querySelector('[data-upload-file], [data-moved]') !== null
  return hasOther || valuesOf(form) !== valuesOf(sent)
}

function valuesOf(form: HTMLFormElement): string {
  const values = [...new FormData(form).values()]
  return JSON.stringify(values.map((one) => (one instanceof File ? one.name : one)))
}
