import { element } from '../element.ts'

/** A submitted form, kept in this tab until the server is known to have accepted it, for this administrator. */
type KeptForm = ReturnType<typeof shouldKeep> & {
  /** Set once the server required signing in first, or refused the form as out of date: what to say. */
  returned?: string
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

function shouldKeep(form: HTMLFormElement, submitter: HTMLElement | null) {
  const entries = [...new FormData(form)]
  const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[0] !== '_csrf'
  const chosen = entries.map(([, value]) => (value instanceof File ? value.name : ''))
  const listed = [...form.querySelectorAll<HTMLElement>('[data-upload-file]')]
  return {
    page: form.dataset.page ?? location.pathname + location.search,
    /** To find it again among the page's forms. */
    action: pathOf(form, submitter),
    email: signedInAs(),
    fields: entries.filter(isText),
    /** Only their names: scripts cannot restore files. */
    files: [...chosen.filter(Boolean), ...listed.map(({ dataset }) => dataset.uploadFile ?? '')],
    /** Whether it has more than buttons. */
    isTyped: form.querySelector('input:not([type=hidden]), textarea, select') !== null,
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
  const page = location.pathname + location.search
  if (!kept.returned || kept.page !== page || kept.email !== signedInAs()) return
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form')]
  const form = forms.find((one) => pathOf(one) === kept.action)
  if (!form) return
  fill(form, kept.fields)
  const again = kept.files.length > 0 ? ` Choose the files again: ${kept.files.join(', ')}.` : ''
  const words = kept.isTyped
    ? `What you typed is back below. Check it, and save it again.${again}`
    : 'Press the button again.'
  const notice = element(
    'div',
    { class: 'notice notice-warn', role: 'alert', tabindex: '-1', 'data-given-back': true },
    element('p', { class: 'notice-title' }, kept.returned),
    element('p', {}, words),
  )
  form.before(notice)
  notice.focus()
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

function fill(form: HTMLFormElement, fields: KeptForm['fields']): void {
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
      }
    }
  }
}

/** On the sign-in or error page shown instead: says that nothing typed is lost. */
export function startKeptFormNotice(): void {
  const signIn = document.querySelector<HTMLFormElement>('form[action="/admin/login"]')
  const heading = document.querySelector('.error-page h1')
  const kept = findKeptForm()
  if (!kept) return
  if (signIn) {
    const next = signIn.elements.namedItem('next')
    if (next instanceof HTMLInputElement) next.value = kept.page
    if (kept.isTyped) signIn.before(keptNotice(' and will be back once you sign in.'))
    keepForm({ ...kept, returned: 'You were signed out before this was saved.' })
    // An error page is served at the form's address.
  } else if (heading && kept.isTyped && location.pathname === kept.action) {
    heading.after(keptNotice('. ', element('a', { href: kept.page }, 'Open the form again'), '.'))
    keepForm({ ...kept, returned: 'This was not saved.' })
  }
}

function keptNotice(...words: (Node | string)[]): HTMLElement {
  const text = element('p', {}, 'What you typed is kept in this tab', ...words)
  return element('div', { class: 'notice notice-info', role: 'status' }, text)
}
