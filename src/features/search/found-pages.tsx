import { documentHeading } from '../../shared/document-label.ts'
import { Marked } from '../../ui/marked.tsx'
import { atPage } from '../docket/documents/views.ts'
import type { EntryView, FoundPageView } from '../docket/entries/views.ts'

interface FoundPagesProps {
  entry: EntryView
  publicUrl: string
}

/** Where in the entry's documents the words stand: a link to the page, and the words around them. */
export function FoundPages({ entry, publicUrl }: FoundPagesProps) {
  const { pages = [], hasMorePages } = entry.found ?? {}
  if (pages.length === 0) return null
  return (
    <ul class="found-pages" aria-label="Found in the documents">
      {pages.map((found, index) => (
        <li key={index}>
          <FoundPage found={found} entryNumber={entry.number} publicUrl={publicUrl} />
        </li>
      ))}
      {hasMorePages && <li class="found-more">Also on other pages of this entry’s documents.</li>}
    </ul>
  )
}

interface FoundPageProps {
  found: FoundPageView
  entryNumber: number | null
  publicUrl: string
}

function FoundPage({ found, entryNumber, publicUrl }: FoundPageProps) {
  const { document, page, name, excerpt } = found
  return (
    <>
      <a
        class="found-page"
        href={atPage(document.url, page)}
        data-view-document={document.id}
        data-page={page}
        data-download-url={document.downloadUrl}
        data-link={`${publicUrl}${document.url}`}
        data-heading={documentHeading(entryNumber, document)}
      >
        {name}
      </a>
      :{' '}
      <q class="found-excerpt">
        <Marked pieces={excerpt} />
      </q>
    </>
  )
}
