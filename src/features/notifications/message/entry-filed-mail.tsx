import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Mail } from '../../../platform/mail/mail.ts'
import { NOT_THE_COURT } from '../../site/mail-text.ts'
import {
  type EntryFiledParts,
  type EntryFiledProps,
  type EntryParts,
  entryFiledText,
  partsOf,
  testNotice,
} from './entry-filed-parts.ts'
import { type css, mailStyleSheet, styled } from './mail-styles.ts'

/** Stands for the unsubscribe link. `printable` removes its noncharacters from all other text, so nothing else matches. */
const unsubscribePlaceholder = '\ufdd0unsubscribe\ufdd1'

export function entryFiledMail(written: EntryFiledProps): Mail {
  const parts = partsOf(written, unsubscribePlaceholder)
  return {
    subject: parts.subject,
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

/** Laid out with tables, since some mail programs support nothing else. */
function EntryFiledHtml(parts: EntryFiledParts) {
  const { entries, closing, more } = parts
  return (
    <Sheet title={parts.subject}>
      {parts.mode === 'test' && <MailRow kind="test">{testNotice}</MailRow>}
      <MailRow kind="head">
        <h1 {...styled('caption')}>{parts.caption}</h1>
        <p {...styled('case')}>{parts.caseLine}</p>
      </MailRow>
      {closing.length > 0 && (
        <MailRow kind="body">
          {closing.map((text) => (
            <p {...styled('text')}>{text}</p>
          ))}
        </MailRow>
      )}
      {entries.map((entry, index) => (
        <MailRow kind={index === 0 ? 'body' : 'next'}>
          {index === 0 && (
            <p {...styled('kind')}>{entry.isOnly ? 'New docket entry' : parts.headline}</p>
          )}
          <FiledEntry {...entry} />
        </MailRow>
      ))}
      {more && (
        <MailRow kind="next">
          <Link href={parts.siteUrl}>{more}</Link>
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

function FiledEntry(entry: EntryParts) {
  return (
    <>
      <h2 {...styled(entry.hasLongTitle ? 'longTitle' : 'title')}>{entry.title}</h2>
      <p {...styled('note')}>{entry.facts.map(factInLine).join(' · ')}</p>
      {entry.paragraphs.map((paragraph) => (
        <p {...styled('text')}>{paragraph}</p>
      ))}
      {entry.events.map(({ label, when, about, url }) => (
        <p {...styled('text')}>
          <strong>
            {label}: {when}
          </strong>
          {about && ` · ${about}`} <Link href={url}>Add to calendar</Link>
        </p>
      ))}
      <Documents {...entry} />
      <ReadIt {...entry} />
    </>
  )
}

/** A button if the message is about one entry; otherwise a link, since one of many buttons would not stand out. */
function ReadIt({ number, url, isOnly }: EntryParts) {
  const words = `View ${number === null ? 'the entry' : `ECF ${number}`} on the docket`
  if (!isOnly) return <Link href={url}>{words}</Link>
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

function Documents({ documents, moreDocuments, noDocument }: EntryParts) {
  if (documents.length === 0) return <p {...styled('note')}>{noDocument}</p>
  return (
    <table role="presentation" {...layout} {...styled('documents')}>
      {documents.map(({ mark, title, pages, url }) => (
        <MailRow kind="document">
          {mark} <Link href={url}>{title}</Link> ({pages})
        </MailRow>
      ))}
      {moreDocuments > 0 && (
        <MailRow kind="document">and {moreDocuments} more on the docket</MailRow>
      )}
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
