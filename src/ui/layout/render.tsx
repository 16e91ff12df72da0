import { setImmediate } from 'node:timers/promises'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}

/** Cannot occur in user text, where angle brackets are escaped. */
const SLOT = '<slot></slot>'

/** Renders a page with the pieces in place of its `<slot />`. Other requests are served between pieces. */
export async function* renderInPieces(page: VNode, pieces: Iterable<VNode>) {
  const [before, after] = renderPage(page).split(SLOT)
  yield `${before}`
  if (after === undefined) return
  for (const piece of pieces) {
    await setImmediate()
    yield renderToString(piece)
  }
  yield after
}
