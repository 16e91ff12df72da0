import { documentHeading } from '../../../shared/document-label.ts'
import type { DocumentView, FiledEntry } from '../documents/views.ts'
import type { Neighbors } from '../entries/queries.ts'

interface NeighborLinksProps {
  neighbors: Neighbors
  /** Where the page is about one of its documents: first through those. */
  entry?: FiledEntry
  document?: DocumentView
}

/** On to what lies before and after it on the docket. */
export function NeighborLinks({ neighbors, entry, document }: NeighborLinksProps) {
  const documents = entry?.documents ?? []
  const at = documents.findIndex(({ id }) => id === document?.id)
  const number = entry?.number ?? null
  const earlier = stepTo(neighbors.earlier, documents[at - 1], number)
  const later = stepTo(neighbors.later, documents[at + 1], number)
  return (
    <nav class="neighbors" aria-label="Previous and next">
      {earlier && (
        <a href={earlier.url} rel="prev">
          <span class="neighbor-label">Previous {earlier.what}</span>
          {earlier.heading}
        </a>
      )}
      {later && (
        <a href={later.url} rel="next">
          <span class="neighbor-label">Next {later.what}</span>
          {later.heading}
        </a>
      )}
    </nav>
  )
}

function stepTo(entry: Neighbors['later'], document?: DocumentView, number: number | null = null) {
  if (document)
    return { what: 'document', url: document.url, heading: documentHeading(number, document) }
  if (!entry) return undefined
  const heading = documentHeading(entry.number, { ...entry, attachmentNumber: 0 })
  return { what: 'entry', url: `/entries/${entry.id}`, heading }
}
