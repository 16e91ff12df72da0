/** Hidden again before it is sent, so that neither this site nor the browser takes it for other text. */
export function startShowPassword(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-show-password]')
    const input = button && inputOf(button)
    if (input) show(button, input.type === 'password')
  })
  const hideAll = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-show-password]')) {
      show(button, false)
    }
  }
  document.addEventListener('submit', hideAll, { capture: true })
}

const inputOf = (button: HTMLElement) =>
  document.querySelector<HTMLInputElement>(`#${button.getAttribute('aria-controls')}`)

function show(button: HTMLElement, isShown: boolean) {
  inputOf(button)?.setAttribute('type', isShown ? 'text' : 'password')
  button.textContent = isShown ? 'Hide password' : 'Show password'
}
