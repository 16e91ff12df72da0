import { breakLines, type TextLine, type TextStyle, widthOf } from './break-lines.ts'
import type { Sheet } from './sheet.ts'

/** Pages in the making: where the next line goes, and a new page where it does not fit. */
export interface Paper {
  doc: PDFKit.PDFDocument
  sheet: Sheet
  y: number
}

export function newPage(paper: Paper): void {
  paper.doc.addPage()
  paper.y = paper.sheet.top
}

/** Begins a new page unless so many points are left on this one. */
export function needRoom(paper: Paper, height: number): void {
  const fits = paper.y + height <= paper.sheet.bottom + 0.01
  if (!fits && paper.y > paper.sheet.top) newPage(paper)
}

export function skip(paper: Paper, height: number): void {
  if (paper.y > paper.sheet.top) paper.y += height
}

/** On paper with numbered lines the body stands on them again after single-spaced lines. */
export function backToGrid(paper: Paper): void {
  const { top, pitch, numberedLines } = paper.sheet
  if (numberedLines > 0) paper.y = top + Math.ceil((paper.y - top) / pitch - 0.01) * pitch
}

export function drawLine({ doc }: Paper, line: TextLine, size: number, x: number, y: number): void {
  let at = x
  for (const { text, font, width } of line.pieces) {
    doc.font(font, size).text(text, at, y, { lineBreak: false })
    at += width
  }
}

export interface Setting {
  style: TextStyle
  pitch: number
  left: number
  right: number
  align?: 'left' | 'center' | 'right'
  firstIndent?: number
  /** Both edges straight, except the last line's. */
  justified?: boolean
}

/** Sets a text over as many lines and pages as it needs. */
export function setText(paper: Paper, text: string, setting: Setting): void {
  const { style, pitch, left, right, align = 'left', firstIndent = 0, justified } = setting
  const lines = breakLines(paper.doc, text, style, right - left, right - left - firstIndent)
  lines.forEach((line, i) => {
    needRoom(paper, pitch)
    const start = i === 0 ? left + firstIndent : left
    const free = right - start - line.width
    const shift = align === 'center' ? free / 2 : align === 'right' ? free : 0
    if (justified && i < lines.length - 1) drawSpread(paper, line, style.size, start, free)
    else drawLine(paper, line, style.size, start + shift, paper.y)
    paper.y += pitch
  })
}

/** Word by word, the free width shared among the spaces. */
function drawSpread(
  { doc, y }: Paper,
  line: TextLine,
  size: number,
  start: number,
  free: number,
): void {
  const spaces = line.pieces.reduce((sum, { text }) => sum + text.split(' ').length - 1, 0)
  const extra = free / Math.max(1, spaces)
  let at = start
  for (const { text, font } of line.pieces) {
    for (const [i, word] of text.split(' ').entries()) {
      if (i > 0) at += widthOf(doc, font, size, ' ') + extra
      if (word === '') continue
      doc.font(font, size).text(word, at, y, { lineBreak: false })
      at += widthOf(doc, font, size, word)
    }
  }
}

export function bodyStyle({ fonts, size }: Sheet): TextStyle {
  return { fonts, size }
}

export function boldStyle({ fonts, size }: Sheet): TextStyle {
  return { fonts, size, bold: true }
}
