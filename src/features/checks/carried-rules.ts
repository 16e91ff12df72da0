import { cutText, oneLine } from '../../shared/clean-text.ts'
import { type Finding, ofWholeFile } from './finding-rules.ts'
import type { CarriedParts } from './pdfium/objects.ts'

const LONGEST_AUTHOR = 200

/** What PDFium does not tell. */
export interface Besides {
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
    [attachments > 0, `Has other files attached: ${attachments}.`],
    [hasScripts, 'Contains scripts (JavaScript).'],
    [hiddenLayers > 0, `Has hidden layers: ${hiddenLayers}.`],
    [
      revisions > 1,
      `May still contain earlier versions of its pages: it was edited and resaved ${times}.`,
    ],
  ]
  return sentences.flatMap(([isSo, text]) => (isSo ? ofWholeFile('carried', text) : []))
}
