import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import { oneLine, printable } from '../../../shared/clean-text.ts'
import { EntryFiledHtml } from './entry-filed-html.tsx'
import { type EntryFiledProps, entryFiledText } from './entry-filed-parts.ts'

/**
 * Stands for the unsubscribe link, the only part that differs from one recipient to the next. Its first and last
 * characters are no characters (Unicode 23.7) and are taken out of everything written here.
 */
const unsubscribePlaceholder = '\ufdd0unsubscribe\ufdd1'

/** Tells of one entry; rendered once for all recipients, then personalised for each. */
export function entryFiledMail(written: EntryFiledProps): Mail {
  const props = readable(written)
  const subject = subjectOf(props)
  const parts = { ...props, subject, unsubscribeUrl: unsubscribePlaceholder }
  return {
    subject,
    html: `<!doctype html>${renderToString(<EntryFiledHtml {...parts} />)}`,
    text: entryFiledText(parts),
  }
}

/** The message as one recipient reads it. */
export function personalise({ subject, html, text }: Mail, unsubscribeUrl: string): Mail {
  return {
    subject,
    html: html.replaceAll(unsubscribePlaceholder, () => attribute(unsubscribeUrl)),
    text: text.replaceAll(unsubscribePlaceholder, () => unsubscribeUrl),
  }
}

function attribute(value: string): string {
  return value.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}

const longestSubject = 150
const longestCaption = 60

/** `Smith v. Jones, No. 1:25-cv-01234: Order Granting Motion (ECF 45)`; one line, whatever it is made of. */
function subjectOf({ caption, caseNumber, entry }: EntryFiledProps): string {
  const number = oneLine(caseNumber)
  const parties = shorten(oneLine(caption), longestCaption)
  const about = [parties, number && `No. ${shorten(number, 30)}`].filter(Boolean).join(', ')
  const mark = entry.number === null ? '' : ` (ECF ${entry.number})`
  const start = about && `${about}: `
  const title = oneLine(entry.title) || 'New docket entry'
  return `${start}${shorten(title, longestSubject - [...start].length - mark.length)}${mark}`
}

/** Cuts at a word where there is one, and never inside a letter. */
function shorten(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const cut = letters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}

/** Without the characters that no mail program shows, or that turn text around (Trojan Source). */
function readable<T>(value: T): T {
  if (typeof value === 'string') {
    return printable(value).replace(/[\u202a-\u202e\u2066-\u2069]/g, '') as T
  }
  if (Array.isArray(value)) return value.map(readable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, readable(part)]),
  ) as T
}
