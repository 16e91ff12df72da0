import type { ComponentChildren } from 'preact'
import {
  caseLine,
  documentsOf,
  type EntryFiledParts,
  entryName,
  factsOf,
  isLongTitle,
  paragraphsOf,
  testNotice,
  textOnlyNotice,
} from './entry-filed-parts.ts'
import { mailStyleSheet, styled } from './mail-styles.ts'

/** The HTML part: a notice as a court would post it. Tables carry the layout, as some mail programs know nothing else. */
export function EntryFiledHtml(parts: EntryFiledParts) {
  const { entry } = parts
  return (
    <Sheet title={parts.subject} preheader={`${factsLine(parts)}. ${entry.title}`}>
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
          <h2 {...styled(isLongTitle(entry.title) ? 'longTitle' : 'title')}>{entry.title}</h2>
          <Facts {...parts} />
          {paragraphsOf(parts).map((paragraph) => (
            <p {...styled('text')}>{paragraph}</p>
          ))}
          <Documents {...parts} />
          <Button href={entry.url}>View {entryName(entry.number)} on the docket</Button>
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

function factsLine(parts: EntryFiledParts): string {
  return factsOf(parts)
    .map(([label, value]) => `${label} ${value}`)
    .join(', ')
}

interface SheetProps {
  title: string
  /** What mail programs show beside the subject. */
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

function Button({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <table role="presentation" {...layout}>
      <tr>
        <td {...styled('button')}>
          <a href={href} {...styled('press')}>
            {children}
          </a>
        </td>
      </tr>
    </table>
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
