import { element, withStorage } from '../element.ts'

/** A form that was posted, until it is known that the server accepted it. */
interface KeptForm {
  /** The path of the page that has the form. */
  page: string
  /** Where it is sent, to know it again among the page's forms. */
  action: string
  /** Who typed it; nobody else gets it back. */
  email: string
  /** Milliseconds. */
  at: number
  fields: [name: string, value: string][]
  /** Names of files, which a browser does not give back. */
  files: string[]
  /** Whether the server asked to sign in, or refused the form as too old, instead of taking it. */
  isReturned: boolean
}

const KEY = 'docket-kept-form'
const LONGEST_MS = 12 * 3_600_000

/** Only in this tab, and only until the tab is closed. */
function keepForm(form: KeptForm): void {
  withStorage('sessionStorage', (storage) => storage.setItem(KEY, JSON.stringify(form)))
}

function findKeptForm(): KeptForm | undefined {
  return withStorage('sessionStorage', (storage) => {
    const kept: KeptForm | null = JSON.parse(storage.getItem(KEY) ?? 'null')
    const isFresh = kept !== null && Date.now() - kept.at < LONGEST_MS
    return isFresh && kept.page.startsWith('/admin') ? kept : undefined
  })
}

function forgetForm(): void {
  withStorage('sessionStorage', (storage) => storage.removeItem(KEY))
}

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

/** On the first page after signing in. Any other page of the administration means that the server accepted the form. */
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

/** Instead of taking a form the server asked to sign in, or answered with an error: says that nothing typed is lost. */
export function startKeptAtSignIn(): void {
  const signIn = document.querySelector<HTMLFormElement>('form[action="/admin/login"]')
  const kept = findKeptForm()
  if (!kept || !(signIn || isRefusalOf(kept))) return
  keepForm({ ...kept, isReturned: true })
  if (signIn) {
    const next = signIn.elements.namedItem('next')
    if (next instanceof HTMLInputElement) next.value = kept.page
    signIn.before(
      say(
        'You were signed out. What you typed is kept in this tab and will be back once you sign in.',
      ),
    )
    return
  }
  const back = element('a', { href: kept.page }, 'Open the form again')
  document
    .querySelector('.error-page h1')
    ?.after(say('What you typed is kept in this tab. ', back, '.'))
}

/** An error instead of an answer: the form was too old, or the database was away. Its address is that of the form. */
function isRefusalOf({ action }: KeptForm): boolean {
  return document.querySelector('.error-page') !== null && location.pathname === action
}

function say(...words: (Node | string)[]): HTMLElement {
  return element('div', { class: 'notice notice-info', role: 'status' }, element('p', {}, ...words))
}
