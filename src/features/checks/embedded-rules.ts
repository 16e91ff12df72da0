import { cutText, endSentence, oneLine } from '../../shared/clean-text.ts'
import type { EmbeddedText } from './embedded-text-rules.ts'
import { type Finding, fileFinding } from './finding-rules.ts'

const MAX_AUTHOR_LENGTH = 200
/** Programs write these where no name was set. */
const NO_NAME = /^\(?(?:anonymous|unknown|unspecified|none|user|owner|author)\)?$/i

/** What a file contains besides its visible pages. */
export interface EmbeddedParts {
  attachments: number
  /** How often the file was saved, counting incremental saves. */
  revisions: number
  author: string
  hiddenLayers: number
  /** Also scripts that run on opening or in fields. */
  hasScripts: boolean
  /** XFA: what was typed into a form may be there without being shown. */
  hasFormData: boolean
  texts: EmbeddedText[]
}

/** One finding per kind of thing embedded in the file as a whole; comments and form fields are found page by page. */
export function embeddedFindings(parts: EmbeddedParts): Finding[] {
  const author = cutText(oneLine(parts.author).replace(NO_NAME, ''), MAX_AUTHOR_LENGTH)
  const { attachments, hasFormData, hasScripts, hiddenLayers, revisions } = parts
  const times = revisions === 2 ? 'once' : `${revisions - 1} times`
  const sentences: [boolean, string][] = [
    [author !== '', endSentence(`Names its author: ${author}`)],
    [attachments > 0, `Has other files attached: ${attachments}.`],
    [hasScripts, 'Contains scripts (JavaScript).'],
    [hasFormData, 'Contains form data that its pages may not show (XFA).'],
    [hiddenLayers > 0, `Has hidden layers: ${hiddenLayers}.`],
    [
      revisions > 1,
      `May still contain earlier versions of its pages: it was edited and resaved ${times}.`,
    ],
  ]
  return sentences.flatMap(([isSo, text]) => (isSo ? fileFinding('carried', text) : []))
}
