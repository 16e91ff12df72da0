import { inFrame } from './viewer-rules.ts'

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
