import { inReadingOrder } from './text-columns.ts'
import { isListItem, type TextLine } from './text-rows.ts'

/* Finds a page's paragraphs from the positions of its lines, and puts a blank line between them. */

/** In multiples of the usual line spacing: a larger step begins a paragraph. */
const WIDER = 1.35
/** In multiples of the line's height: the least indent of a paragraph's first line. */
const INDENT = 1.2
/** Share of the height: letters that differ more from the line before begin or end a heading. */
const OTHER_SIZE = 0.2
/** In multiples of the line's height: anything farther below is another part of the page. */
const FAR = 4

export const layOutRows = (rows: readonly TextLine[][]) => layOut(inReadingOrder(rows)).trim()

export function layOut(broken: readonly TextLine[]): string {
  const lines = joinBrokenWords(broken)
  const usual = usualStep(lines)
  const margin = lines.reduce((max, { right }) => Math.max(max, right), 0)
  let text = ''
  let before: TextLine | undefined
  for (const line of lines) {
    const isWritten = line.text.trim() !== '' && line.height > 0
    const isNew =
      before && (beginsParagraph(line, before, usual) || endsHeading(line, before, margin))
    if (isWritten && isNew) text += '\n'
    text += `${line.text}\n`
    if (isWritten) before = line
  }
  return text
}

const BROKEN = /(?<=\p{L})[-\u2010\u00ad] *$/u

/** Longer ones are not words, and joining many would be slow. */
const BEGINNING = /^(\s*)(\p{Ll}\S{0,40})(?!\S)\s*(.*)$/su
const NUMBER = /^\s*(\d{1,2})\s+(?=\S)/
const tabsOf = (text: string) => text.split('\t').length - 1

/** Longer ones are no words; from the middle of one, nothing is searched. */
const COMPOUND = /(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}/gu
const LAST_LETTERS = /\p{L}*$/u

/** At the ends of lines, here once for everyone who reads the text. A compound that is on the page elsewhere keeps its hyphen. */
function joinBrokenWords(broken: readonly TextLine[]): TextLine[] {
  const lines: (TextLine | undefined)[] = [...broken]
  const compounds = new Set(broken.flatMap(({ text }) => text.toLowerCase().match(COMPOUND) ?? []))
  for (let at = lines.length - 2; at >= 0; at--) {
    const [line, next] = [lines[at], lines[at + 1]]
    if (!line || !next || !BROKEN.test(line.text)) continue
    const [number = ''] = followsInNumber(line, next) ? (NUMBER.exec(next.text) ?? []) : []
    const [, indent = '', word, rest] = BEGINNING.exec(next.text.slice(number.length)) ?? []
    // In a table it goes on in the same cell.
    if (word === undefined || tabsOf(indent) !== tabsOf(line.text)) continue
    const start = line.text.replace(BROKEN, '')
    const [whole = ''] =
      `${LAST_LETTERS.exec(start.slice(-40))}-${word}`.toLowerCase().match(COMPOUND) ?? []
    lines[at] = { ...line, text: `${start}${compounds.has(whole) ? '-' : ''}${word}` }
    lines[at + 1] = rest || number ? { ...next, text: number + indent + rest } : undefined
  }
  return lines.filter((line) => line !== undefined)
}

const followsInNumber = (line: TextLine, next: TextLine) =>
  Number(NUMBER.exec(next.text)?.[1]) === Number(NUMBER.exec(line.text)?.[1]) + 1

function beginsParagraph(line: TextLine, before: TextLine, usual: number): boolean {
  const step = before.baseline - line.baseline
  // The sentence may continue at the top of the next column.
  if (step < -line.height) return !/^\s*\p{Ll}/u.test(line.text)
  if (step <= line.height / 2) return false
  const size = Math.abs(line.height - before.height)
  if (size > OTHER_SIZE * Math.max(line.height, before.height)) return true
  if (step > WIDER * Math.max(usual, line.height)) return true
  return line.left > before.left + INDENT * line.height && !isListItem(before.text)
}

/** In multiples of the line's height: a centered heading ends so far from the margin, an indented first line does not. */
const SHORT = 3

function endsHeading(line: TextLine, before: TextLine, margin: number): boolean {
  const isShort = before.right < margin - SHORT * before.height
  const isBelow = before.baseline - line.baseline > line.height / 2
  const beginsSentence = /^\s*["“(]?[\p{Lu}\d]/u.test(line.text)
  return isBelow && isShort && beginsSentence && line.left < before.left - INDENT * line.height
}

function usualStep(lines: readonly TextLine[]): number {
  const written = lines.filter(({ text, height }) => text.trim() !== '' && height > 0)
  const steps = written.flatMap((line, index) => {
    const step = (written[index - 1]?.baseline ?? line.baseline) - line.baseline
    return step > line.height / 2 && step < FAR * line.height ? [step] : []
  })
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
}
