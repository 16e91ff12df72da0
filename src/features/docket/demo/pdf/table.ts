import type { Column, TableBlock } from '../filing-spec.ts'
import { breakLines, type TextLine } from './break-lines.ts'
import { backToGrid, drawLine, needRoom, newPage, type Paper, skip } from './paper.ts'

interface Placed extends Column {
  x: number
  width: number
}

/** A table's columns on its page, and its measures in points. */
interface Grid {
  columns: Placed[]
  boxed: boolean
  size: number
  pitch: number
  padding: number
}

const LEDGER = { boxed: false, size: 9.5, pitch: 12, padding: 2 }
const FORM = { boxed: true, size: 10.5, pitch: 13.5, padding: 4 }

/** Cells wrap; a row stays whole; the headings stand again on each page. */
export function drawTable(paper: Paper, table: TableBlock): void {
  const grid = { ...(table.boxed ? FORM : LEDGER), columns: place(paper, table.columns) }
  needRoom(paper, 5 * grid.pitch)
  skip(paper, 4)
  drawTitles(paper, grid)
  for (const row of table.rows) {
    if (paper.y + rowHeight(paper, grid, row, 'row') > paper.sheet.bottom) {
      newPage(paper)
      drawTitles(paper, grid)
    }
    drawRow(paper, grid, row, 'row')
  }
  if (table.total) {
    needRoom(paper, 2 * grid.pitch)
    drawRow(paper, grid, table.total, 'total')
  }
  skip(paper, 10)
  backToGrid(paper)
}

/** A form has none. */
function drawTitles(paper: Paper, grid: Grid): void {
  const titles = grid.columns.map(({ title }) => title)
  if (titles.some((title) => title !== '')) drawRow(paper, grid, titles, 'title')
}

function place({ sheet }: Paper, columns: readonly Column[]): Placed[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = sheet.left
  return columns.map((column) => {
    const width = ((sheet.right - sheet.left) * column.share) / shares
    x += width
    return { ...column, width, x: x - width }
  })
}

type RowKind = 'title' | 'row' | 'total'
type Row = readonly string[]

function cellLines({ doc, sheet }: Paper, grid: Grid, row: Row, kind: RowKind): TextLine[][] {
  const style = { fonts: sheet.fonts, size: grid.size, bold: kind !== 'row' }
  return grid.columns.map(({ width }, i) =>
    breakLines(doc, row[i] ?? '', style, width - 2 * grid.padding),
  )
}

function rowHeight(paper: Paper, grid: Grid, row: Row, kind: RowKind): number {
  const most = Math.max(...cellLines(paper, grid, row, kind).map((lines) => lines.length))
  return most * grid.pitch + grid.padding
}

function drawRow(paper: Paper, grid: Grid, row: Row, kind: RowKind): void {
  const cells = cellLines(paper, grid, row, kind)
  const height = rowHeight(paper, grid, row, kind)
  if (kind === 'total') rule(paper, paper.y)
  grid.columns.forEach((column, i) => {
    if (grid.boxed) {
      paper.doc.lineWidth(0.5).rect(column.x, paper.y, column.width, height).stroke('#444')
    }
    drawCell(paper, grid, column, cells[i] ?? [])
  })
  paper.y += height
  if (kind === 'title' && !grid.boxed) rule(paper, paper.y - 1)
}

function drawCell(paper: Paper, grid: Grid, column: Placed, lines: TextLine[]): void {
  const { size, pitch, padding } = grid
  lines.forEach((line, i) => {
    const free = column.width - 2 * padding - line.width
    const shift = column.align === 'right' ? free : column.align === 'center' ? free / 2 : 0
    drawLine(paper, line, size, column.x + padding + shift, paper.y + padding + i * pitch)
  })
}

function rule({ doc, sheet }: Paper, y: number): void {
  doc.lineWidth(0.75).moveTo(sheet.left, y).lineTo(sheet.right, y).stroke('#000')
}
