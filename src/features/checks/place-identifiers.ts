import type { Box } from './boxes.ts'
import { findIdentifiers, type Identifier } from './identifier-rules.ts'
import { type Character, groupLines, type Note, type PageLine, textOf } from './page-view.ts'

/** A form may say what number belongs in a field in the field's name, or only beside, above, or below it. */
export function identifiersIn({ label, text, box }: Note, lines: readonly PageLine[]) {
  const [beside] = lines
    .filter((line) => line.box.right <= box.left && isBeside(line.box, box))
    .sort((a, b) => b.box.right - a.box.right)
  const labels = [label, ...(beside ? [beside.text] : [])].map((one) => `${one}: ${text}`)
  const all = [...labels, ...withHeadings({ text, box }, lines.slice(0, MAX_CELLS))]
  return all.map(findIdentifiers).find((found) => found.length > 0) ?? []
}

const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2
const heightOf = ({ top, bottom }: Box) => bottom - top
const isBeside = (a: Box, b: Box) =>
  Math.abs(middleOf(a) - middleOf(b)) < Math.max(heightOf(a), heightOf(b)) / 2

export function placeIdentifiers(characters: readonly Character[]) {
  const units = characters.flatMap((one) => Array.from({ length: one.text.length }, () => one))
  const content = textOf(characters)
  const inOrder = findIdentifiers(content)
  return [...inOrder, ...answersIn(characters, content, inOrder)].flatMap((findings) => {
    const places = [...new Set(units.slice(findings.start, findings.end))]
    return places.some(({ box }) => box) ? [{ ...findings, places }] : []
  })
}

/** A flattened form, or a table, has its labels and its answers in different parts of its content. */
function answersIn(characters: readonly Character[], content: string, found: Identifier[]) {
  const lines = groupLines(characters)
  const cells = lines.filter(({ text }) => text.length <= MAX_CELL).slice(0, MAX_CELLS)
  const shown = [rowsOf(lines), ...cells.flatMap((cell) => withHeadings(cell, cells))]
  const places = new Set<number>()
  return shown.flatMap((text) =>
    findIdentifiers(text).flatMap((identifier) => {
      const [id = ''] = text.slice(identifier.start, identifier.end).split('\n')
      const start = content.indexOf(id)
      const end = start + id.length
      const isKnown = places.has(start) || found.some((one) => start < one.end && one.start < end)
      places.add(start)
      return start < 0 || isKnown ? [] : [{ ...identifier, start, end }]
    }),
  )
}

const MAX_CELL = 40
const MAX_CELLS = 1000

/** A cell that may be an identifier, after the heading of its column, or after what a form says below its line. */
function withHeadings({ text, box }: Omit<PageLine, 'isUpright'>, cells: readonly PageLine[]) {
  if (!/\d{2}/.test(text)) return []
  const headings = cells.filter(
    (cell) => !/\d/.test(cell.text) && cell.box.left < box.right && box.left < cell.box.right,
  )
  const [above] = headings
    .filter((line) => line.box.bottom <= box.top)
    .sort((a, b) => b.box.bottom - a.box.bottom)
  const below = headings.find(
    (line) => line.box.top >= box.bottom && line.box.top - box.bottom < 2 * heightOf(box),
  )
  return [above, below].flatMap((heading) => (heading ? `${heading.text}: ${text}` : []))
}

/** As the eye reads the page: from left to right in each row, without the numbers of pleading paper. */
function rowsOf(lines: readonly PageLine[]): string {
  const rows: PageLine[][] = []
  for (const line of lines.toSorted((a, b) => a.box.top - b.box.top)) {
    const [first] = rows.at(-1) ?? []
    if (first && isBeside(line.box, first.box)) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const texts = rows.map((row) =>
    row
      .sort((a, b) => a.box.left - b.box.left)
      .map(({ text }) => text.trim())
      .join(' '),
  )
  const numbers = texts.map((text) => Number(/^\d{1,2}(?= )/.exec(text)?.[0]))
  const isNumbered = (number: number, at: number) =>
    numbers[at - 1] === number - 1 || numbers[at + 1] === number + 1
  return texts
    .map((text, at) => (isNumbered(numbers[at] ?? 0, at) ? text.replace(/^\d+ /, '') : text))
    .join('\n')
}
