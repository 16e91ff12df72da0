import { formatDate } from '../../../shared/date.ts'
import { formatAttachment, formatMark, formatPages } from '../../../shared/document-label.ts'

export interface EntryFiledProps {
  caption: string
  caseNumber: string
  court: string
  entry: {
    /** Minute entries may have none. */
    number: number | null
    /** YYYY-MM-DD */
    filedOn: string
    title: string
    type: string
    description: string
    filedBy: string
    /** The entry's page, absolute. */
    url: string
    documents: readonly {
      title: string
      /** 0 is the main document. */
      attachmentNumber: number
      pageCount: number
      /** The document's page, absolute; never the PDF itself. */
      url: string
    }[]
  }
  /** The home page of the docket, absolute. */
  siteUrl: string
  contact: string
  mode: 'test' | 'live'
}

/** What both parts of the message are written from. */
export type EntryFiledParts = EntryFiledProps & { subject: string; unsubscribeUrl: string }

/** Mail programs cut long messages (Gmail at 102 kB); the page has the rest. */
const longestDescription = 1500
const mostDocuments = 25

export const testNotice =
  'This is a test. It was sent only to the test recipient; no subscriber was notified.'

export const textOnlyNotice = 'This is a text-only entry. It has no documents.'

/** As in "View … on the docket". */
export const entryName = (number: number | null) =>
  number === null ? 'the entry' : `ECF ${number}`

/** Imported entries often have their whole text as the title. */
export const isLongTitle = (title: string) => title.length > 140

/** The facts of the filing as label and value, those that are known. */
export function factsOf({ entry }: EntryFiledProps): [label: string, value: string][] {
  const facts: [string, string][] = [
    ['Docket no.', entry.number === null ? '' : String(entry.number)],
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
