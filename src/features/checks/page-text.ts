import type { Character } from './page-view.ts'
import { layOut, type TextLine } from './text-layout.ts'

/** The text of these characters, with line ends, and a blank line between paragraphs. */
export function layOutText(characters: readonly Character[]): string {
  return layOut(textLines(characters)).trim()
}

function textLines(characters: readonly Character[]): TextLine[] {
  const lines: TextLine[] = []
  let line: TextLine | undefined
  for (const { text, box, baseline, size } of characters) {
    if (/[\r\n]/.test(text)) {
      line = undefined
      continue
    }
    if (!line) {
      line = { text: '', left: 0, baseline: 0, height: 0 }
      lines.push(line)
    }
    if (line.height === 0 && box && text.trim() !== '') {
      Object.assign(line, { left: box.left, baseline: -baseline, height: size })
    }
    line.text += text
  }
  return lines
}
