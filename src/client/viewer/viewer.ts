import { element } from '../element.ts'
import { atPdfPage, inFrame, opensInNewTab, readBrowserTraits } from './viewer-rules.ts'

/*
 * Documents open over the docket, at the address of their own page. The browser history stays in sync: Back closes, Forward
 * reopens, and closing in any other way goes back.
 */

/** For the moment after closing in which nothing can be opened: going back is asynchronous. */
let isGoingBack = false
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
  // The panel fills the dialog, so a click on the dialog itself is outside it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  for (const button of stepsOf(dialog)) {
    button.addEventListener('click', () => step(dialog, Number(button.dataset.viewerStep)))
  }
  window.addEventListener('popstate', () => followHistory(dialog))
}

/** Any other click asks the browser for a new tab, a window, or a download. */
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
  if (isGoingBack) return
  opener = link
  history.pushState({ viewedDocument: viewed.id, page: viewed.page }, '', viewed.url)
  show(viewed, dialog)
}

/** Browsers may block windows opened by scripts, but follow a real link. It is restored afterward. */
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
  focusPanel(dialog)
}

/** The PDF's frame would swallow Escape. */
const focusPanel = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('[data-viewer-panel]')?.focus()

const stepsOf = (dialog: HTMLElement) =>
  dialog.querySelectorAll<HTMLButtonElement>('[data-viewer-step]')

/** Replaces the history entry, so that Back still leads to the docket. */
function step(dialog: HTMLElement, by: number) {
  const link = findNeighbor(viewedInHistory(), by)
  if (!link) return
  opener = link
  const viewed = readDocument(link)
  history.replaceState({ viewedDocument: viewed.id, page: viewed.page }, '', viewed.url)
  fillPanel(dialog, viewed)
  // At the last document the clicked button becomes disabled and would lose the focus.
  if (dialog.querySelector('[data-viewer-step]:disabled')) focusPanel(dialog)
}

const findLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-view-document]')]

/** The previous or next document on the page; if several links lead to one, the first counts. */
function findNeighbor(id: string | undefined, by: number): HTMLAnchorElement | undefined {
  const links = findLinks()
  const ids = [...new Set(links.map((link) => link.dataset.viewDocument))]
  const neighbor = ids[ids.indexOf(id) + by]
  return links.find((link) => link.dataset.viewDocument === neighbor)
}

function finishClosing(dialog: HTMLDialogElement) {
  if (dialog.open) return
  clearPanel(dialog)
  document.documentElement.classList.remove('has-open-viewer')
  if (viewedInHistory() === undefined) return
  isGoingBack = true
  history.back()
}

function followHistory(dialog: HTMLDialogElement) {
  isGoingBack = false
  const link = findLink()
  if (link) show(readDocument(link), dialog)
  else {
    dialog.close()
    // Going back to an address with a fragment, such as the skip link's, moves the focus to it first.
    requestAnimationFrame(() => opener?.focus({ preventScroll: true }))
  }
}

const viewedInHistory = (): string | undefined => history.state?.viewedDocument

/** The link that opened the document; if there are several, the one to that page. */
function findLink(): HTMLAnchorElement | undefined {
  const links = findLinks().filter((link) => link.dataset.viewDocument === viewedInHistory())
  return links.find((link) => link.dataset.page === history.state.page) ?? links[0]
}

type ViewedDocument = ReturnType<typeof readDocument>

/** `permalink` is the absolute address for Copy Link. */
function readDocument(link: HTMLAnchorElement) {
  const { viewDocument: id = '', heading = '', downloadUrl = '', page } = link.dataset
  const { link: permalink = '' } = link.dataset
  return { id, heading, url: link.pathname + link.search, downloadUrl, page, permalink }
}

const pageTitle = document.title

function fillPanel(dialog: HTMLElement, viewed: ViewedDocument): void {
  clearPanel(dialog)
  document.title = viewed.heading
  const atPage = atPdfPage(viewed.downloadUrl, viewed.page)
  const find = <Part extends HTMLElement>(name: string) => dialog.querySelector<Part>(`[${name}]`)
  find('data-viewer-title')?.replaceChildren(viewed.heading)
  find('data-viewer-download')?.setAttribute('href', `${viewed.downloadUrl}?disposition=attachment`)
  find('data-viewer-new-tab')?.setAttribute('href', atPage)
  find('data-copy-link')?.setAttribute('data-copy-link', viewed.permalink)
  find('data-viewer-frame')?.replaceChildren(makeFrame(atPage, viewed.heading))
  for (const button of stepsOf(dialog)) {
    button.disabled = !findNeighbor(viewed.id, Number(button.dataset.viewerStep))
  }
}

function clearPanel(dialog: HTMLElement): void {
  document.title = pageTitle
  dialog.querySelector('[data-viewer-frame]')?.replaceChildren()
  dialog.querySelector('[data-copy-status]')?.replaceChildren()
  dialog.querySelector<HTMLElement>('[data-copy-field]')?.setAttribute('hidden', '')
}

/** Has its address before it is inserted, so that each view is one request. Browsers show no PDFs in a sandbox. */
const makeFrame = (pdf: string, title: string) => element('iframe', { title, src: inFrame(pdf) })

/** Shows the frame on the document's own page; if the client rules forbid it, only the link remains. */
export function startInlineViewer(): void {
  const place = document.querySelector<HTMLElement>('[data-inline-viewer]')
  if (!place) return
  if (opensInNewTab(readBrowserTraits())) {
    // Releases the space that the styles reserve.
    place.dataset.elsewhere = ''
    return
  }
  const { inlineViewer: address = '', title = '' } = place.dataset
  place.replaceChildren(makeFrame(address, title))
  place.hidden = false
  document.querySelector('[data-open-pdf]')?.classList.remove('button-primary')
}

const ownAddress = location.pathname + location.search

/** After a reload with the viewer open, Back changes only the address, so the page has to be loaded. */
export function startAddressGuard(): void {
  window.addEventListener('popstate', () => {
    const isOwn = location.pathname + location.search === ownAddress
    if (!isOwn && !document.querySelector('[data-viewer][open]')) location.reload()
  })
}
