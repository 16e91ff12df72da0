import type {
  CaseSettings,
  Document,
  Entry,
  EntryEvent,
} from '../../../platform/database/schema.ts'
import { oneLine } from '../../../shared/clean-text.ts'
import { formatDate, formatTime } from '../../../shared/date.ts'
import {
  formatAttachment,
  formatMark,
  formatPages,
  titleBelowEntry,
} from '../../../shared/document-label.ts'
import { EVENT_LABELS } from '../../calendar/rules.ts'
import { documentUrl } from '../../docket/documents/views.ts'
import { noDocumentSentence } from '../../docket/entries/entry-rules.ts'
import {
  MAX_CAPTION_LENGTH,
  mailText,
  NOT_THE_COURT,
  senderName,
  shortenForMail,
} from '../../site/mail-text.ts'

type EntryFacts = 'id' | 'number' | 'filed_on' | 'title' | 'type' | 'description' | 'filed_by'
type CaseFacts = 'caption' | 'case_number' | 'court' | 'contact'

export interface MailedEntry extends Pick<Entry, EntryFacts> {
  documents: readonly Pick<Document, 'id' | 'title' | 'attachment_number' | 'page_count'>[]
  events: readonly Pick<EntryEvent, 'id' | 'kind' | 'held_on' | 'held_at' | 'place' | 'note'>[]
}

export interface EntryFiledProps extends Pick<CaseSettings, CaseFacts> {
  entries: readonly MailedEntry[]
  /** PUBLIC_URL, the only base of links (PROMISES 10). */
  siteUrl: string
  mode: 'test' | 'live'
  /** Empty while the case is open. A message about no entry says that it is closed. */
  closed_on?: string
}

export const testNotice =
  'This is a test. It was sent only to the test recipient; no subscriber was notified.'

/** Limits that keep every message below 20 kB; the page has the rest. Several entries share them. */
const maxDescription = 1500
/** A shorter excerpt tells the reader nothing. */
const minDescription = 250
const maxDocuments = 12
const maxTitle = 140
const maxFiler = 120
const maxEvents = 4
const MAX_ENTRIES = 7

export type EntryFiledParts = ReturnType<typeof partsOf>

/** What both parts of the message, HTML and text, say. Links are to pages, never to a PDF. */
export function partsOf(written: EntryFiledProps, unsubscribeUrl: string) {
  const props = mailText(written)
  const { case_number, court, entries, siteUrl } = props
  const listed = entries.slice(0, MAX_ENTRIES)
  const more = entries.length - listed.length
  return {
    ...props,
    unsubscribeUrl,
    subject: mailSubject(props),
    caseLine: [case_number && `No. ${case_number}`, court].filter(Boolean).join(' · '),
    closing: entries.length === 0 ? closingText(props) : [],
    headline:
      entries.length === 1
        ? 'A new entry was added to the docket'
        : `${entries.length} new entries were added to the docket`,
    entries: listed.map((entry) => entryParts(entry, siteUrl, listed.length)),
    more: more > 0 && `and ${more === 1 ? 'one more entry' : `${more} more entries`} on the docket`,
  }
}

const closingText = ({ closed_on = '' }: EntryFiledProps) => [
  // Without a date only in the preview of an open case.
  `This docket was closed${closed_on && ` on ${formatDate(closed_on)}`}.`,
  'Nothing more will be filed here, and this is the last message about it. Everything stays available on the site.',
]

export type EntryParts = ReturnType<typeof entryParts>

