import type { Sheet } from './sheet.ts'

export interface Piece {
  text: string
  font: string
  width: number
}

export interface TextLine {
  pieces: Piece[]
  width: number
}

export interface TextStyle {
  fonts: Sheet['fonts']
  size: number
  bold?: boolean
}

const widths = new Map<string, number>()

export function widthOf(doc: PDFKit.PDFDocument, font: string, size: number, text: string): number {
  const key = `${font}\n${text}`
  const known = widths.get(key)
  if (known !== undefined) return known * size
  const width = doc.font(font, 1).widthOfString(text)
  widths.set(key, width)
  return width * size
}

/** Breaks a text with *italics* into lines; the first may be shorter, for its indent. */
export function breakLines(
  doc: PDFKit.PDFDocument,
  text: string,
  style: TextStyle,
  width: number,
  firstWidth = width,
): TextLine[] {
  const lines: TextLine[] = [{ pieces: [], width: 0 }]
  for (const word of words(text, style)) {
    const wordWidth = widthOf(doc, word.font, style.size, word.text)
    const space = widthOf(doc, word.font, style.size, ' ')
    let line = lines.at(-1) as TextLine
    const room = lines.length === 1 ? firstWidth : width
    if (line.pieces.length > 0 && line.width + space + wordWidth > room) {
      line = { pieces: [], width: 0 }
      lines.push(line)
    }
    addWord(line, word, wordWidth, space)
  }
  return lines
}

function addWord(line: TextLine, word: Word, wordWidth: number, space: number): void {
  const last = line.pieces.at(-1)
  const gap = last ? space : 0
  line.width += gap + wordWidth
  if (last?.font === word.font) {
    last.text += ` ${word.text}`
    last.width += gap + wordWidth
  } else {
    if (last) {
      last.text += ' '
      last.width += gap
    }
    line.pieces.push({ text: word.text, font: word.font, width: wordWidth })
  }
}

interface Word {
  text: string
  font: string
}

/** Italics end with their word's punctuation upright only where the mark is the word's last sign. */
function words(text: string, { fonts, bold }: TextStyle): Word[] {
  let italic = false
  const found: Word[] = []
  for (const raw of text.split(/[ \n]+/)) {
    if (raw === '') continue
    if (raw.startsWith('*')) italic = true
    const font = bold ? fonts.bold : italic ? fonts.italic : fonts.plain
    found.push({ text: raw.replaceAll('*', ''), font })
    if (/\*\W*$/.test(raw.slice(1))) italic = false
  }
  return found
}
