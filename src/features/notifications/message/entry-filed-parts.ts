import { formatDate } from '../../../shared/date.ts'
import { formatAttachment, formatMark, formatPages } from '../../../shared/document-label.ts'

export interface EntryFiledProps {
  caption: string
  caseNumber: string
  court: string
  entry: {
    number: number | null
    filedOn: string
    title: string
    type: string
    description: string
    filedBy: string
    url: string
    documents: readonly {
      title: string
      attachmentNumber: number
      pageCount: number
      /** The document's page, absolute; never the PDF itself. */
      url: string
    }[]
  }
  siteUrl: string
  contact: string
  mode: 'test' | 'live'
}

export type EntryFiledParts = EntryFiledProps & { subject: string; unsubscribeUrl: string }

/** Mail programs cut long messages (Gmail at 102 kB); the page has the rest. */
const longestDescription = 1500
const mostDocuments = 25

export const testNotice =
  'This is a test. It was sent only to the test recipient; no subscriber was notified.'

export const textOnlyNotice = 'This is a text-only entry. It has no documents.'

export function factsOf({ entry }: EntryFiledProps): [label: string, value: string][] {
  const facts: [string, string][] = [
    ['Docket no.', String(entry.number ?? '')],
    ['Filed', formatDate(entry.filedOn)],
    ['Type', entry.type.trim()],
    ['Filed by', entry.filedBy.trim()],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** The description in paragraphs; none where it only repeats the title, as in many imported dockets. */
export function paragraphsOf({ entry }: EntryFiledProps): string[] {
  const text = entry.description.trim()
  if (text === entry.title.trim()) return []
  const letters = [...text]
  const shown =
    letters.length > longestDescription ? `${letters.slice(0, longestDescription).join('')}…` : text
  return shown.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
}

export function documentsOf({ entry }: EntryFiledProps) {
  const shown = entry.documents.slice(0, mostDocuments).map((document) => ({
    mark: formatMark(entry.number, document.attachmentNumber),
    title: document.title.trim() || formatAttachment(document.attachmentNumber),
    pages: formatPages(document.pageCount),
    url: document.url,
  }))
  return { shown, more: entry.documents.length - shown.length }
}

export function caseLine({ caseNumber, court }: EntryFiledProps): string {
  return [caseNumber && `No. ${caseNumber}`, court].filter(Boolean).join(' · ')
}

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

/** Lines of 72 characters, broken at spaces; a longer word, such as an address, stays whole. */
function wrap(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().replace(/[ \t]+/g, ' '))
  return lines.map((line) => line.replace(/(?=.{73})(.{1,72}|[^ ]{73,}) /gs, '$1\n')).join('\n')
}
