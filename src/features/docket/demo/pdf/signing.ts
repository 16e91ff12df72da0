import type { Block } from '../filing-spec.ts'
import { randomFrom } from '../random.ts'
import { backToGrid, bodyStyle, boldStyle, needRoom, type Paper, setText, skip } from './paper.ts'

type Signature = Extract<Block, { kind: 'signature' }>
type JudgeSignature = Extract<Block, { kind: 'judge' }>

/** Date on the left, signature on the right half, all on one page. */
export function drawSignature(paper: Paper, { dated, intro, name, lines }: Signature): void {
  const { sheet } = paper
  needRoom(paper, (lines.length + 4) * sheet.tight + 2 * sheet.pitch)
  skip(paper, sheet.tight)
  backToGrid(paper)
  const half = { pitch: sheet.tight, left: (sheet.left + sheet.right) / 2 - 10, right: sheet.right }
  const top = paper.y
  if (dated) setText(paper, dated, { ...half, left: sheet.left, style: bodyStyle(sheet) })
  paper.y = top
  if (intro) setText(paper, intro, { ...half, style: bodyStyle(sheet) })
  skip(paper, sheet.tight)
  setText(paper, `*/s/ ${name}*`, { ...half, style: bodyStyle(sheet) })
  paper.y += 2
  rule(paper, half.left, paper.y)
  paper.y += 2
  for (const line of lines) setText(paper, line, { ...half, style: bodyStyle(sheet) })
  skip(paper, sheet.tight)
  backToGrid(paper)
}

/** A judge signs by hand. */
export function drawJudgeSignature(paper: Paper, { dated, lines }: JudgeSignature): void {
  const { sheet } = paper
  needRoom(paper, 3 * sheet.pitch + (lines.length + 4) * sheet.tight)
  skip(paper, sheet.pitch)
  if (dated) {
    setText(paper, dated, {
      style: bodyStyle(sheet),
      pitch: sheet.pitch,
      left: sheet.left,
      right: sheet.right,
    })
  }
  const left = (sheet.left + sheet.right) / 2 - 10
  scribble(paper, left + 8, paper.y + 26, lines.join())
  paper.y += 40
  rule(paper, left, paper.y)
  paper.y += 4
  for (const line of lines) {
    setText(paper, line, {
      style: boldStyle(sheet),
      pitch: sheet.tight,
      left,
      right: sheet.right,
    })
  }
  backToGrid(paper)
}

function rule({ doc, sheet }: Paper, left: number, y: number): void {
  doc
    .lineWidth(0.6)
    .moveTo(left, y - 1)
    .lineTo(sheet.right, y - 1)
    .stroke('#000')
}

/** The same hand for the same name: a pen line that runs to the right in loops, quick at the end. */
function scribble({ doc }: Paper, x: number, y: number, name: string): void {
  const random = randomFrom(`hand of ${name}`)
  doc.save().lineWidth(1.1).lineCap('round').moveTo(x, y)
  let at = x
  for (let stroke = 0; stroke < 13; stroke++) {
    const tall = stroke === 0 || stroke === 6 ? 26 : random.between(3, 10)
    const step = 5 + random.next() * (stroke > 9 ? 14 : 7)
    doc.bezierCurveTo(
      at + 1,
      y - tall,
      at + step + 4,
      y - tall,
      at + step,
      y + random.between(-2, 3),
    )
    at += step
  }
  doc
    .bezierCurveTo(at + 20, y - 8, at + 30, y + 2, at + 44, y - 5)
    .stroke('#16213f')
    .restore()
}
