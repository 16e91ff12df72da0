export type BrowserTraits = ReturnType<typeof readBrowserTraits>

/** CSS pixels; specification, client rule 6. */
const viewerBreakpoint = 768

/** Otherwise in a frame (specification, client rule 6; CONTRACT.md section 3). */
export function opensInNewTab(traits: BrowserTraits): boolean {
  return traits.width < viewerBreakpoint || isAppleTouchDevice(traits) || !traits.pdfViewerEnabled
}

/** Adds the page to open (RFC 8118, section 3); the server never sees the fragment. */
export function atPdfPage(downloadUrl: string, page: string | undefined): string {
  return page && /^[1-9]\d{0,6}$/.test(page) ? `${downloadUrl}#page=${page}` : downloadUrl
}

/** iPadOS calls itself Macintosh, but no Macintosh has touch points. */
function isAppleTouchDevice({ userAgent, platform, maxTouchPoints }: BrowserTraits): boolean {
  if (/\b(iPhone|iPad|iPod)\b/.test(`${userAgent} ${platform}`)) return true
  return /Macintosh|MacIntel/.test(`${userAgent} ${platform}`) && maxTouchPoints > 0
}

/** Hides the viewer's page list and outline (Adobe's open parameters), so that the page gets the full width. */
export function inFrame(pdf: string): string {
  return `${pdf}${pdf.includes('#') ? '&' : '#'}navpanes=0&pagemode=none`
}

/** A phone that asks for desktop pages has a wide window on a narrow screen; the narrower of the two counts. */
export function readBrowserTraits() {
  return {
    width: Math.min(window.innerWidth, window.screen.width),
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    maxTouchPoints: navigator.maxTouchPoints,
    // Of a browser that does not say it may show an empty frame.
    pdfViewerEnabled: navigator.pdfViewerEnabled as boolean | undefined,
  }
}
