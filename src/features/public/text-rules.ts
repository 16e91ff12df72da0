import { cutText } from '../../shared/clean-text.ts'
import { isListItem } from '../checks/layout/text-rows.ts'

/* Splits a page's text into paragraphs, lists, and tables. It has line breaks, and blank lines between paragraphs. */

/** Fifty ordinary pages have 150,000 characters in 2,500 lines. More at once would keep other visitors waiting. */
const MAX_CHARACTERS = 200_000
const MAX_LINES = 5_000

export type ShownTexts = ReturnType<typeof fitPages>

/** As many whole pages as may be shown at once, by their numbers; of a page that is too long alone, its beginning. */
export function fitPages(all: ReadonlyMap<number, string>, [first, last]: [number, number]) {
  const texts = new Map<number, string>()
  let [characters, lines] = [0, 0]
  for (let page = first; page <= last; page++) {
    const text = all.get(page) ?? ''
    const beginning = cutText(text, MAX_CHARACTERS).split('\n', MAX_LINES).join('\n')
    characters += text.length
    lines += beginning.split('\n').length
    const isTooLong = characters > MAX_CHARACTERS || lines > MAX_LINES
    if (isTooLong && page > first) return { texts, last: page - 1, isCut: false }
    texts.set(page, beginning)
    if (beginning.length < text.length) return { texts, last: page, isCut: true }
  }
  return { texts, last, isCut: false }
}

export type TextBlock =
  | { kind: 'paragraph'; text: string }
  /** Each with its number or bullet, as filed. */
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: string[][] }

export function readBlocks(page: string): TextBlock[] {
  const all = page.split(/\r\n?|\n/)
  const tables = findTables(all)
  const lines = withoutLineNumbers(all.map((line) => line.trim()))
  for (const { first, last } of tables) lines.fill('', first, last + 1)
  const isItem = itemsOf(lines)
  const parts = [...tables, ...splitParagraphs(lines, isItem)].sort((a, b) => a.first - b.first)
  const blocks: TextBlock[] = []
  for (const part of parts) {
    const last = blocks.at(-1)
    const text = 'rows' in part ? '' : joinLines(part.lines)
    if ('rows' in part) blocks.push({ kind: 'table', rows: part.rows })
    else if (!isItem(text)) blocks.push({ kind: 'paragraph', text })
    else if (last?.kind === 'list') last.items.push(text)
    else blocks.push({ kind: 'list', items: [text] })
  }
  return blocks
}

/** `M. Frey` at the start of a line is a name, and `(212) 555-0142` a phone number; `C.` is an item only beside a `B.` or a `D.`. */
function itemsOf(lines: readonly string[]): (line: string) => boolean {
  const letters = new Set(lines.flatMap((line) => LETTER.exec(line)?.[1]?.charCodeAt(0) ?? []))
  return (line) => {
    const code = LETTER.exec(line)?.[1]?.charCodeAt(0)
    if (code !== undefined && !letters.has(code - 1) && !letters.has(code + 1)) return false
    return isListItem(line) && !/^\(\d{3}\) \d{3}\b/.test(line)
  }
}

const LETTER = /^([a-z])\.\s/i

/** Pleading paper numbers its lines in the margin. At least this many numbers in a row are taken for that. */
const COUNTED = 10

function withoutLineNumbers(lines: readonly string[]): string[] {
  const kept = [...lines]
  let before = Number.NaN
  let run: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const number = /^\d{1,2}$/.test(line) ? Number(line) : Number.NaN
    if (number === before + 1) run.push(index)
    else run = [index]
    before = number
    if (run.length >= COUNTED) for (const one of run) kept[one] = ''
  }
  return kept
}

function splitParagraphs(lines: readonly string[], isItem: (line: string) => boolean) {
  const paragraphs: { first: number; lines: string[] }[] = []
  let open: string[] | undefined
  for (const [first, line] of lines.entries()) {
    if (line === '' || isItem(line) || isHeading(open?.at(-1), line)) open = undefined
    if (line === '') continue
    if (!open) {
      open = []
      paragraphs.push({ first, lines: open })
    }
    open.push(line)
  }
  return paragraphs
}

/** A line in capitals, before one that begins a sentence with small letters. */
function isHeading(before: string | undefined, line: string): boolean {
  if (before === undefined || /\p{Ll}|[,&-]$/u.test(before)) return false
  const isInCapitals = (before.match(/\p{Lu}{2,}/gu)?.length ?? 0) > 1
  return isInCapitals && /^["“(]?\p{Lu}/u.test(line) && /\p{Ll}/u.test(line)
}

/** Cells that are no table's stay apart. */
const joinLines = (lines: readonly string[]) =>
  lines.join('\n').replace(/\s+/g, (space) => (space.includes('\t') ? '\u2003' : ' '))

/** In a page’s text, tabs separate the cells of a row. */
type Table = { first: number; last: number; rows: string[][] }

/** Successive rows with the same number of cells; blank lines between them do not matter. */
function findTables(lines: readonly string[]): Table[] {
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

const BORDER = /^[)(:§|\]*]+$/

function isTable({ rows }: Table): boolean {
  const filled = rows.filter((row) => row.filter(Boolean).length > 1).length
  return filled > 1 && filled * 2 > rows.length && !rows.flat().some((cell) => BORDER.test(cell))
}
