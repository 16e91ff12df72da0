import { readBrowserTraits } from './browser-traits.ts'
import { openLinkInNewTab } from './new-tab.ts'
import { isPlainClick } from './plain-click.ts'
import { clearPanel, fillPanel, type ViewedDocument } from './viewer-panel.ts'
import { opensInNewTab } from './viewer-rules.ts'

/*
 * Documents open over the docket, at the address of their own page. The history keeps step: back closes, forward opens
 * again, and closing by any other way goes back. One listener, on the dialog's close event, tidies up for all ways.
 */

/** The step back after closing arrives later; a document opened in between waits for it. */
let isGoingBack = false
let openNext: (() => void) | undefined
/** Where the focus was, and is again afterwards. */
let opener: HTMLAnchorElement | undefined

export function startViewer(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-viewer]')
  if (!dialog) return
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-view-document]')
    if (link && isPlainClick(event)) openFromClick(event, link, dialog)
  })
  dialog.addEventListener('close', () => finishClosing(dialog))
  dialog.querySelector('[data-viewer-close]')?.addEventListener('click', () => dialog.close())
  window.addEventListener('popstate', (event) => followHistory(event, dialog))
}

function openFromClick(event: MouseEvent, link: HTMLAnchorElement, dialog: HTMLDialogElement) {
  const viewed = readDocument(link)
  if (opensInNewTab(readBrowserTraits())) {
    openLinkInNewTab(link, viewed.downloadUrl)
    return
  }
  event.preventDefault()
  const open = () => {
    opener = link
    history.pushState({ viewedDocument: viewed.id }, '', viewed.url)
    show(viewed, dialog)
  }
  if (isGoingBack) openNext = open
  else open()
}

function show(viewed: ViewedDocument, dialog: HTMLDialogElement) {
  fillPanel(dialog, viewed)
  document.documentElement.classList.add('has-open-viewer')
  if (!dialog.open) dialog.showModal()
  // Keys pressed inside the PDF's frame stay there: with the focus on the panel, Escape closes.
  dialog.querySelector<HTMLElement>('[data-viewer-panel]')?.focus()
}

function finishClosing(dialog: HTMLDialogElement) {
  if (dialog.open) return
  clearPanel(dialog)
  document.documentElement.classList.remove('has-open-viewer')
  if (viewedInHistory() === undefined) return
  isGoingBack = true
  history.back()
}

function followHistory(event: PopStateEvent, dialog: HTMLDialogElement) {
  isGoingBack = false
  const id = viewedInHistory(event.state)
  const link = id && document.querySelector<HTMLAnchorElement>(`[data-view-document="${id}"]`)
  if (link) show(readDocument(link), dialog)
  else {
    dialog.close()
    // A step back to an address with a fragment, as the skip link leaves it, moves the focus there.
    requestAnimationFrame(() => opener?.focus({ preventScroll: true }))
  }
  openNext?.()
  openNext = undefined
}

function viewedInHistory(state: unknown = history.state): string | undefined {
  if (typeof state !== 'object' || state === null || !('viewedDocument' in state)) return undefined
  return String(Number(state.viewedDocument))
}

function readDocument(link: HTMLAnchorElement): ViewedDocument {
  const { viewDocument = '', downloadUrl = '', link: permalink = '', heading = '' } = link.dataset
  return { id: viewDocument, heading, url: link.pathname, downloadUrl, permalink }
}
