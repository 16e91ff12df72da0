import { element } from '../element.ts'
import { findKeptForm, forgetForm, type KeptForm, keepForm } from './kept-form.ts'

/**
 * A form that is posted after the session has ended loses nothing: it is kept in this tab and given back after signing
 * in. Forms with a password are never kept; files have to be chosen again.
 */
export function keepPostedForms(): void {
  giveBack()
  document.addEventListener('submit', ({ target, submitter }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return
    const isOfPage = target.closest('main') !== null
    if (!isOfPage || target.querySelector('input[type=password]')) return forgetForm()
    keepForm(toKeep(target, submitter))
  })
}

const signedInAs = () => document.querySelector('.admin-email')?.textContent ?? ''

function toKeep(form: HTMLFormElement, submitter: HTMLElement | null): KeptForm {
  const entries = [...new FormData(form)]
  const files = entries.flatMap(([, value]) =>
    value instanceof File && value.name ? [value.name] : [],
  )
  const listed = [...form.querySelectorAll<HTMLElement>('[data-upload-file]')]
  return {
    page: form.dataset.page ?? location.pathname,
    action: pathOf(form, submitter),
    email: signedInAs(),
    at: Date.now(),
    fields: entries.flatMap(([name, value]) =>
      typeof value === 'string' && name !== '_csrf' ? [[name, value] as [string, string]] : [],
    ),
    files: [...files, ...listed.map(({ dataset }) => dataset.uploadFile ?? '')],
    isReturned: false,
  }
}

function pathOf(form: HTMLFormElement, submitter: HTMLElement | null = null): string {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  return new URL(action, location.href).pathname
}

/** On the first page after signing in. Any other page of the administration means that the server took the form. */
function giveBack() {
  const kept = findKeptForm()
  if (!kept || signedInAs() === '') return
  forgetForm()
  if (!kept.isReturned || kept.page !== location.pathname || kept.email !== signedInAs()) return
  const form = [...document.querySelectorAll<HTMLFormElement>('main form')].find(
    (one) => pathOf(one) === kept.action,
  )
  if (!form) return
  const isTyped = fill(form, kept.fields)
  form.before(notice(kept, isTyped))
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

/** @returns whether there was anything that a person had typed or chosen */
function fill(form: HTMLFormElement, fields: KeptForm['fields']): boolean {
  let isTyped = false
  for (const [name, values] of Map.groupBy(fields, ([name]) => name)) {
    const controls = form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
    for (const [index, control] of controls.entries()) {
      const value = values[index]?.[1]
      // The state that was typed over: what others changed since must not be overwritten unseen.
      if (control.type === 'hidden' && name !== 'version') continue
      if (control.type === 'checkbox' || control.type === 'radio') {
        control.checked = values.some(([, one]) => one === control.value)
      } else if (value !== undefined && control.type !== 'file') {
        control.value = value
        isTyped ||= control.type !== 'hidden'
      }
    }
  }
  return isTyped
}

function notice({ files }: KeptForm, isTyped: boolean): HTMLElement {
  const again = files.length > 0 ? ` Choose the files again: ${files.join(', ')}.` : ''
  const text = isTyped
    ? 'What you typed is back below but is not saved yet. Check it and save it.'
    : 'Click the button again if you still want to.'
  const title = element(
    'p',
    { class: 'notice-title' },
    isTyped
      ? 'You were signed out before this was saved.'
      : 'You were signed out before this was done.',
  )
  const made = element(
    'div',
    { class: 'notice notice-warn', role: 'alert', tabindex: '-1', 'data-given-back': true },
    title,
    element('p', {}, text + again),
  )
  setTimeout(() => made.focus())
  return made
}
