/**
 * After signing in again in another tab the forms of this page carry the token of a session that has ended. Takes the new one,
 * if the same administrator has signed in.
 * @returns whether there is a new one
 */
export async function renewToken(form: HTMLFormElement): Promise<boolean> {
  const answer = await fetch('/admin/account', { headers: { accept: 'text/html' } }).catch(
    () => undefined,
  )
  if (!answer?.ok || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const email = (from: Document) => from.querySelector('.admin-email')?.textContent
  const token = page.querySelector<HTMLInputElement>('input[name=_csrf]')?.value
  const own = form.elements.namedItem('_csrf')
  const isNew = own instanceof HTMLInputElement && own.value !== token
  if (!token || !isNew || email(page) !== email(document)) return false
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=_csrf]')) {
    input.value = token
  }
  return true
}
