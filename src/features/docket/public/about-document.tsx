import { formatPages } from '../../../shared/document-label.ts'
import { formatBytes } from '../../../shared/size.ts'
import { type CitedCase, citeFiling } from '../../site/citation-rules.ts'
import type { DocumentView, FiledEntry } from '../documents/views.ts'

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
