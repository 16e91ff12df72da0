import type { FieldErrors } from '../../ui/form.tsx'
import { element } from '../element.ts'
import type { RefusedFile } from '../upload/upload-reply.ts'

export interface Refusal {
  summary: string
  errors: FieldErrors
  /** Shown beside each file where files are listed; here in the summary. */
  files: readonly RefusedFile[]
}

/** Shows reasons as the server's own page would: a summary on top, each one beside its field. Nothing typed is lost. */
export function showFormErrors(form: HTMLElement, refusal: Refusal): void {
  clearFormErrors(form)
  const { summary, errors, files } = refusal
  for (const [name, messages] of Object.entries(errors)) showAtField(form, name, messages.join(' '))
  const box = summaryOf(form)
  box.querySelector('.notice-title')?.replaceChildren(summary)
  box.querySelector('[data-form-errors-list]')?.replaceChildren(
    ...Object.entries(errors).flatMap(([name, messages]) => listItems(name, messages)),
    ...listItems(
      'documents',
      files.map(({ name, reason }) => `${name}: ${reason}`),
    ),
  )
  box.hidden = false
  box.focus()
  box.scrollIntoView({ block: 'nearest' })
}

export function clearFormErrors(form: HTMLElement): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-field-error]')) {
    place.replaceChildren()
    place.hidden = true
  }
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
  }
  summaryOf(form).hidden = true
}

/** The form's own summary, or one made for it at its top. */
function summaryOf(form: HTMLElement): HTMLElement {
  const known = form.querySelector<HTMLElement>('[data-form-errors]')
  if (known) return known
  const made = element(
    'div',
    { class: 'notice notice-error', role: 'alert', tabindex: '-1', 'data-form-errors': true },
    element('p', { class: 'notice-title' }),
    element('ul', { 'data-form-errors-list': true }),
  )
  form.prepend(made)
  return made
}

function showAtField(form: HTMLElement, name: string, message: string) {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const place = field?.querySelector<HTMLElement>('[data-field-error]')
  if (!place) return
  place.textContent = message
  place.hidden = false
  field?.querySelector(`[name="${CSS.escape(name)}"]`)?.setAttribute('aria-invalid', 'true')
}

function listItems(name: string, messages: readonly string[]): HTMLLIElement[] {
  return messages.map((message) =>
    element('li', {}, element('a', { href: `#field-${name}` }, message)),
  )
}
