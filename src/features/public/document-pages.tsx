import type { ComponentChildren } from 'preact'
import type { Document } from '../../platform/database/schema.ts'
import { endSentence, summary } from '../../shared/clean-text.ts'
import { formatDate } from '../../shared/date.ts'
import {
  documentHeading,
  formatAttachment,
  formatBytes,
  formatPages,
  repeatsTitle,
} from '../../shared/document-label.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CopyCitation, CopyLink } from '../../ui/copy-text.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import { FollowCase } from '../../ui/subscribe-form.tsx'
import { InlineViewer } from '../../ui/viewer.tsx'
import { CorrectionNotes, type CorrectionView } from '../corrections/correction-notes.tsx'
import { documentUrl, downloadUrl } from '../docket/documents/views.ts'
import type { Neighbors } from '../docket/entries/queries.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { citeFiling } from '../site/citation-rules.ts'
import { EntryDocuments, NeighborLinks } from './entry-parts.tsx'

interface DocumentPageProps {
  layout: PublicFrame
  document: Document
  entry: EntryView
  neighbors: Neighbors
  corrections?: readonly CorrectionView[] | undefined
  /** The page at which the PDF opens, counted from 1. */
  page?: number | undefined
}

export function DocumentPage(props: DocumentPageProps) {
  const { layout, document, entry, neighbors, corrections = [], page } = props
  const { publicUrl, timeZone } = layout.site
  const { id, attachment_number } = document
  const download = downloadUrl(id)
  const pdf = page === undefined ? download : `${download}#page=${page}`
  const about = `${endSentence(document.title)} ${entry.title}, filed ${formatDate(entry.filed_on)}.`
  const citation = citeFiling(layout.site, { ...entry, attachment_number })
  return (
    <PublicLayout
      {...layout}
      title={`${documentHeading(entry.number, document)} (PDF)`}
      canonicalPath={documentUrl(id)}
      description={summary(about)}
    >
      <article class="wrap document-page">
        <DocumentHead document={document} entry={entry}>
          <ButtonLink kind="primary" href={pdf} target="_blank" rel="noopener" data-open-pdf>
            Open the PDF{page === undefined ? '' : ` at page ${page}`} in a new tab
          </ButtonLink>
          <ButtonLink href={`${download}?disposition=attachment`}>Download</ButtonLink>
          <ButtonLink href={`${documentUrl(id)}/text`}>Read as text</ButtonLink>
          <CopyLink link={`${publicUrl}${documentUrl(id, page)}`} what="this document" />
          <CopyCitation citation={citation} what="this document" />
        </DocumentHead>
        <InlineViewer address={pdf} title={document.title} />
        <NeighborLinks document={document} entry={entry} neighbors={neighbors} />
        <CorrectionNotes corrections={corrections} timeZone={timeZone} />
        {entry.documents.length > 1 && (
          <Section name="other-documents" heading="Filed with this entry" class="other-documents">
            <EntryDocuments entry={entry} publicUrl={publicUrl} hasChoice={false} currentId={id} />
          </Section>
        )}
        <Section name="about" heading="About this document" class="entry-part about-document">
          <Facts class="about-facts" facts={{ 'SHA-256': <Hash {...document} /> }} />
        </Section>
        <FollowCase site={layout.site} />
      </article>
    </PublicLayout>
  )
}

const Hash = ({ sha256 }: Document) => (
  <>
    <code class="hash">{sha256}</code> <a href="/verify">Verify a copy</a>
  </>
)

type HeadProps = { document: Document; entry: EntryView; children: ComponentChildren }

export function DocumentHead({ document, entry, children }: HeadProps) {
  const { id, filed_on } = entry
  return (
    <>
      <p class="document-of">
        {formatAttachment(document.attachment_number)} of{' '}
        <a href={`/entries/${id}`}>{entryLabel(entry, document)}</a>, filed{' '}
        <time dateTime={filed_on}>{formatDate(filed_on)}</time>
      </p>
      <h1>{document.title}</h1>
      <div class="document-actions">
        {children}
        <span class="document-size">
          PDF, {formatPages(document.page_count)}, {formatBytes(document.byte_size)}
        </span>
      </div>
    </>
  )
}

/** Without the title if it is the document's own, which stands below. */
function entryLabel({ number, title }: EntryView, document: Document): string {
  if (repeatsTitle({ title }, document.title)) return number === null ? 'an entry' : `No. ${number}`
  return number === null ? title : `No. ${number}, ${title}`
}
