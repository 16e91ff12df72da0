const confirmationMs = 4000

/** Copies a text, or shows it selected if the clipboard is unavailable. */
export function startCopyLinks(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-copy-button]')
    const holder = button?.closest<HTMLElement>('[data-copy-link]')
    if (holder) copyLink(holder)
  })
}

async function copyLink(holder: HTMLElement) {
  const { copyLink: link = '', copyNoun: noun = 'Link' } = holder.dataset
  try {
    await navigator.clipboard.writeText(link)
    holder.querySelector('[data-copy-field]')?.setAttribute('hidden', '')
    announce(holder, `${noun} copied`)
  } catch {
    offerText(holder, link, noun)
  }
}

function offerText(holder: HTMLElement, text: string, noun: string) {
  const field = holder.querySelector<HTMLInputElement>('[data-copy-field]')
  if (!field) return
  field.value = text
  field.hidden = false
  field.focus()
  field.select()
  announce(holder, `Copy the selected ${noun.toLowerCase()}`)
}

const timers = new WeakMap<HTMLElement, number>()

function announce(holder: HTMLElement, text: string) {
  const status = holder.querySelector('[data-copy-status]')
  if (!status) return
  window.clearTimeout(timers.get(holder))
  status.textContent = text
  timers.set(
    holder,
    window.setTimeout(() => status.replaceChildren(), confirmationMs),
  )
}
