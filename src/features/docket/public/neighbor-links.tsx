import { documentHeading } from '../../../shared/document-label.ts'
import type { DocumentView, FiledEntry } from '../documents/views.ts'
import type { Neighbors } from '../entries/queries.ts'

interface Step {
  url: string
  heading: string
  what: 'entry' | 'document'
}

/** On to what lies before and after it on the docket. */
export function EntryNeighbors({ earlier, later }: Neighbors) {
  return <Steps earlier={entryStep(earlier)} later={entryStep(later)} />
}

interface DocumentNeighborsProps {
  document: DocumentView
  entry: FiledEntry
  neighbors: Neighbors
}

/** Through the entry's documents, then on to the entries beside it. */
export function DocumentNeighbors({ document, entry, neighbors }: DocumentNeighborsProps) {
  const { number, documents } = entry
  const at = documents.findIndex(({ id }) => id === document.id)
  const stepTo = (other: DocumentView | undefined): Step | undefined =>
    other && { url: other.url, heading: documentHeading(number, other), what: 'document' }
  return (
    <Steps
      earlier={stepTo(documents[at - 1]) ?? entryStep(neighbors.earlier)}
      later={stepTo(documents[at + 1]) ?? entryStep(neighbors.later)}
    />
  )
}

function entryStep(entry: Neighbors['later']): Step | undefined {
  if (!entry) return undefined
  const { id, number, title } = entry
  const heading = number === null ? title : `No. ${number}: ${title}`
  return { url: `/entries/${id}`, heading, what: 'entry' }
}

function Steps({ earlier, later }: Record<'earlier' | 'later', Step | undefined>) {
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
