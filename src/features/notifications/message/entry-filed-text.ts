import {
  caseLine,
  documentsOf,
  type EntryFiledParts,
  factsOf,
  paragraphsOf,
  testNotice,
  textOnlyNotice,
} from './entry-filed-parts.ts'

/** The text part: what a clerk would type, in lines that any terminal shows. */
export function entryFiledText(parts: EntryFiledParts): string {
  const { caption, entry, siteUrl, contact, unsubscribeUrl, mode } = parts
  const blocks = [
    mode === 'test' ? wrap(`*** ${testNotice} ***`) : '',
    [caption, caseLine(parts)].filter(Boolean).map(wrap).join('\n'),
    'A new entry was filed on the docket.',
    factsOf(parts).map(fact).join('\n'),
    wrap(entry.title),
    ...paragraphsOf(parts).map(wrap),
    `Read it on the docket:\n${entry.url}`,
    documentList(parts),
    '* * *',
    `${wrap('You are receiving this message because you subscribed to e-mail about filings in this case at:')}\n${siteUrl}`,
    contact ? wrap(`Questions: ${contact}`) : '',
    `To unsubscribe:\n${unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function fact([label, value]: [string, string]): string {
  return `${`${label}:`.padEnd(12)}${value}`
}

function documentList(parts: EntryFiledParts): string {
  const { shown, more } = documentsOf(parts)
  if (shown.length === 0) return textOnlyNotice
  const lines = shown.map(
    ({ mark, title, pages, url }) => `${wrap(`${mark}: ${title} (${pages})`)}\n${url}`,
  )
  const rest = more > 0 ? [`and ${more} more on the docket`] : []
  return ['Documents', ...lines, ...rest].join('\n\n')
}

const width = 72

/** Breaks lines at spaces; a word that is longer, such as an address, stays whole. */
function wrap(text: string): string {
  return text.split('\n').map(wrapLine).join('\n')
}

function wrapLine(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/[ \t]+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
