import { atPdfPage, inFrame, opensInNewTab, readBrowserTraits } from './viewer-rules.ts'

export interface ViewedDocument {
  id: string
  heading: string
  /** The path of the document's page. */
  url: string
  downloadUrl: string
  /** From 1; undefined opens the first. */
  page?: string | undefined
  /** The public, absolute address of that page. */
  permalink: string
}

let pageTitle = ''

/** Makes the panel show this document: its name, its links, its frame. */
export function fillPanel(dialog: HTMLElement, viewed: ViewedDocument): void {
  if (pageTitle === '') pageTitle = document.title
  document.title = viewed.heading
  const atPage = atPdfPage(viewed.downloadUrl, viewed.page)
  const find = <Part extends HTMLElement>(name: string) => dialog.querySelector<Part>(`[${name}]`)
  find('data-viewer-title')?.replaceChildren(viewed.heading)
  find('data-viewer-download')?.setAttribute('href', `${viewed.downloadUrl}?disposition=attachment`)
  find('data-viewer-new-tab')?.setAttribute('href', atPage)
  find('data-copy-link')?.setAttribute('data-copy-link', viewed.permalink)
  find('data-viewer-frame')?.replaceChildren(makeViewerFrame(atPage, viewed.heading))
}

/** Takes the frame away, so that nothing goes on loading, and forgets what Copy Link said. */
export function clearPanel(dialog: HTMLElement): void {
  document.title = pageTitle
  pageTitle = ''
  dialog.querySelector('[data-viewer-frame]')?.replaceChildren()
  dialog.querySelector('[data-copy-status]')?.replaceChildren()
  dialog.querySelector<HTMLElement>('[data-copy-field]')?.setAttribute('hidden', '')
}

/**
 * A frame that shows a PDF with the browser's own viewer. The address is set once, before the frame is in the page,
 * so that each view is one request; no sandbox, in which browsers refuse to show PDFs.
 */
export function makeViewerFrame(pdf: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = inFrame(pdf)
  return frame
}

/** The document's own page shows the frame at once where the client rules allow it; elsewhere its link remains. */
export function startInlineViewer(): void {
  const place = document.querySelector<HTMLElement>('[data-inline-viewer]')
  if (!place) return
  if (opensInNewTab(readBrowserTraits())) {
    // The styles keep its place for browsers that look as if they could.
    place.dataset.elsewhere = ''
    return
  }
  const { inlineViewer: address = '', title = '' } = place.dataset
  place.replaceChildren(makeViewerFrame(address, title))
  place.hidden = false
}
