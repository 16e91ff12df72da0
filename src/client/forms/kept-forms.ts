import { element } from '../element.ts'

/** A submitted form, kept in this tab until the server is known to have accepted it. */
interface KeptForm {
  page: string
  /** Its address, to find it again among the page's forms. */
  action: string
  /** It is restored only for this administrator. */
  email: string
  fields: [name: string, value: string][]
  /** Only their names: scripts cannot restore files. */
  files: string[]
  /** Whether the server asked to sign in, or refused the form as out of date. */
  isReturned: boolean
}

const KEY = 'docket-kept-form'

const keepForm = (form: KeptForm) => sessionStorage.setItem(KEY, JSON.stringify(form))
const findKeptForm = (): KeptForm | null => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
const forgetForm = () => sessionStorage.removeItem(KEY)

/** Restores a form that was submitted after the session ended. Forms with a password are never kept. */
export function keepPostedForms(): void {
  restoreForm()
  document.addEventListener('submit', ({ target, submitter }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return
    const isOfPage = target.closest('main') !== null
    if (!isOfPage || target.querySelector('input[type=password]')) return forgetForm()
    keepForm(shouldKeep(target, submitter))
  })
}

const signedInAs = () => document.querySelector('.admin-email')?.textContent ?? ''

function shouldKeep(form: HTMLFormElement, submitter: HTMLElement | null): KeptForm {
  const entries = [...new FormData(form)]
  const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[0] !== '_csrf'
  const chosen = entries.map(([, value]) => (value instanceof File ? value.name : ''))
  const listed = [...form.querySelectorAll<HTMLElement>('[data-upload-file]')]
  return {
    page: form.dataset.page ?? location.pathname,
    action: pathOf(form, submitter),
    email: signedInAs(),
    fields: entries.filter(isText),
    files: [...chosen.filter(Boolean), ...listed.map(({ dataset }) => dataset.uploadFile ?? '')],
    isReturned: false,
  }
}

function pathOf(form: HTMLFormElement, submitter: HTMLElement | null = null): string {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  return new URL(action, location.href).pathname
}

/** Runs on the first page after signing in. Any other admin page means that the server accepted the form. */
function restoreForm() {
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

/** @returns whether there was anything that someone had typed or chosen */
function fill(form: HTMLFormElement, fields: KeptForm['fields']): boolean {
  let isTyped = false
  for (const [name, values] of Map.groupBy(fields, ([name]) => name)) {
    const controls = form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
    for (const [index, control] of controls.entries()) {
      const value = values[index]?.[1]
      // The version is restored too, so that others' changes since then are noticed.
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
  const done = isTyped ? 'saved' : 'done'
  const what = isTyped
    ? 'What you typed is back below but is not saved yet. Check it and save it.'
    : 'Click the button again if you still want to.'
  const again = files.length > 0 ? ` Choose the files again: ${files.join(', ')}.` : ''
  const made = element(
    'div',
    { class: 'notice notice-warn', role: 'alert', tabindex: '-1', 'data-given-back': true },
    element('p', { class: 'notice-title' }, `You were signed out before this was ${done}.`),
    element('p', {}, what + again),
  )
  setTimeout(() => made.focus())
  return made
}

/** On the sign-in or error page shown instead: says that nothing typed is lost. */
export function startKeptFormNotice(): void {
  const signIn = document.querySelector<HTMLFormElement>('form[action="/admin/login"]')
  const heading = document.querySelector('.error-page h1')
  const kept = signIn || heading ? findKeptForm() : null
  if (!kept) return
  if (signIn) {
    const next = signIn.elements.namedItem('next')
    if (next instanceof HTMLInputElement) next.value = kept.page
    signIn.before(
      infoNotice(
        'You were signed out. What you typed is kept in this tab and will be back once you sign in.',
      ),
    )
  } else {
    // An error page is served at the form's address.
    if (location.pathname !== kept.action) return
    const back = element('a', { href: kept.page }, 'Open the form again')
    heading?.after(infoNotice('What you typed is kept in this tab. ', back, '.'))
  }
  keepForm({ ...kept, isReturned: true })
}

function infoNotice(...words: (Node | string)[]): HTMLElement {
  return element('div', { class: 'notice notice-info', role: 'status' }, element('p', {}, ...words))
}