/** @param of entries in the message */
function entryParts(entry: MailedEntry, siteUrl: string, of: number) {
  const share = (max: number) => Math.max(1, Math.floor(max / of))
  const documents = entry.documents.slice(0, share(maxDocuments))
  return {
    number: entry.number,
    url: `${siteUrl}/entries/${entry.id}`,
    isOnly: of === 1,
    hasLongTitle: entry.title.length > maxTitle,
    // A message about one entry has room for a longer title.
    title: shortenForMail(entry.title, of === 1 ? 3 * maxTitle : maxTitle),
    facts: factsOf(entry),
    paragraphs: paragraphsOf(entry, Math.floor(maxDescription / of)),
    events: entry.events.slice(0, share(maxEvents)).map((event) => ({
      label: EVENT_LABELS[event.kind],
      when: joined(formatDate(event.held_on), event.held_at && formatTime(event.held_at)),
      about: shortenForMail(joined(event.place, event.note), maxTitle),
      url: `${siteUrl}/events/${event.id}.ics`,
    })),
    noDocument: noDocumentSentence(entry),
    documents: documents.map((document) => ({
      mark: formatMark(entry.number, document.attachment_number),
      title:
        shortenForMail(titleBelowEntry(entry, document).trim(), maxTitle) ||
        formatAttachment(document.attachment_number),
      pages: formatPages(document.page_count),
      url: siteUrl + documentUrl(document.id),
    })),
    moreDocuments: entry.documents.length - documents.length,
  }
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

function factsOf(entry: MailedEntry): [label: string, value: string][] {
  const facts: [string, string][] = [
    ['No.', String(entry.number ?? '')],
    ['Filed', formatDate(entry.filed_on)],
    ['Type', shortenForMail(entry.type.trim(), maxFiler)],
    ['Filed by', shortenForMail(entry.filed_by.trim(), maxFiler)],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** The description's paragraphs; none if it only repeats the title, as in many imported dockets. */
function paragraphsOf({ description, title }: MailedEntry, max: number): string[] {
  const text = description.trim()
  if (text === title.trim() || max < minDescription) return []
  return shortenForMail(text, max)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
}

export function entryFiledText(parts: EntryFiledParts): string {
  const { caption, caseLine, closing, headline, entries, more, siteUrl, contact } = parts
  const blocks = [
    parts.mode === 'test' && wrap(`*** ${testNotice} ***`),
    [caption, caseLine].filter(Boolean).map(wrap).join('\n'),
    ...closing.map(wrap),
    entries.length > 0 && `${headline}.`,
    ...entries.flatMap((entry, index) => [index > 0 && '* * *', ...entryBlocks(entry)]),
    more && `${more}\n${siteUrl}`,
    '* * *',
    wrap(NOT_THE_COURT),
    `${wrap('You are receiving this message because you subscribed to e-mail about filings in this case at:')}\n${siteUrl}`,
    contact && wrap(`Questions: ${contact}`),
    `To unsubscribe:\n${parts.unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const entryBlocks = (entry: EntryParts) => [
  entry.facts.map(([label, value]) => `${label}:`.padEnd(12) + value).join('\n'),
  wrap(entry.title),
  ...entry.paragraphs.map(wrap),
  ...entry.events.map(
    ({ label, when, about, url }) =>
      `${wrap(joined(`${label}: ${when}`, about))}\nAdd to calendar: ${url}`,
  ),
  `Read it on the docket:\n${entry.url}`,
  ...documentBlocks(entry),
]

function documentBlocks({ documents, moreDocuments, noDocument }: EntryParts) {
  if (documents.length === 0) return [wrap(noDocument)]
  const lines = documents.map(
    ({ mark, title, pages, url }) => `${wrap(`${mark}: ${title} (${pages})`)}\n${url}`,
  )
  return ['Documents', ...lines, moreDocuments > 0 && `and ${moreDocuments} more on the docket`]
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
function mailSubject({ caption, case_number, entries }: EntryFiledProps): string {
  const [first] = entries
  const mark = first?.number ? `ECF ${first.number}: ` : ''
  const more = entries.length > 1 ? ` and ${entries.length - 1} more` : ''
  const about = senderName(caption) || (oneLine(case_number) && `No. ${oneLine(case_number)}`)
  const end = `${more}${about && ` – ${shortenForMail(about, MAX_CAPTION_LENGTH)}`}`
  const title = oneLine(first?.title ?? '') || (first ? 'New docket entry' : 'Docket closed')
  const room = MAX_SUBJECT_LENGTH - mark.length - [...end].length
  return `${mark}${shortenForMail(title, room)}${end}`
}
