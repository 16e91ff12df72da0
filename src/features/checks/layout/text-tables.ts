/* Finds the tables in a page's text, in which tabs separate the cells of a row. */

interface Table {
  /** Of its lines, counted from 0. */
  first: number
  last: number
  rows: string[][]
}

/** Successive rows with the same number of cells; blank lines between them do not matter. */
export function findTables(lines: readonly string[]): Table[] {
  const tables: Table[] = []
  let cells = 0
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const row = line.split('\t').map((cell) => cell.trim())
    if (row.length !== cells) tables.push({ first: at, last: at, rows: [] })
    cells = row.length
    const table = tables.at(-1)
    if (table) addRow(table, row, at)
  }
  return tables.filter(isTable)
}

/** A row whose first cell is empty continues the cells of the row above. */
function addRow(table: Table, row: string[], at: number): void {
  table.last = at
  const above = row[0] === '' ? table.rows.pop() : undefined
  table.rows.push(above?.map((cell, column) => joined(cell, row[column])) ?? row)
}

const joined = (cell: string, next = '') => (cell && next ? `${cell} ${next}` : cell || next)

/** The border between the parties and the number of a case. */
const BORDER = /^[)(:§|\]*]+$/

function isTable({ rows }: Table): boolean {
  const filled = rows.filter((row) => row.filter(Boolean).length > 1).length
  return filled > 1 && filled * 2 > rows.length && !rows.flat().some((cell) => BORDER.test(cell))
}
