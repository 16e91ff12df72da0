import { summary } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import {
  documentHeading,
  formatAttachment,
  formatBytes,
  formatMark,
  formatPages,
} from '../../../shared/document-label.ts'
import { CopyLink, CopyText } from '../../../ui/copy-text.tsx'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { FollowCase } from '../../../ui/subscribe-form.tsx'
import { InlineViewer } from '../../../ui/viewer.tsx'
import { CorrectionNotes, type CorrectionView } from '../../corrections/correction-notes.tsx'
import { type CitedCase, citeFiling } from '../../site/citation-rules.ts'
import type { DocumentView, FiledEntry } from '../documents/views.ts'
import { documentData } from './structured-data.ts'

interface DocumentPageProps {
  layout: PublicFrame
  document: DocumentView
  entry: FiledEntry
  /** Newest first. */
  corrections?: readonly CorrectionView[]
  /** At which the PDF is opened; from 1. */
  page?: number | undefined
}

/** The document's permalink, which Copy Link copies. Without JavaScript its links alone do everything. */
export function DocumentPage(props: DocumentPageProps) {
  const { layout, document, entry, corrections = [], page } = props
  const pdf = page === undefined ? document.downloadUrl : `${document.downloadUrl}#page=${page}`
  const citation = citeDocument(layout.site, entry, document)
  const permalink = `${layout.site.publicUrl}${document.url}`
  return (
    <PublicLayout
      {...layout}
      title={`${documentHeading(entry.number, document)} (PDF)`}
      canonicalPath={document.url}
      description={summary(
        `${document.title}. ${entry.title}, filed ${formatDate(entry.filedOn)}.`,
      )}
      structuredData={documentData(layout.site.publicUrl, document, entry)}
    >
      <article class="wrap document-page">
        <p class="document-of">
          {formatAttachment(document.attachmentNumber)} of{' '}
          <a href={entry.url}>
            {entry.number === null ? entry.title : `No. ${entry.number}, ${entry.title}`}
          </a>
          , filed <time dateTime={entry.filedOn}>{formatDate(entry.filedOn)}</time>
        </p>
        <h1>{document.title}</h1>
        <div class="document-actions">
          <a class="button button-primary" href={pdf} target="_blank" rel="noopener" data-open-pdf>
            Open the PDF{page === undefined ? '' : ` at page ${page}`}
            <span class="visually-hidden"> in a new tab</span>
          </a>
          <a class="button" href={`${document.downloadUrl}?disposition=attachment`}>
            Download
          </a>
          <CopyLink link={permalink} what="this document" />
          <CopyText text={citation} label="Copy citation" noun="Citation" what="of this document" />
          <span class="document-size">
            PDF, {formatPages(document.pageCount)}, {formatBytes(document.byteSize)}
          </span>
        </div>
        <InlineViewer address={pdf} title={document.title} />
        <AboutDocument document={document} />
        <CorrectionNotes corrections={corrections} timeZone={layout.site.timeZone} />
        <OtherDocuments document={document} entry={entry} />
        <FollowCase />
      </article>
    </PublicLayout>
  )
}

function OtherDocuments({ document, entry }: Pick<DocumentPageProps, 'document' | 'entry'>) {
  if (entry.documents.length < 2) return null
  return (
    <nav class="other-documents" aria-labelledby="other-documents-heading">
      <h2 class="section-heading" id="other-documents-heading">
        Filed with this entry
      </h2>
      <ul class="documents">
        {entry.documents.map((other) => (
          <li class="document" key={other.id}>
            <span class="document-mark">{formatMark(entry.number, other.attachmentNumber)}</span>
            <a
              class="document-title"
              href={other.url}
              aria-current={other.id === document.id ? 'page' : undefined}
            >
              {other.title}
            </a>
            <span class="document-size">
              {formatPages(other.pageCount)}, {formatBytes(other.byteSize)}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function citeDocument(
  site: CitedCase,
  { number, filedOn, title }: FiledEntry,
  { attachmentNumber }: DocumentView,
): string {
  return citeFiling(site, { entryNumber: number, attachmentNumber, filedOn, title })
}

interface AboutProps {
  document: DocumentView
}

/** What someone who relies on the document has to know of the file, to prove it unchanged. */
export function AboutDocument({ document }: AboutProps) {
  const { byteSize, pageCount, sha256 } = document
  return (
    <section class="entry-part about-document" aria-labelledby="about-heading">
      <h2 class="section-heading" id="about-heading">
        About this document
      </h2>
      <dl class="facts about-facts">
        <div>
          <dt>Size</dt>
          <dd>
            {formatBytes(byteSize)} ({byteSize.toLocaleString('en-US')} bytes),{' '}
            {formatPages(pageCount)}
          </dd>
        </div>
        {sha256 && (
          <div>
            <dt>SHA-256</dt>
            <dd>
              <code class="hash">{sha256}</code> <a href="/verify">Verify a copy</a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
