import { clearPanel, fillPanel, type ViewedDocument } from './viewer-panel.ts'
import { atPdfPage, opensInNewTab, readBrowserTraits } from './viewer-rules.ts'

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

/** Clicks with a modifier, or with another button, ask the browser for a tab, a window or a download of its own. */
function isPlainClick(event: MouseEvent): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}

function openFromClick(event: MouseEvent, link: HTMLAnchorElement, dialog: HTMLDialogElement) {
  const viewed = readDocument(link)
  if (opensInNewTab(readBrowserTraits())) {
    openLinkInNewTab(link, atPdfPage(viewed.downloadUrl, viewed.page))
    return
  }
  event.preventDefault()
  const open = () => {
    opener = link
    history.pushState({ viewedDocument: viewed.id, page: viewed.page }, '', viewed.url)
    show(viewed, dialog)
  }
  if (isGoingBack) openNext = open
  else open()
}

/**
 * Lets the browser follow the link it was about to follow, but to the PDF and in a new tab: a real link is opened by
 * every browser, a window opened by script is not. Afterwards the link is again what it was.
 */
function openLinkInNewTab(link: HTMLAnchorElement, downloadUrl: string): void {
  const page = link.pathname + link.search
  link.href = downloadUrl
  link.target = '_blank'
  link.rel = 'noopener'
  setTimeout(() => {
    link.href = page
    link.removeAttribute('target')
    link.removeAttribute('rel')
  })
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
  const link = findLink(event.state)
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

/** The link that opened the document, at that page where it was one of several. */
function findLink(state: unknown): HTMLAnchorElement | null {
  const id = viewedInHistory(state)
  if (id === undefined) return null
  const find = (selector: string) => document.querySelector<HTMLAnchorElement>(selector)
  const page = Number((state as { page?: unknown }).page)
  const link = `[data-view-document="${id}"]`
  return (page > 0 && find(`${link}[data-page="${page}"]`)) || find(link)
}

function readDocument(link: HTMLAnchorElement): ViewedDocument {
  const { viewDocument = '', downloadUrl = '', page } = link.dataset
  const { link: permalink = '', heading = '' } = link.dataset
  const url = link.pathname + link.search
  return { id: viewDocument, heading, url, downloadUrl, page, permalink }
}
