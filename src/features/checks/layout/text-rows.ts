import type { Character } from '../page-view.ts'

/** Points, from the page's lower left corner. */
export interface TextLine {
  text: string
  left: number
  right: number
  baseline: number
  /** Height of its letters; 0 if there are none. */
  height: number
}

const EMPTY: TextLine = { text: '', left: 0, right: 0, baseline: 0, height: 0 }

export function wordRows(characters: readonly Character[]): TextLine[][] {
  const rows: TextLine[][] = []
  let word: TextLine | undefined
  let isSpace = false
  for (const one of characters) {
    const isBreak = /[\r\n]/.test(one.text)
    const beginsWord = isSpace && one.text.trim() !== ''
    if (isBreak || (word && beginsWord && isNextRow(one, word))) word = undefined
    if (isBreak) continue
    if (!word) rows.push([])
    if (!word || beginsWord) {
      word = { ...EMPTY }
      rows.at(-1)?.push(word)
    }
    isSpace = one.text.trim() === '' && word.height > 0
    addCharacter(word, one)
  }
  return rows
}

/** PDFium does not break lines before some short words, such as the number of a table's next row. */
function isNextRow({ box, baseline, isUpright }: Character, word: TextLine): boolean {
  const isBack = isUpright && box !== null && box.left < word.right
  return isBack && word.height > 0 && Math.abs(baseline + word.baseline) > word.height / 2
}

/** Tabs are kept for what stands between cells. */
function addCharacter(word: TextLine, { text, box, baseline, size }: Character): void {
  word.text += text === '\t' ? ' ' : text
  if (!box || text.trim() === '') return
  if (word.height === 0) Object.assign(word, { left: box.left, baseline: -baseline, height: size })
  word.right = Math.max(word.right, box.right)
}

const GAP = 1.4
/** In multiples of the gap between the row's words, which is wide in a justified line. */
const WIDER_THAN_SPACE = 2
/** In multiples of the letters' height: always between cells. */
const WIDE_GAP = 3
/** In multiples of the letters' height: the text of a list's item begins no farther from its number. */
const ITEM_GAP = 6
/** No table in a filing has more in a row. */
const MAX_CELLS = 12

export function splitCells(words: readonly TextLine[]): TextLine[] {
  const gaps = words.slice(1).map(({ left }, at) => left - (words[at]?.right ?? left))
  const narrow = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 3)] ?? 0
  const space = gaps.length > 2 ? narrow : 0
  const cells: TextLine[][] = []
  for (const [at, word] of words.entries()) {
    const gap = gaps[at - 1] ?? 0
    const size = gap / word.height
    const isWide = size > WIDE_GAP || (size > GAP && gap > WIDER_THAN_SPACE * space)
    const before = words[at - 1]?.text ?? ''
    const isItem = size < ITEM_GAP && isListItem(`${before} x`)
    const isLine = at === 1 && LINE_NUMBER.test(before)
    if (at === 0 || (isWide && !isItem && !isLine)) cells.push([word])
    else cells.at(-1)?.push(word)
  }
  const isTable = cells.length <= MAX_CELLS
  return (isTable ? cells : [[...words]]).map((cell) => joinCells(cell, ''))
}

/** Pleading paper and transcripts have them in the margin. */
const LINE_NUMBER = /^ *\d{1,2} *$/

export function joinCells(cells: readonly TextLine[], separator = '\t'): TextLine {
  const text = cells.map((cell) => cell.text).join(separator)
  const right = cells.reduce((max, cell) => Math.max(max, cell.right), 0)
  return { ...(cells.find(({ height }) => height > 0) ?? cells[0] ?? EMPTY), text, right }
}

const LIST_ITEM = /^\s*(?:[•●▪■◦‣·*–—-]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{2,5})[.)])\s+\S/i

/** `• one`, `(a) one`, `12. one`. */
export const isListItem = (text: string) => LIST_ITEM.test(text)
