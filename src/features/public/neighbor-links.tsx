import type { Document } from '../../platform/database/schema.ts'
import { documentHeading } from '../../shared/document-label.ts'
import { documentUrl } from '../docket/documents/views.ts'
import type { Neighbors } from '../docket/entries/queries.ts'
import type { EntryView } from '../docket/entries/views.ts'

interface NeighborLinksProps {
  neighbors: Neighbors
  /** On a document's page: its entry's other documents come before other entries. */
  entry?: EntryView
  document?: Document
}

export function NeighborLinks({ neighbors, entry, document }: NeighborLinksProps) {
  const documents = entry?.documents ?? []
  const at = documents.findIndex(({ id }) => id === document?.id)
  const number = entry?.number ?? null
  const steps = [
    { rel: 'prev', word: 'Previous', to: stepTo(neighbors.earlier, documents[at - 1], number) },
    { rel: 'next', word: 'Next', to: stepTo(neighbors.later, documents[at + 1], number) },
  ]
  return (
    <nav class="neighbors" aria-label="Previous and next">
      {steps.map(
        ({ rel, word, to }) =>
          to && (
            <a key={rel} href={to.url} rel={rel}>
              <span class="neighbor-label">
                {word} {to.what}
              </span>
              {to.heading}
            </a>
          ),
      )}
    </nav>
  )
}

function stepTo(entry: Neighbors['later'], document?: Document, number: number | null = null) {
  if (document) {
    const heading = documentHeading(number, document)
    return { what: 'document', url: documentUrl(document.id), heading }
  }
  if (!entry) return undefined
  const heading = documentHeading(entry.number, { ...entry, attachment_number: 0 })
  return { what: 'entry', url: `/entries/${entry.id}`, heading }
}
