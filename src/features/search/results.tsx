import { documentHeading } from '../../shared/document-label.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { TextPieces } from '../../ui/text-pieces.tsx'
import { documentUrl, downloadUrl } from '../docket/documents/views.ts'
import { docketUrl } from '../docket/entries/docket-url.ts'
import type { DocketFilters, EntryView } from '../docket/entries/views.ts'
import type { MatchView } from './mark-matches.ts'

interface MatchProps {
  match: MatchView
  entry: EntryView
  publicUrl: string
}

export function MatchedPages({ match, entry, publicUrl }: MatchProps) {
  const { pages } = match
  if (pages.length === 0) return null
  return (
    <ul class="found-pages" aria-label="Found in the documents">
      {pages.map(({ document, page, name, excerpt, isRecognized }, index) => (
        <li key={index}>
          <a
            class="found-page"
            href={documentUrl(document.id, page)}
            data-view-document={document.id}
            data-page={page}
            data-download-url={downloadUrl(document.id)}
            data-link={`${publicUrl}${documentUrl(document.id, page)}`}
            data-heading={documentHeading(entry.number, document)}
          >
            {name}
          </a>
          {isRecognized && ' (recognized from a scan)'}:{' '}
          <q class="found-excerpt">
            <TextPieces pieces={excerpt} />
          </q>
        </li>
      ))}
    </ul>
  )
}

export function Suggestion({ filters, corrected }: { filters: DocketFilters; corrected: string }) {
  return (
    <p class="search-suggestion">
      No entry matches “{filters.q}”. Did you mean{' '}
      <a href={docketUrl({ ...filters, q: corrected, page: 1 })}>{corrected}</a>? These entries
      match it.
    </p>
  )
}

export function NoMatch({ q }: { q: string }) {
  return (
    <EmptyState title={q === '' ? 'No entry matches.' : `No entry matches “${q}”.`}>
      <p>
        Try fewer or different words, or other filters. Entries must contain every word, and words
        in quotation marks next to each other; handwriting and scans without recognized text cannot
        be searched. <a href="/">Show the whole docket</a> to look through the titles.
      </p>
    </EmptyState>
  )
}
