import { setImmediate } from 'node:timers/promises'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A whole page, as it is sent. */
export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}

/** Nothing typed comes out like this: its angle brackets are escaped. */
const NO_ROWS = '<tbody></tbody>'

/**
 * A page with a long table, piece by piece: others are served in between.
 * @param page with its table `isWithoutRows`
 * @param pieces the rows, some hundred at a time
 */
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
