import { element } from '../element.ts'

/** Dispatched by upload.ts once the server has accepted a form. */
export const SAVED = 'form-saved'

/** Asks before leaving a `data-unsaved` form with changes. A form that the server refused also counts as unsaved. */
export function startUnsavedWarning(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]')) watch(form)
}

function watch(form: HTMLFormElement) {
  const note = element('span', { class: 'unsaved-note', role: 'status' })
  form.querySelector('.form-actions')?.append(note)
  const wasRefused = form.querySelector('[data-form-errors]:not([hidden])') !== null
  let isSent = false
  const isUnsaved = () => !isSent && (wasRefused || isChanged(form))
  const show = () => {
    const text = isUnsaved() ? 'Unsaved changes.' : ''
    if (note.textContent !== text) note.textContent = text
  }
  form.addEventListener('input', show)
  form.addEventListener('change', () => setTimeout(show))
  form.addEventListener('click', () => setTimeout(show))
  // An upload form waits for SAVED.
  form.addEventListener('submit', () => {
    isSent = !form.hasAttribute('data-upload-form')
  })
  form.addEventListener(SAVED, () => {
    isSent = true
    history.replaceState(SAVED, '')
  })
  // Also after Back, when browsers restore what was typed.
  window.addEventListener('pageshow', ({ persisted }) => {
    isSent = false
    if (history.state === SAVED) clearSavedForm(persisted)
    show()
  })
  /** What was saved would be saved a second time. */
  function clearSavedForm(isOldPage: boolean) {
    history.replaceState(null, '')
    form.reset()
    isSent = isOldPage
    if (isOldPage) location.reload()
  }
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  show()
}

/** Compares with what the server sent, so that values restored by the browser count as changes. */
function isChanged(form: HTMLFormElement): boolean {
  return (
    form.querySelector('[data-upload-file], [data-moved]') !== null ||
    [...form.elements].some(isTyped)
  )
}

function isTyped(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex((option) => option.defaultSelected)
    return control.selectedIndex !== Math.max(0, initial)
  }
  if (!(control instanceof HTMLInputElement)) return false
  if (control.type === 'checkbox' || control.type === 'radio') {
    return control.checked !== control.defaultChecked
  }
  if (control.type === 'file') return (control.files?.length ?? 0) > 0
  return control.name !== '' && control.type !== 'hidden' && control.value !== control.defaultValue
}
