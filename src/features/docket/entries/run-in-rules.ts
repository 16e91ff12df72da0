import { readAttachments } from '../../../shared/attachment-rules.ts'
import { tidyDocketText } from '../../../shared/docket-text-rules.ts'

/** About three lines, in characters. */
const MAX_SHOWN = 200
const MIN_FOLDED = 60

/** Each word of an entry once: docket text often begins with the title, which may end in an ellipsis. */
export function runIn({ title, description }: { title: string; description: string }) {
  const text = tidyDocketText(description)
  const stem = tidyDocketText(title).replace(/\s*…$/, '')
  const begins = text.toLowerCase().startsWith(stem.toLowerCase())
  const head = begins ? stem : tidyDocketText(title)
  const rest = begins ? text.slice(stem.length) : text && ` ${text}`
  const link = begins || rest === '' || /[.?!…]$/.test(head) ? '' : '.'
  const list = readAttachments(rest).size > 0 ? rest.search(/\s*\(attachments?:/i) : -1
  const cut = Math.min(fitting(rest, MAX_SHOWN - head.length), list < 0 ? rest.length : list)
  return { title: head, shown: `${link}${rest.slice(0, cut)}`, folded: rest.slice(cut).trim() }
}

/** How much of the text is shown, up to the end of a word. */
function fitting(text: string, max: number): number {
  const room = Math.max(max, MIN_FOLDED)
  if (text.length <= room + MIN_FOLDED) return text.length
  const space = text.lastIndexOf(' ', room)
  return space > 0 ? space : room
}
