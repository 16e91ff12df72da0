const CONFIRMATION_MS = 4000

/** Copies a text, or shows it selected if the clipboard is unavailable. */
export function startCopyLinks(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-copy-button]')
    const holder = button?.closest<HTMLElement>('[data-copy-link]')
    if (holder) copyLink(holder)
  })
}

async function copyLink(holder: HTMLElement) {
  const { copyLink: text = '', copyNoun: noun = 'Link' } = holder.dataset
  const field = holder.querySelector<HTMLInputElement>('[data-copy-field]')
  if (!field) return
  try {
    await navigator.clipboard.writeText(text)
    field.hidden = true
    announce(holder, `${noun} copied`)
  } catch {
    field.value = text
    field.hidden = false
    field.focus()
    field.select()
    announce(holder, `Copy the selected ${noun.toLowerCase()}`)
  }
}

function announce(holder: HTMLElement, text: string) {
  const status = holder.querySelector('[data-copy-status]')
  status?.replaceChildren(text)
  setTimeout(() => status?.replaceChildren(), CONFIRMATION_MS)
}
