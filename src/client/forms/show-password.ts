export function startShowPassword(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-show-password]')) {
    const input = document.querySelector(`#${button.getAttribute('aria-controls')}`)
    const show = (isShown: boolean) => {
      input?.setAttribute('type', isShown ? 'text' : 'password')
      button.textContent = isShown ? 'Hide password' : 'Show password'
    }
    button.addEventListener('click', () => show(input?.getAttribute('type') === 'password'))
    // Before it is sent, so that neither this site nor the browser takes it for other text.
    document.addEventListener('submit', () => show(false), { capture: true })
  }
}
