import { markMatches } from '../../../platform/search/excerpt.ts'
import type { Term } from '../../../platform/search/words.ts'
import { summary } from '../../../shared/clean-text.ts'
import { documentHeading } from '../../../shared/document-label.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Marked } from '../../../ui/document-list.tsx'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { atPage, type DocumentView } from '../documents/views.ts'
import type { FiledEntry } from '../entries/views.ts'
import { DocumentHead } from './document-pages.tsx'
import { readBlocks, type ShownTexts, type TextBlock } from './text-rules.ts'

interface DocumentTextProps extends ShownTexts {
  layout: PublicFrame
  document: DocumentView
  entry: FiledEntry
  /** As `document:page`: the pages whose text was recognized from a scan. */
  recognized: ReadonlySet<string>
  first: number
  terms: readonly Term[]
  q: string
}

export function textAddress(url: string, { from, q }: { from: number; q: string }): string {
  const query = new URLSearchParams()
  if (from > 1) query.set('from', String(from))
  if (q) query.set('q', q)
  return query.size > 0 ? `${url}/text?${query}` : `${url}/text`
}

/** The text of the PDF, for phones, screen readers, and slow connections (28 CFR 35.200). */
export function DocumentTextPage(props: DocumentTextProps) {
  const { layout, document, entry, texts, isCut, recognized, first, last, terms, q } = props
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const part = last - first + 1 < document.pageCount ? `, pages ${first}–${last}` : ''
  return (
    <PublicLayout
      {...layout}
      title={`${documentHeading(entry.number, document)} (text${part})`}
      canonicalPath={textAddress(document.url, { from: first, q: '' })}
      description={summary(`The text of ${document.title}, ${entry.title}.`)}
      noIndex={q !== ''}
    >
      <article class="wrap document-page document-text">
        <DocumentHead document={document} entry={entry}>
          <ButtonLink kind="primary" href={atPage(document.url, first > 1 ? first : undefined)}>
            View the PDF
          </ButtonLink>
        </DocumentHead>
        <p class="document-of">This is the text of the PDF. The PDF is what was filed.</p>
        <OtherParts {...props} />
        {pages.map((page) => (
          <section class="text-page" key={page} aria-labelledby={`page-${page}`}>
            <h2 id={`page-${page}`}>Page {page}</h2>
            <a class="text-page-link" href={atPage(document.url, page)}>
              View page {page} in the PDF
            </a>
            {recognized.has(`${document.id}:${page}`) && (
              <p class="document-of">
                This page is a scan. Its text was recognized by software and may contain errors.
              </p>
            )}
            <PageText text={texts.get(page)} terms={terms} />
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

function PageText({ text = '', terms }: { text?: string | undefined; terms: readonly Term[] }) {
  const blocks = readBlocks(text)
  if (blocks.length === 0) return <p class="document-of">No text was found on this page.</p>
  return blocks.map((block, index) => <Block key={index} block={block} terms={terms} />)
}

function Block({ block, terms }: { block: TextBlock; terms: readonly Term[] }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Marked pieces={markMatches(block.text, terms)} />
      </p>
    )
  }
  return (
    <ul class="text-list">
      {block.items.map((item, index) => (
        <li key={index}>
          <Marked pieces={markMatches(item, terms)} />
        </li>
      ))}
    </ul>
  )
}

function OtherParts({ document, first, last, q }: DocumentTextProps) {
  const { pageCount, url } = document
  if (first === 1 && last === pageCount) return null
  const before = Math.max(1, first - PAGES_SHOWN)
  return (
    <p class="text-parts">
      Pages {first}–{last} of {pageCount}.{' '}
      {first > 1 && <a href={textAddress(url, { from: before, q })}>Earlier pages</a>}{' '}
      {last < pageCount && <a href={textAddress(url, { from: last + 1, q })}>Later pages</a>}
    </p>
  )
}

/** Rendering more at once would keep other visitors waiting. */
export const PAGES_SHOWN = 50
