import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import { noDocumentSentence } from '../../docket/entries/entry-rules.ts'
import { mailText, NOT_THE_COURT } from '../../site/mail-text.ts'
import {
  caseLine,
  closingText,
  type EntryFiledParts,
  type EntryFiledProps,
  entryFiledText,
  entryTitle,
  eventsOf,
  factsOf,
  headline,
  listedDocuments,
  listedEntries,
  type MailedEntry,
  mailParagraphs,
  mailSubject,
  moreEntries,
  testNotice,
} from './entry-filed-parts.ts'
import { type css, mailStyleSheet, styled } from './mail-styles.ts'

/** Stands for the unsubscribe link. `printable` removes its noncharacters from all other text, so nothing else matches. */
const unsubscribePlaceholder = '\ufdd0unsubscribe\ufdd1'

export function entryFiledMail(written: EntryFiledProps): Mail {
  const props = mailText(written)
  const subject = mailSubject(props)
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

const LONG_TITLE = 140

/** Laid out with tables, since some mail programs support nothing else. */
function EntryFiledHtml(parts: EntryFiledParts) {
  const { listed, more } = listedEntries(parts)
  return (
    <Sheet title={parts.subject}>
      {parts.mode === 'test' && <MailRow kind="test">{testNotice}</MailRow>}
      <MailRow kind="head">
        <h1 {...styled('caption')}>{parts.caption}</h1>
        <p {...styled('case')}>{caseLine(parts)}</p>
      </MailRow>
      {listed.length === 0 && (
        <MailRow kind="body">
          {closingText(parts).map((text) => (
            <p {...styled('text')}>{text}</p>
          ))}
        </MailRow>
      )}
      {listed.map((entry, index) => (
        <MailRow kind={index === 0 ? 'body' : 'next'}>
          {index === 0 && (
            <p {...styled('kind')}>
              {listed.length === 1 ? 'New docket entry' : headline(parts.entries.length)}
            </p>
          )}
          <FiledEntry entry={entry} of={listed.length} />
        </MailRow>
      ))}
      {more > 0 && (
        <MailRow kind="next">
          <Link href={parts.siteUrl}>{moreEntries(more)}</Link>
        </MailRow>
      )}
      <MailRow kind="foot">
        <Footer {...parts} />
      </MailRow>
    </Sheet>
  )
}

function MailRow({ kind, children }: { kind: keyof typeof css; children: ComponentChildren }) {
  return (
    <tr>
      <td {...styled(kind)}>{children}</td>
    </tr>
  )
}

/** A type is clear without its label. */
const factInLine = ([label, value]: [string, string]) =>
  label === 'Type' ? value : `${label} ${value}`

interface FiledEntryProps {
  entry: MailedEntry
  of: number
}

function FiledEntry({ entry, of }: FiledEntryProps) {
  return (
    <>
      <h2 {...styled(entry.title.length > LONG_TITLE ? 'longTitle' : 'title')}>
        {entryTitle(entry, of)}
      </h2>
      <p {...styled('note')}>{factsOf(entry).map(factInLine).join(' · ')}</p>
      {mailParagraphs(entry, of).map((paragraph) => (
        <p {...styled('text')}>{paragraph}</p>
      ))}
      {eventsOf(entry, of).map(({ label, when, about, url }) => (
        <p {...styled('text')}>
          <strong>
            {label}: {when}
          </strong>
          {about && ` · ${about}`} <Link href={url}>Add to calendar</Link>
        </p>
      ))}
      <Documents entry={entry} of={of} />
      <ReadIt entry={entry} of={of} />
    </>
  )
}

/** A button if the message is about one entry; otherwise a link, since one of many buttons would not stand out. */
function ReadIt({ entry: { number, url }, of }: FiledEntryProps) {
  const words = `View ${number === null ? 'the entry' : `ECF ${number}`} on the docket`
  if (of > 1) return <Link href={url}>{words}</Link>
  return (
    <table role="presentation" {...layout}>
      <MailRow kind="button">
        <a href={url} {...styled('press')}>
          {words}
        </a>
      </MailRow>
    </table>
  )
}

/** Outlook's defaults leave gaps. */
const layout = { border: '0', cellPadding: '0', cellSpacing: '0' }

function Sheet({ title, children }: { title: string; children: ComponentChildren }) {
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

function Documents({ entry, of }: FiledEntryProps) {
  const { shown, more } = listedDocuments(entry, of)
  if (shown.length === 0) return <p {...styled('note')}>{noDocumentSentence(entry)}</p>
  return (
    <table role="presentation" {...layout} {...styled('documents')}>
      {shown.map(({ mark, title, pages, url }) => (
        <MailRow kind="document">
          {mark} <Link href={url}>{title}</Link> ({pages})
        </MailRow>
      ))}
      {more > 0 && <MailRow kind="document">and {more} more on the docket</MailRow>}
    </table>
  )
}

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a href={href} {...styled('link')}>
      {children}
    </a>
  )
}

function Footer({ siteUrl, contact, unsubscribeUrl }: EntryFiledParts) {
  return (
    <>
      <p {...styled('small')}>{NOT_THE_COURT}</p>
      <p {...styled('small')}>
        You are receiving this message because you subscribed to e-mail about filings in this case
        at <Link href={siteUrl}>{siteUrl}</Link>.
      </p>
      {contact && <p {...styled('small')}>Questions: {contact}</p>}
      <p {...styled('small')}>
        <Link href={unsubscribeUrl}>Unsubscribe</Link>
      </p>
    </>
  )
}
