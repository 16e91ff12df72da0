const OFF = 'docket-shortcuts-off'
const PAIR_MS = 1500

/** Handles the keys listed in the dialog (ui/layout/shortcuts-dialog.tsx), and Ctrl or ⌘ with Enter to save. */
export function startShortcuts(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-shortcuts]')
  if (!dialog) return
  startSwitch(dialog)
  for (const button of document.querySelectorAll('[data-open-shortcuts]')) {
    button.addEventListener('click', () => dialog.showModal())
  }
  let before = { key: '', at: 0 }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return save(event)
    if (!mayBeShortcut(event)) return
    const { key } = event
    const first = event.timeStamp - before.at < PAIR_MS ? before.key : ''
    before = { key, at: event.timeStamp }
    const find = (keys: string) =>
      dialog.querySelector<HTMLElement>(`[data-keys="${CSS.escape(keys)}"]`)
    const shortcut = find(`${first} ${key}`) ?? find(key)
    if (!shortcut) return
    event.preventDefault()
    before = { key: '', at: 0 }
    run(shortcut.dataset, dialog)
  })
}

function run({ keys, href }: DOMStringMap, dialog: HTMLDialogElement) {
  if (href) location.assign(href)
  else if (keys === '?') dialog.showModal()
  else document.querySelector<HTMLElement>('main input[type=search], main [data-filter]')?.focus()
}

function mayBeShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  if (event.defaultPrevented || document.querySelector('dialog[open]') || isOff()) return false
  const target = event.target as HTMLElement
  return !target.isContentEditable && !target.closest('input, textarea, select')
}

function save(event: KeyboardEvent) {
  const form = (event.target as HTMLElement).closest<HTMLFormElement>('main form[method=post]')
  if (!form) return
  event.preventDefault()
  form.requestSubmit(form.querySelector<HTMLElement>('.button-primary') ?? undefined)
}

const isOff = () => localStorage.getItem(OFF) === '1'

function startSwitch(dialog: HTMLDialogElement) {
  const box = dialog.querySelector<HTMLInputElement>('[data-shortcuts-on]')
  if (!box) return
  box.checked = !isOff()
  box.addEventListener('change', () => localStorage.setItem(OFF, box.checked ? '0' : '1'))
}
