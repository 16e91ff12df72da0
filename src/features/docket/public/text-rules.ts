import { isListItem } from '../../checks/text-layout.ts'

/* Splits a page's text into paragraphs and lists. It has line breaks and, if known, blank lines between paragraphs. */

export type TextBlock =
  | { kind: 'paragraph'; text: string }
  /** Each with its number or bullet, as filed. */
  | { kind: 'list'; items: string[] }

export function readBlocks(page: string): TextBlock[] {
  const lines = withoutLineNumbers(page.split(/\r\n?|\n/).map((line) => line.trim()))
  const blocks: TextBlock[] = []
  for (const paragraph of paragraphsOf(lines)) {
    const text = joinLines(paragraph)
    const last = blocks.at(-1)
    if (!isListItem(text)) blocks.push({ kind: 'paragraph', text })
    else if (last?.kind === 'list') last.items.push(text)
    else blocks.push({ kind: 'list', items: [text] })
  }
  return blocks
}

/** Pleading paper numbers its lines in the margin. At least this many numbers in a row are taken for that. */
const COUNTED = 10

function withoutLineNumbers(lines: readonly string[]): string[] {
  const written = lines.flatMap((line, index) => (line === '' ? [] : [{ line, index }]))
  const counted = new Set<number>()
  let run: number[] = []
  for (const [at, { line, index }] of written.entries()) {
    const before = Number(written[at - 1]?.line)
    if (!/^\d{1,2}$/.test(line)) run = []
    else if (run.length > 0 && Number(line) === before + 1) run.push(index)
    else run = [index]
    if (run.length >= COUNTED) for (const one of run) counted.add(one)
  }
  return lines.map((line, index) => (counted.has(index) ? '' : line))
}

function paragraphsOf(lines: readonly string[]): string[][] {
  const longest = Math.max(0, ...lines.map(({ length }) => length))
  const isLaidOut = lines.some((line, index) => line === '' && lines.slice(index).some(Boolean))
  const paragraphs: string[][] = []
  let open: string[] | undefined
  for (const line of lines) {
    if (line === '' || isListItem(line)) open = undefined
    if (line === '') continue
    if (!open) {
      open = []
      paragraphs.push(open)
    }
    open.push(line)
    if (!isLaidOut && isLastLine(line, longest)) open = undefined
  }
  return paragraphs
}

/** Without blank lines, a sentence that ends well before the margin ends its paragraph. */
const isLastLine = (line: string, longest: number) =>
  line.length < longest * 0.75 && /[.:;?!]["”’)]?$/.test(line)

/** Rejoins words that were hyphenated at the end of a line, as the search does. */
const joinLines = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/(?<=\p{L})[-\u2010\u00ad]\n(?=\p{Ll})/gu, '')
    .replace(/\s+/g, ' ')
