import { type Box, type Character, isLetterOrDigit, type PageView } from './page-view.ts'

/** A run of characters on one line; columns are lines of their own. */
export interface Line {
  text: string
  box: Box
  isUpright: boolean
}

/** Points between two columns. */
const GAP = 14

export function linesOf(characters: readonly Character[]): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  for (const { text, box, isUpright } of characters) {
    const isNext = line && box && isUpright && box.left > line.box.right + GAP
    if (text === '\n' || text === '\r' || isNext) line = undefined
    if (box && !line) {
      line = { text: '', box, isUpright }
      lines.push(line)
    }
    if (!line) continue
    line.text += text
    if (box) line.box = around(line.box, box)
  }
  return lines
    .map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
    .filter((one) => isLetterOrDigit(one.text))
}

export const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

/** The share of a page, at its head and at its foot, that headers, footers and stamps have. */
const MARGIN = 1 / 10

/** On a page that was turned after it was stamped, the stamp runs along a side. */
export function isInMargin({ box, isUpright }: Pick<Line, 'box' | 'isUpright'>, page: PageView) {
  const at = isUpright
    ? (box.top + box.bottom) / 2 / page.height
    : (box.left + box.right) / 2 / page.width
  return at < MARGIN || at > 1 - MARGIN
}
