import { cutText, oneLine } from '../../shared/clean-text.ts'
import { type Finding, ofWholeFile } from './finding-rules.ts'
import type { CarriedParts } from './pdfium/objects.ts'

const LONGEST_AUTHOR = 200

/** What PDFium does not tell. */
export interface Besides {
  author: string
  hiddenLayers: number
  /** At opening and in fields, too. */
  hasScripts: boolean
}

/** One finding for each kind of thing that a file has besides its pages; comments and form fields are those of a page. */
export function carriedFindings(parts: CarriedParts & Besides): Finding[] {
  const author = cutText(oneLine(parts.author), LONGEST_AUTHOR)
  const { attachments, hasScripts, hiddenLayers, revisions } = parts
  const times = revisions === 2 ? 'once' : `${revisions - 1} times`
  const sentences: [boolean, string][] = [
    [author !== '', `Names its author: ${author}.`],
    [attachments > 0, `Has other files attached to it: ${attachments}.`],
    [hasScripts, 'Has scripts (JavaScript).'],
    [hiddenLayers > 0, `Has layers that are not shown: ${hiddenLayers}.`],
    [
      revisions > 1,
      `May still hold what was on its pages before: it was changed ${times} by adding to its end.`,
    ],
  ]
  return sentences.flatMap(([isSo, text]) => (isSo ? ofWholeFile('carried', text) : []))
}
