import type { Block, ParagraphBlock } from '../filing-spec.ts'
import { breakLines } from './break-lines.ts'
import { drawCaption } from './caption.ts'
import {
  backToGrid,
  bodyStyle,
  boldStyle,
  drawLine,
  needRoom,
  newPage,
  type Paper,
  setText,
  skip,
} from './paper.ts'
import { drawJudgeSignature, drawSignature } from './signing.ts'
import { drawTable } from './table.ts'

type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>

const DRAW: { [K in Block['kind']]: (paper: Paper, block: BlockOf<K>) => void } = {
  caption: drawCaption,
  paragraph: drawParagraph,
  table: drawTable,
  heading: drawHeading,
  lines: drawLines,
  banner: drawBanner,
  cover: drawCover,
  signature: drawSignature,
  judge: drawJudgeSignature,
  gap: (paper, block) => skip(paper, block.lines * paper.sheet.tight),
  newPage,
}

export function drawBlock<K extends Block['kind']>(paper: Paper, block: BlockOf<K>): void {
  DRAW[block.kind as K](paper, block)
}

/** Double-spaced paragraphs begin with an indent; single-spaced ones are set apart by a gap. */
function drawParagraph(paper: Paper, block: ParagraphBlock): void {
  const { sheet } = paper
  const { style = 'indented', lead, single = false } = block
  const pitch = single || style === 'quote' ? sheet.tight : sheet.pitch
  const inset = style === 'quote' ? 48 : style === 'hanging' ? 36 : 0
  const left = sheet.left + inset
  const right = sheet.right - (style === 'quote' ? 40 : 0)
  const firstIndent = style === 'indented' ? 36 : 0
  needRoom(paper, 2 * pitch)
  const justified = sheet.numberedLines !== 25
  const setting = { style: bodyStyle(sheet), pitch, left, right, firstIndent, justified }
  if (lead && style === 'hanging') {
    const line = breakLines(paper.doc, lead, bodyStyle(sheet), 36)[0]
    if (line) drawLine(paper, line, sheet.size, sheet.left, paper.y)
    setText(paper, block.text, setting)
  } else {
    setText(paper, lead ? `${lead}\u00a0\u00a0\u00a0${block.text}` : block.text, setting)
  }
  if (pitch < 20) skip(paper, pitch * 0.6)
  backToGrid(paper)
}

function drawHeading(paper: Paper, { text, level }: BlockOf<'heading'>): void {
  const { sheet } = paper
  needRoom(paper, 3 * sheet.pitch)
  if (sheet.pitch < 20) skip(paper, 6)
  setText(paper, text, {
    style: boldStyle(sheet),
    pitch: sheet.pitch < 20 ? sheet.pitch : Math.max(sheet.tight, 14),
    left: sheet.left + (level === 1 ? 0 : (level - 1) * 18),
    right: sheet.right,
    align: level === 1 ? 'center' : 'left',
  })
  skip(paper, sheet.pitch < 20 ? 4 : sheet.pitch - Math.max(sheet.tight, 14))
  backToGrid(paper)
}

function drawLines(paper: Paper, block: BlockOf<'lines'>): void {
  const { sheet } = paper
  const { lines, align = 'left', bold = false, size = sheet.size } = block
  const pitch = Math.max(sheet.tight, size * 1.15)
  needRoom(paper, Math.min(lines.length, 6) * pitch)
  for (const line of lines) {
    const style = { fonts: sheet.fonts, size, bold }
    if (line === '') skip(paper, pitch)
    else setText(paper, line, { style, pitch, left: sheet.left, right: sheet.right, align })
  }
  skip(paper, sheet.tight * 0.6)
  backToGrid(paper)
}

/** A letterhead, or the head of a bank's statement. */
function drawBanner(paper: Paper, { name, lines }: BlockOf<'banner'>): void {
  const { sheet, doc } = paper
  const wide = { left: sheet.left, right: sheet.right, align: 'center' as const }
  const style = { fonts: sheet.fonts, size: 17, bold: true }
  setText(paper, name, { ...wide, style, pitch: 22 })
  for (const line of lines) {
    setText(paper, line, { ...wide, style: { fonts: sheet.fonts, size: 9 }, pitch: 11 })
  }
  paper.y += 6
  doc.lineWidth(1).moveTo(sheet.left, paper.y).lineTo(sheet.right, paper.y).stroke('#333')
  paper.y += 16
}

/** The sheet before an exhibit. */
function drawCover(paper: Paper, { label, description }: BlockOf<'cover'>): void {
  const { sheet } = paper
  paper.y = 330
  const wide = { left: sheet.left, right: sheet.right, align: 'center' as const }
  setText(paper, label, { ...wide, style: { fonts: sheet.fonts, size: 34, bold: true }, pitch: 48 })
  setText(paper, description, { ...wide, style: { fonts: sheet.fonts, size: 14 }, pitch: 20 })
  newPage(paper)
}
