export function startShowPassword(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-show-password]')) {
    const input = document.querySelector(`#${button.getAttribute('aria-controls')}`)
    const show = (isShown: boolean) => {
      input?.setAttribute('type', isShown ? 'text' : 'password')
      button.textContent = isShown ? 'Hide password' : 'Show password'
    }
    button.addEventListener('click', () => show(input?.getAttribute('type') === 'password'))
    // Hidden again before submitting, so that the browser still treats it as a password.
    document.addEventListener('submit', () => show(false), { capture: true })
  }
}
