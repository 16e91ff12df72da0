import { formatDate } from '../../../shared/date.ts'
import {
  documentHeading,
  formatAttachment,
  formatMark,
  formatPages,
} from '../../../shared/document-label.ts'
import { formatBytes } from '../../../shared/size.ts'
import { summary } from '../../../shared/summary.ts'
import { CopyLink, CopyText } from '../../../ui/copy-text.tsx'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { FollowCase } from '../../../ui/subscribe-form.tsx'
import { InlineViewer } from '../../../ui/viewer.tsx'
import { CorrectionNotes } from '../../corrections/correction-notes.tsx'
import type { CorrectionView } from '../../corrections/views.ts'
import type { DocumentView, FiledEntry } from '../documents/views.ts'
import { AboutDocument, citeDocument } from './about-document.tsx'
import { documentData } from './document-data.ts'

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
