import type { CaseSettings, Document, Entry } from '../../../platform/database/schema.ts'
import { oneLine } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import {
  formatAttachment,
  formatMark,
  formatPages,
  titleBelowEntry,
} from '../../../shared/document-label.ts'
import { noDocumentSentence } from '../../docket/entries/entry-rules.ts'
import {
  MAX_CAPTION_LENGTH,
  NOT_THE_COURT,
  senderName,
  shortenForMail,
} from '../../site/mail-text.ts'

type EntryFacts = 'number' | 'filed_on' | 'title' | 'type' | 'description' | 'filed_by'
type CaseFacts = 'caption' | 'case_number' | 'court' | 'contact'
type DocumentFacts = 'title' | 'attachment_number' | 'page_count'

/** URLs are absolute; a document's URL is its page, never the PDF. */
export interface MailedEntry extends Pick<Entry, EntryFacts> {
  url: string
  documents: readonly (Pick<Document, DocumentFacts> & { url: string })[]
  /** Place and note are in `about`; the URL is of its calendar file. */
  events: readonly { label: string; when: string; about: string; url: string }[]
}

export interface EntryFiledProps extends Pick<CaseSettings, CaseFacts> {
  entries: readonly MailedEntry[]
  siteUrl: string
  mode: 'test' | 'live'
  /** Empty while the case is open. A message about no entry says that it is closed. */
  closed_on?: string
}

export type EntryFiledParts = EntryFiledProps & { subject: string; unsubscribeUrl: string }

/** Limits that keep every message below 20 kB; the page has the rest. Several entries share them. */
const maxDescription = 1500
/** A shorter excerpt tells the reader nothing. */
const minDescription = 250
const maxDocuments = 12
const maxTitle = 140
const maxFiler = 120
const maxEvents = 4
/** The docket lists the rest. */
const MAX_ENTRIES = 7

export const testNotice =
  'This is a test. It was sent only to the test recipient; no subscriber was notified.'

