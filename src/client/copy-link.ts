const confirmationMs = 4000

/** Copy Link: says that it worked, or shows the link selected where the clipboard is refused or absent. */
export function startCopyLinks(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-copy-button]')
    const holder = button?.closest<HTMLElement>('[data-copy-link]')
    if (holder) copyLink(holder)
  })
}

async function copyLink(holder: HTMLElement) {
  const { copyLink: link = '' } = holder.dataset
  try {
    await navigator.clipboard.writeText(link)
    holder.querySelector('[data-copy-field]')?.setAttribute('hidden', '')
    announce(holder, 'Link copied')
  } catch {
    offerLink(holder, link)
  }
}

function offerLink(holder: HTMLElement, link: string) {
  const field = holder.querySelector<HTMLInputElement>('[data-copy-field]')
  if (!field) return
  field.value = link
  field.hidden = false
  field.focus()
  field.select()
  announce(holder, 'Copy the selected link')
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
