import { element } from '../element.ts'
import { findKeptForm, type KeptForm, keepForm } from './kept-form.ts'

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
