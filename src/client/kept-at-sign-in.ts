import { element } from './element.ts'
import { findKeptForm, keepForm } from './kept-form.ts'

/** Instead of taking a form the server asked to sign in, or refused it as too old: says that nothing typed is lost. */
export function startKeptAtSignIn(): void {
  const signIn = document.querySelector<HTMLFormElement>('form[action="/admin/login"]')
  const isTooOld = document.querySelector('.error-code')?.textContent?.endsWith(' csrf')
  const kept = signIn || isTooOld ? findKeptForm() : undefined
  if (!kept) return
  keepForm({ ...kept, isReturned: true })
  if (signIn) {
    const next = signIn.elements.namedItem('next')
    if (next instanceof HTMLInputElement) next.value = kept.page
    signIn.before(
      say(
        'You were signed out. What you typed is kept in this tab: sign in, and it is there again.',
      ),
    )
    return
  }
  const back = element('a', { href: kept.page }, 'Open the form again')
  document
    .querySelector('.error-page h1')
    ?.after(say('What you typed is kept in this tab. ', back, '.'))
}

function say(...words: (Node | string)[]): HTMLElement {
  return element('div', { class: 'notice notice-info', role: 'status' }, element('p', {}, ...words))
}
