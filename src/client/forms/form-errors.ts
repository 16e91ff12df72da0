import type { FieldErrors } from '../../ui/form.tsx'
import { element } from '../element.ts'

export interface Refusal {
  summary: string
  errors: FieldErrors
  /** One that is held is added once a reason is given. */
  files: readonly { name: string; reason: string; isHeld?: boolean }[]
}

/** Shows errors the way the server's own page would: a summary on top, each reason beside its field. */
export function showFormErrors(form: HTMLElement, { summary, errors, files }: Refusal): void {
  clearFormErrors(form)
  for (const [name, messages] of Object.entries(errors)) showAtField(form, name, messages.join(' '))
  const box = form.querySelector<HTMLElement>('[data-form-errors]')
  if (!box) return
  const inFiles = files.map(({ name, reason }) => `${name}: ${reason}`)
  const items = [...Object.entries(errors), ['documents', inFiles] as const].flatMap(
    ([name, messages]) =>
      messages.map((text) => element('li', {}, element('a', { href: `#field-${name}` }, text))),
  )
  box.querySelector('.notice-title')?.replaceChildren(summary)
  box.querySelector('[data-form-errors-list]')?.replaceChildren(...items)
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
  form.querySelector('[data-form-errors]')?.setAttribute('hidden', '')
}

function showAtField(form: HTMLElement, name: string, message: string) {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const place = field?.querySelector<HTMLElement>('[data-field-error]')
  if (!place) return
  place.textContent = message
  place.hidden = false
  field?.querySelector(`[name="${CSS.escape(name)}"]`)?.setAttribute('aria-invalid', 'true')
}

/** Moves the focus to the outcome, because screen readers do not announce what a page has when it loads. */
export function focusOutcome(): void {
  const main = document.querySelector('main')
  const find = (selector: string) => main?.querySelector<HTMLElement>(selector)
  const outcome =
    find('[data-form-errors]:not([hidden])') ??
    find('.notice-error:not([hidden]), .notice-success, form .notice-warn')
  // A fragment or an autofocus field takes precedence.
  if (!outcome || location.hash || main?.querySelector('[autofocus]')) return
  outcome.tabIndex = -1
  outcome.focus()
}