export function factsOf(entry: MailedEntry): [label: string, value: string][] {
  const facts: [string, string][] = [
    ['No.', String(entry.number ?? '')],
    ['Filed', formatDate(entry.filed_on)],
    ['Type', shortenForMail(entry.type.trim(), maxFiler)],
    ['Filed by', shortenForMail(entry.filed_by.trim(), maxFiler)],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** The description's paragraphs; none if it only repeats the title, as in many imported dockets. @param of entries in the message */
export function mailParagraphs(entry: MailedEntry, of: number): string[] {
  const text = entry.description.trim()
  if (text === entry.title.trim()) return []
  const max = Math.floor(maxDescription / of)
  if (max < minDescription) return []
  return shortenForMail(text, max)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
}

export function listedDocuments(entry: MailedEntry, of: number) {
  const max = Math.max(1, Math.floor(maxDocuments / of))
  const shown = entry.documents.slice(0, max).map((document) => ({
    mark: formatMark(entry.number, document.attachment_number),
    title:
      shortenForMail(titleBelowEntry(entry, document).trim(), maxTitle) ||
      formatAttachment(document.attachment_number),
    pages: formatPages(document.page_count),
    url: document.url,
  }))
  return { shown, more: entry.documents.length - shown.length }
}

export const eventsOf = (entry: MailedEntry, of: number) =>
  entry.events
    .slice(0, Math.max(1, Math.floor(maxEvents / of)))
    .map((event) => ({ ...event, about: shortenForMail(event.about, maxTitle) }))

/** A message about one entry has room for a longer title. */
export const entryTitle = ({ title }: MailedEntry, of: number) =>
  shortenForMail(title, of === 1 ? 3 * maxTitle : maxTitle)

export const listedEntries = ({ entries }: EntryFiledProps) => ({
  listed: entries.slice(0, MAX_ENTRIES),
  more: Math.max(0, entries.length - MAX_ENTRIES),
})

export const caseLine = ({ case_number, court }: EntryFiledProps) =>
  [case_number && `No. ${case_number}`, court].filter(Boolean).join(' · ')

export function entryFiledText(parts: EntryFiledParts): string {
  const { caption, entries, siteUrl, contact, unsubscribeUrl, mode } = parts
  const { listed, more } = listedEntries(parts)
  const blocks = [
    mode === 'test' ? wrap(`*** ${testNotice} ***`) : '',
    [caption, caseLine(parts)].filter(Boolean).map(wrap).join('\n'),
    ...(entries.length === 0 ? closingText(parts).map(wrap) : [`${headline(entries.length)}.`]),
    ...listed.flatMap((entry, index) => [
      index > 0 ? '* * *' : '',
      ...entryBlocks(entry, listed.length),
    ]),
    more > 0 ? `${moreEntries(more)}\n${siteUrl}` : '',
    '* * *',
    wrap(NOT_THE_COURT),
    `${wrap('You are receiving this message because you subscribed to e-mail about filings in this case at:')}\n${siteUrl}`,
    contact ? wrap(`Questions: ${contact}`) : '',
    `To unsubscribe:\n${unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

export const closingText = ({ closed_on = '' }: EntryFiledProps) => [
  // Without a date only in the preview of an open case.
  `This docket was closed${closed_on && ` on ${formatDate(closed_on)}`}.`,
  'Nothing more will be filed here, and this is the last message about it. Everything stays available on the site.',
]

export const headline = (count: number) =>
  count === 1
    ? 'A new entry was added to the docket'
    : `${count} new entries were added to the docket`

export const moreEntries = (count: number) =>
  count === 1 ? 'and one more entry on the docket' : `and ${count} more entries on the docket`

const entryBlocks = (entry: MailedEntry, of: number): string[] => [
  factsOf(entry).map(fact).join('\n'),
  wrap(entryTitle(entry, of)),
  ...mailParagraphs(entry, of).map(wrap),
  ...eventsOf(entry, of).map(
    ({ label, when, about, url }) =>
      `${wrap([`${label}: ${when}`, about].filter(Boolean).join(', '))}\nAdd to calendar: ${url}`,
  ),
  `Read it on the docket:\n${entry.url}`,
  documentList(entry, of),
]

function fact([label, value]: [string, string]): string {
  return `${`${label}:`.padEnd(12)}${value}`
}

function documentList(entry: MailedEntry, of: number): string {
  const { shown, more } = listedDocuments(entry, of)
  if (shown.length === 0) return wrap(noDocumentSentence(entry))
  const lines = shown.map(
    ({ mark, title, pages, url }) => `${wrap(`${mark}: ${title} (${pages})`)}\n${url}`,
  )
  const rest = more > 0 ? [`and ${more} more on the docket`] : []
  return ['Documents', ...lines, ...rest].join('\n\n')
}

/** As many of the words as fit on a line, unless all of the rest fit. */
const FITTING = /(?![^\n]{1,72}$)([^\n]{1,72}) /g

/** Wraps at 72 characters, at spaces; a longer word, such as a URL, stays whole. */
function wrap(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().replace(/[ \t]+/g, ' '))
  return lines.map((line) => line.replace(FITTING, '$1\n')).join('\n')
}

const MAX_SUBJECT_LENGTH = 150

/** `ECF 51: Receiver’s Fifth Report and 2 more – Smith v. Jones`; always one line. */
export function mailSubject({ caption, case_number, entries }: EntryFiledProps): string {
  const [first] = entries
  const mark = first?.number ? `ECF ${first.number}: ` : ''
  const more = entries.length > 1 ? ` and ${entries.length - 1} more` : ''
  const about = senderName(caption) || (oneLine(case_number) && `No. ${oneLine(case_number)}`)
  const end = `${more}${about && ` – ${shortenForMail(about, MAX_CAPTION_LENGTH)}`}`
  const title = oneLine(first?.title ?? '') || (first ? 'New docket entry' : 'Docket closed')
  const room = MAX_SUBJECT_LENGTH - mark.length - [...end].length
  return `${mark}${shortenForMail(title, room)}${end}`
}
