import { formatMark, formatPages } from '../../shared/document-label.ts'
import { Section } from '../../ui/section.tsx'
import type { PublishedDocument } from '../docket/documents/queries.ts'

/** Pinned by an administrator: what someone new to the case should read first. */
export function KeyDocuments({ documents }: { documents: readonly PublishedDocument[] }) {
  if (documents.length === 0) return null
  return (
    <Section name="key-documents" heading="Key documents" class="key-documents">
      <ul class="upcoming-list plain-list">
        {documents.map(({ id, title, entry_number, attachment_number, page_count }) => (
          <li key={id}>
            <a href={`/documents/${id}`}>{title}</a>{' '}
            <span class="document-size">
              {entry_number !== null && `ECF ${formatMark(entry_number, attachment_number)}, `}
              {formatPages(page_count)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
