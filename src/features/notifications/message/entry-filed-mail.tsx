import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import {
  caseLine,
  documentsOf,
  type EntryFiledParts,
  type EntryFiledProps,
  entryFiledText,
  eventsOf,
  factsOf,
  headline,
  type MailedEntry,
  moreEntries,
  paragraphsOf,
  readable,
  shorten,
  subjectOf,
  testNotice,
  textOnlyNotice,
  titleOf,
  toldEntries,
} from './entry-filed-parts.ts'
import { type css, mailStyleSheet, styled } from './mail-styles.ts'

/** Stands for the unsubscribe link. `printable` removes its noncharacters from all other text, so nothing else matches. */
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

const LONG_TITLE = 140

/** Laid out with tables, since some mail programs support nothing else. */
function EntryFiledHtml(parts: EntryFiledParts) {
  const { told, more } = toldEntries(parts)
  const facts = told.slice(0, 1).flatMap(factsOf)
  const preheader = facts.map(factInLine).join(', ')
  return (
    <Sheet
      title={parts.subject}
      preheader={`${preheader}. ${shorten(told[0]?.title ?? '', LONG_TITLE)}`}
    >
      {parts.mode === 'test' && <Row kind="test">{testNotice}</Row>}
      <Row kind="head">
        <h1 {...styled('caption')}>{parts.caption}</h1>
        <p {...styled('case')}>{caseLine(parts)}</p>
      </Row>
      {told.map((entry, index) => (
        <Row kind={index === 0 ? 'body' : 'next'}>
          {index === 0 && (
            <p {...styled('kind')}>
              {told.length === 1 ? 'New docket entry' : headline(parts.entries.length)}
            </p>
          )}
          <FiledEntry entry={entry} of={told.length} />
        </Row>
      ))}
      {more > 0 && (
        <Row kind="next">
          <Link href={parts.siteUrl}>{moreEntries(more)}</Link>
        </Row>
      )}
      <Row kind="foot">
        <Footer {...parts} />
      </Row>
    </Sheet>
  )
}

function Row({ kind, children }: { kind: keyof typeof css; children: ComponentChildren }) {
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
        {titleOf(entry, of)}
      </h2>
      <p {...styled('note')}>{factsOf(entry).map(factInLine).join(' · ')}</p>
      {paragraphsOf(entry, of).map((paragraph) => (
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
      <Row kind="button">
        <a href={url} {...styled('press')}>
          {words}
        </a>
      </Row>
    </table>
  )
}

/** Outlook's defaults leave gaps. */
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

function Documents({ entry, of }: FiledEntryProps) {
  const { shown, more } = documentsOf(entry, of)
  if (shown.length === 0) return <p {...styled('note')}>{textOnlyNotice}</p>
  return (
    <table role="presentation" {...layout} {...styled('documents')}>
      {shown.map(({ mark, title, pages, url }) => (
        <Row kind="document">
          {mark} <Link href={url}>{title}</Link> ({pages})
        </Row>
      ))}
      {more > 0 && <Row kind="document">and {more} more on the docket</Row>}
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
      <p {...styled('small')}>
        You are receiving this message because you subscribed to e-mail about filings in this case
        at <Link href={siteUrl}>{siteUrl}</Link>.
      </p>
      {contact && (
        <p {...styled('small')}>
          Questions: <Contact text={contact} />
        </p>
      )}
      <p {...styled('small')}>
        <Link href={unsubscribeUrl}>Unsubscribe</Link>
      </p>
    </>
  )
}

function Contact({ text }: { text: string }) {
  const isAddress = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(text)
  if (!isAddress) return text
  return <Link href={`mailto:${text}`}>{text}</Link>
}
