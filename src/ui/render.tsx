import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A whole page, as it is sent. */
export function renderPage(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`
}
