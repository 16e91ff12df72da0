import type { Document } from '../../platform/database/schema.ts'
import { endSentence, summary } from '../../shared/clean-text.ts'
import { documentHeading } from '../../shared/document-label.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { documentUrl } from '../docket/documents/views.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { DocumentHead } from './document-pages.tsx'
import { readBlocks, type ShownTexts, type TextBlock } from './text-rules.ts'

interface DocumentTextProps extends ShownTexts {
  layout: PublicFrame
  document: Document
  entry: EntryView
  /** As `document:page`: the pages whose text was recognized from a scan. */
  recognized: ReadonlySet<string>
  first: number
}

export const textUrl = (id: number, from: number): string =>
  `${documentUrl(id)}/text${from > 1 ? `?from=${from}` : ''}`

/** The text of the PDF, for phones, screen readers, and slow connections (28 CFR 35.200). */
export function DocumentTextPage(props: DocumentTextProps) {
  const { layout, document, entry, texts, isCut, recognized, first, last } = props
  const part = last - first + 1 < document.page_count ? `, pages ${first}–${last}` : ''
  return (
    <PublicLayout
      {...layout}
      title={`${documentHeading(entry.number, document)} (text${part})`}
      canonicalPath={textUrl(document.id, first)}
      description={summary(endSentence(`The text of ${document.title}, ${entry.title}`))}
    >
      <article class="wrap document-page document-text">
        <DocumentHead document={document} entry={entry}>
          <ButtonLink kind="primary" href={documentUrl(document.id, first > 1 ? first : undefined)}>
            View the PDF
          </ButtonLink>
        </DocumentHead>
        <p class="document-of">This is the text of the PDF. The PDF is what was filed.</p>
        <OtherParts {...props} />
        {[...texts].map(([page, text]) => (
          <section class="text-page" key={page} aria-labelledby={`page-${page}`}>
            <h2 id={`page-${page}`}>Page {page}</h2>
            <a class="text-page-link" href={documentUrl(document.id, page)}>
              View page {page} in the PDF
            </a>
            {recognized.has(`${document.id}:${page}`) && (
              <p class="document-of">
                This page is a scan. Its text was recognized by software and may contain errors.
              </p>
            )}
            <PageText text={text} />
          </section>
        ))}
        {isCut && (
          <p class="document-of">
            Page {last} has more text than can be shown here. To read all of it, view the PDF.
          </p>
        )}
        <OtherParts {...props} />
      </article>
    </PublicLayout>
  )
}

function PageText({ text }: { text: string }) {
  const blocks = readBlocks(text)
  if (blocks.length === 0) return <p class="document-of">No text was found on this page.</p>
  return blocks.map(showBlock)
}

function showBlock(block: TextBlock, index: number) {
  if (block.kind === 'paragraph') return <p key={index}>{block.text}</p>
  if (block.kind === 'list')
    return (
      <ul key={index} class="text-list">
        {block.items.map((item, at) => (
          <li key={at}>{item}</li>
        ))}
      </ul>
    )
  // Without headings: nothing says which of its cells are.
  return (
    <table key={index} class="table">
      <tbody>
        {block.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OtherParts({ document, first, last }: DocumentTextProps) {
  const { page_count, id } = document
  if (first === 1 && last === page_count) return null
  const before = Math.max(1, first - PAGES_SHOWN)
  return (
    <p class="text-parts">
      Pages {first}–{last} of {page_count}.{' '}
      {first > 1 && <a href={textUrl(id, before)}>Earlier pages</a>}{' '}
      {last < page_count && <a href={textUrl(id, last + 1)}>Later pages</a>}
    </p>
  )
}

/** Rendering more at once would keep other visitors waiting. */
export const PAGES_SHOWN = 50
