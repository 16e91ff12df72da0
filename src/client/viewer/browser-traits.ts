import type { BrowserTraits } from './viewer-rules.ts'

/** A phone that asks for desktop pages has a wide window on a narrow screen; the narrower of the two counts. */
export function readBrowserTraits(): BrowserTraits {
  return {
    width: Math.min(window.innerWidth, window.screen.width),
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    maxTouchPoints: navigator.maxTouchPoints,
    pdfViewerEnabled: navigator.pdfViewerEnabled,
  }
}
