import type { CaptionBlock } from '../filing-spec.ts'
import { breakLines } from './break-lines.ts'
import {
  backToGrid,
  bodyStyle,
  boldStyle,
  drawLine,
  newPage,
  type Paper,
  setText,
  skip,
} from './paper.ts'

/** Attorneys at the top left, the court in the middle, the parties against the number: a filing's first page. */
export function drawCaption(paper: Paper, caption: CaptionBlock): void {
  const { sheet } = paper
  const tight = { pitch: sheet.tight, left: sheet.left, right: sheet.right }
  for (const line of caption.attorneys) {
    setText(paper, line, { ...tight, style: bodyStyle(sheet) })
  }
  if (caption.attorneys.length > 0) skip(paper, sheet.pitch)
  backToGrid(paper)
  for (const line of caption.court) {
    setText(paper, line, { ...tight, style: boldStyle(sheet), align: 'center' })
  }
  skip(paper, sheet.tight)
  backToGrid(paper)
  drawParties(paper, caption)
  skip(paper, sheet.tight)
  backToGrid(paper)
}

/** The parties on the left, a column of signs, the number and the title on the right. */
function drawParties(paper: Paper, { parties, beside, column }: CaptionBlock): void {
  const { sheet, doc } = paper
  const middle = (sheet.left + sheet.right) / 2
  const height = Math.max(parties.length, beside.length) * sheet.tight
  if (paper.y + height > sheet.bottom) newPage(paper)

  const top = paper.y
  paper.y = drawSide(paper, parties, sheet.left, middle - 14)
  const leftEnd = paper.y
  paper.y = top
  const rightEnd = drawSide(paper, beside, middle + 18, sheet.right)
  const end = Math.max(leftEnd, rightEnd)
  for (let y = top; y < end; y += sheet.tight) {
    doc.font(sheet.fonts.plain, sheet.size).text(column, middle, y, { lineBreak: false })
  }
  if (column === ')')
    doc
      .lineWidth(0.75)
      .moveTo(sheet.left, end)
      .lineTo(middle - 4, end)
      .stroke()
  paper.y = end
}

/** Returns where it ended. A tab indents; an exclamation mark at the beginning makes bold. */
function drawSide(paper: Paper, lines: readonly string[], left: number, right: number): number {
  const { sheet } = paper
  let { y } = paper
  for (const line of lines) {
    const indent = line.startsWith('\t') ? 90 : 0
    const text = line.replace(/^[\t!]/, '')
    const style = line.startsWith('!') ? boldStyle(sheet) : bodyStyle(sheet)
    for (const part of breakLines(paper.doc, text, style, right - left - indent)) {
      drawLine(paper, part, sheet.size, left + indent, y)
      y += sheet.tight
    }
  }
  return y
}
