import { joinCells, splitCells, type TextLine } from './text-rows.ts'

/*
 * Some programs write two columns across the page, so that each row has a part of both. They are read one after another if
 * they are prose; the cells of a table, a caption, or a signature stay in their rows, with tabs between them.
 */

type Span = Pick<TextLine, 'left' | 'right'>

/** `cells` is the most in any row; a single column means that there are none. */
interface Block {
  rows: TextLine[][]
  columns: Span[]
  cells: number
}

export function inReadingOrder(rows: readonly TextLine[][]): TextLine[] {
  const blocks: Block[] = []
  for (const row of rows.map(splitCells)) {
    const last = blocks.at(-1)
    if (last && isBelow(row, last.rows.at(-1)) && addRow(last, row)) continue
    blocks.push({ rows: [row], columns: uniteSpans(row), cells: row.length })
  }
  return blocks.flatMap(readBlock)
}

/** A heading may have fewer cells than its table; later, a wide gap in a justified line may look like one more. */
const HEADINGS = 2

function addRow(block: Block, row: TextLine[]): boolean {
  const columns = uniteSpans([...block.columns, ...row])
  const isTooFull = row.length > columns.length
  if (block.cells < 2 || columns.length < block.cells) return false
  if (isTooFull && block.rows.length <= HEADINGS) return false
  block.rows.push(row)
  block.columns = columns
  if (!isTooFull) block.cells = Math.max(block.cells, row.length)
  return true
}

/** In multiples of the letters' height: rows farther apart are not in the same columns. */
const MAX_STEP = 2.2

function isBelow([line]: TextLine[], [before]: TextLine[] = []): boolean {
  const step = (before?.baseline ?? 0) - (line?.baseline ?? 0)
  const height = line?.height ?? 0
  return step > height / 2 && step < MAX_STEP * height
}

/** Points. Anything closer is in the same column. */
const GUTTER = 6
/** With no bound on them, a hostile page would take longer for each row. */
const MAX_COLUMNS = 12

function uniteSpans(cells: readonly Span[]): Span[] {
  const columns: Span[] = []
  for (const { left, right } of cells.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last && left < last.right + GUTTER) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns.length > MAX_COLUMNS ? [] : columns
}

function readBlock({ rows, columns }: Block): TextLine[] {
  if (columns.length < 2 || rows.length < 2) return rows.map((row) => joinCells(row))
  const table = rows.map((row) => {
    const cells = Map.groupBy(row, (cell) => columns.findLastIndex(({ left }) => left <= cell.left))
    return columns.map((_, at) => joinCells(cells.get(at) ?? []))
  })
  const parts = columns.map((_, at) => table.flatMap((row) => row[at] ?? []).filter(isWritten))
  return parts.every(isProse) ? parts.flat() : table.map((row) => joinCells(row))
}

const isWritten = ({ text }: TextLine) => text.trim() !== ''

/** Fewer lines may be two cells of a table. */
const MIN_LINES = 5

/** Most of its lines continue a sentence, and have more words than a table's cells. */
function isProse(column: readonly TextLine[]): boolean {
  const words = column.map(({ text }) => text.trim().split(/\s+/))
  const count = words.reduce((sum, { length }) => sum + length, 0)
  const goOn = words.filter(([word = '']) => /^\p{Ll}/u.test(word)).length
  return column.length >= MIN_LINES && count >= 3 * column.length && goOn * 2 >= column.length
}
