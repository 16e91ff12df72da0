import { readBrowserTraits } from './browser-traits.ts'
import { makeViewerFrame } from './viewer-panel.ts'
import { opensInNewTab } from './viewer-rules.ts'

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
