import { setImmediate } from 'node:timers/promises'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}

/** Cannot occur in user text, where angle brackets are escaped. */
const NO_ROWS = '<tbody></tbody>'

/** Renders a page whose table is `isWithoutRows`. Other requests are served between pieces. */
export async function* renderWithRows(
  page: VNode,
  pieces: Iterable<VNode>,
): AsyncGenerator<string> {
  const [before, after] = renderPage(page).split(NO_ROWS)
  if (after === undefined) return yield `${before}`
  yield `${before}<tbody>`
  for (const piece of pieces) {
    await setImmediate()
    yield renderToString(piece)
  }
  yield `</tbody>${after}`
}
