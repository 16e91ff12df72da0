import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import { oneLine, printable } from '../../../shared/clean-text.ts'
import {
  caseLine,
  documentsOf,
  type EntryFiledParts,
  type EntryFiledProps,
  entryFiledText,
  factsOf,
  paragraphsOf,
  testNotice,
  textOnlyNotice,
} from './entry-filed-parts.ts'
import { mailStyleSheet, styled } from './mail-styles.ts'

/** For the unsubscribe link. It begins and ends with noncharacters, which `printable` takes out of all else. */
const unsubscribePlaceholder = '\ufdd0unsubscribe\ufdd1'

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

export function personalize({ subject, html, text }: Mail, unsubscribeUrl: string): Mail {
  const attribute = unsubscribeUrl.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
  return {
    subject,
    html: html.replaceAll(unsubscribePlaceholder, () => attribute),
    text: text.replaceAll(unsubscribePlaceholder, () => unsubscribeUrl),
  }
}

const LONGEST_SUBJECT = 150
const LONGEST_CAPTION = 60

/** `Smith v. Jones, No. 1:25-cv-01234: Order Granting Motion (ECF 45)`; one line, whatever it is made of. */
function subjectOf({ caption, caseNumber, entry }: EntryFiledProps): string {
  const number = oneLine(caseNumber)
  const parties = shorten(oneLine(caption), LONGEST_CAPTION)
  const about = [parties, number && `No. ${shorten(number, 30)}`].filter(Boolean).join(', ')
  const mark = entry.number === null ? '' : ` (ECF ${entry.number})`
  const start = about && `${about}: `
  const title = oneLine(entry.title) || 'New docket entry'
  return `${start}${shorten(title, LONGEST_SUBJECT - [...start].length - mark.length)}${mark}`
}

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

const LONG_TITLE = 140

/** A notice as a court would post it. Tables carry the layout, since some mail programs know nothing else. */
function EntryFiledHtml(parts: EntryFiledParts) {
  const { entry } = parts
  const facts = factsOf(parts).map(([label, value]) => `${label} ${value}`)
  return (
    <Sheet title={parts.subject} preheader={`${facts.join(', ')}. ${entry.title}`}>
      {parts.mode === 'test' && (
        <tr>
          <td {...styled('test')}>{testNotice}</td>
        </tr>
      )}
      <tr>
        <td {...styled('head')}>
          <h1 {...styled('caption')}>{parts.caption}</h1>
          <p {...styled('case')}>{caseLine(parts)}</p>
        </td>
      </tr>
      <tr>
        <td {...styled('body')}>
          <p {...styled('kind')}>New docket entry</p>
          <h2 {...styled(entry.title.length > LONG_TITLE ? 'longTitle' : 'title')}>
            {entry.title}
          </h2>
          <Facts {...parts} />
          {paragraphsOf(parts).map((paragraph) => (
            <p {...styled('text')}>{paragraph}</p>
          ))}
          <Documents {...parts} />
          <table role="presentation" {...layout}>
            <tr>
              <td {...styled('button')}>
                <a href={entry.url} {...styled('press')}>
                  View {entry.number === null ? 'the entry' : `ECF ${entry.number}`} on the docket
                </a>
              </td>
            </tr>
          </table>
        </td>
      </tr>
      <tr>
        <td {...styled('foot')}>
          <Footer {...parts} />
        </td>
      </tr>
    </Sheet>
  )
}

/** Outlook's own defaults have gaps. */
const layout = { border: '0', cellPadding: '0', cellSpacing: '0' }

interface SheetProps {
  title: string
  preheader: string
  children: ComponentChildren
}

function Sheet({ title, preheader, children }: SheetProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: mailStyleSheet }} />
      </head>
      <body {...styled('page')}>
        <div {...styled('preheader')}>{preheader}</div>
        <table role="presentation" {...layout} {...styled('outer')}>
          <tr>
            <td align="center" {...styled('gap')}>
              <table role="presentation" width="600" {...layout} {...styled('sheet')}>
                {children}
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  )
}

function Facts(parts: EntryFiledParts) {
  return (
    <table {...layout} {...styled('facts')}>
      {factsOf(parts).map(([label, value]) => (
        <tr>
          <th scope="row" {...styled('label')}>
            {label}
          </th>
          <td {...styled('value')}>{value}</td>
        </tr>
      ))}
    </table>
  )
}

function Documents(parts: EntryFiledParts) {
  const { shown, more } = documentsOf(parts)
  if (shown.length === 0) return <p {...styled('note')}>{textOnlyNotice}</p>
  return (
    <>
      <table role="presentation" {...layout} {...styled('documents')}>
        {shown.map(({ mark, title, pages, url }) => (
          <tr>
            <td {...styled('mark')}>{mark}</td>
            <td {...styled('document')}>
              <a href={url} {...styled('link')}>
                {title}
              </a>
            </td>
            <td {...styled('pages')}>{pages}</td>
          </tr>
        ))}
      </table>
      {more > 0 && <p {...styled('more')}>and {more} more on the docket</p>}
    </>
  )
}

function Footer({ siteUrl, contact, unsubscribeUrl }: EntryFiledParts) {
  return (
    <>
      <p {...styled('small')}>
        You are receiving this message because you subscribed to e-mail about filings in this case
        at{' '}
        <a href={siteUrl} {...styled('link')}>
          {siteUrl}
        </a>
        .
      </p>
      {contact && (
        <p {...styled('small')}>
          Questions: <Contact text={contact} />
        </p>
      )}
      <p {...styled('small')}>
        <a href={unsubscribeUrl} {...styled('link')}>
          Unsubscribe
        </a>
      </p>
    </>
  )
}

function Contact({ text }: { text: string }) {
  const isAddress = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(text)
  if (!isAddress) return text
  return (
    <a href={`mailto:${text}`} {...styled('link')}>
      {text}
    </a>
  )
}
