import type { Document } from '../../platform/database/schema.ts'
import { formatDate } from '../../shared/date.ts'
import {
  documentHeading,
  formatAttachment,
  formatBytes,
  formatMark,
  formatPages,
  titleBelowEntry,
} from '../../shared/document-label.ts'
import { Button } from '../../ui/button.tsx'
import { TextPieces } from '../../ui/text-pieces.tsx'
import { documentUrl, downloadUrl } from '../docket/documents/views.ts'
import type { Neighbors } from '../docket/entries/queries.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { linkNumbers } from '../relations/link-rules.ts'
import type { MatchedEntry } from '../search/mark-matches.ts'

export const Linked = ({ text, entry }: { text: string; entry: EntryView }) => (
  <TextPieces pieces={linkNumbers(text, entry.details?.relations ?? [])} />
)

export function EntryMark({ entry, hasType = false }: { entry: EntryView; hasType?: boolean }) {
  return (
    <p class="entry-mark">
      {entry.number === null ? (
        <span class="entry-number entry-number-none">
          <span aria-hidden="true">–</span>
          <span class="visually-hidden">No docket number</span>
        </span>
      ) : (
        <span class="entry-number">
          <span class="visually-hidden">Docket number </span>
          {entry.number}
        </span>
      )}{' '}
      <time class="entry-date" dateTime={entry.filed_on}>
        {formatDate(entry.filed_on)}
      </time>{' '}
      {hasType && entry.type && <span class="entry-type">{entry.type}</span>}
    </p>
  )
}

/** The checkboxes beside documents are outside this form. */
const CHOICE_FORM = 'chosen-documents'

/** Works without JavaScript. @param all the documents of one entry, offered together */
export function DownloadChosen({ all = [] }: { all?: readonly { id: number }[] }) {
  const query = new URLSearchParams(all.map(({ id }) => ['document', `${id}`]))
  return (
    <form
      class="download-chosen"
      id={CHOICE_FORM}
      method="get"
      action="/documents.zip"
      data-selection
      data-needs-server
    >
      <span role="status" data-selection-report />
      <Button>Download selected documents (ZIP)</Button>
      {all.length > 1 && (
        <a href={`/documents.zip?${query}`} rel="nofollow">
          All {all.length} (ZIP)
        </a>
      )}
    </form>
  )
}

interface EntryDocumentsProps {
  entry: MatchedEntry
  publicUrl: string
  hasChoice: boolean
  currentId?: number
}

export function EntryDocuments({ entry, publicUrl, hasChoice, currentId }: EntryDocumentsProps) {
  const { number, documents } = entry
  if (documents.length === 0) return null
  return (
    <ul class="documents">
      {documents.map((document) => (
        <li class={hasChoice ? 'document document-choice' : 'document'} key={document.id}>
          {hasChoice && (
            <input
              class="document-tick"
              data-needs-server
              type="checkbox"
              form={CHOICE_FORM}
              name="document"
              value={document.id}
              data-bytes={document.byte_size}
              aria-label={`Select ${documentHeading(number, document)}`}
            />
          )}
          <span class="document-mark">
            <span class="visually-hidden">{formatAttachment(document.attachment_number)}, </span>
            <span aria-hidden="true">{formatMark(number, document.attachment_number)}</span>
          </span>
          <a
            class="document-title"
            href={documentUrl(document.id)}
            aria-current={document.id === currentId ? 'page' : undefined}
            data-view-document={document.id}
            data-download-url={downloadUrl(document.id)}
            data-link={`${publicUrl}${documentUrl(document.id)}`}
            data-heading={documentHeading(number, document)}
          >
            <TextPieces pieces={titlePieces(entry, document)} />
          </a>
          <span class="document-size">
            {formatPages(document.page_count)}, {formatBytes(document.byte_size)}
          </span>
          <a class="document-download" href={`${downloadUrl(document.id)}?disposition=attachment`}>
            Download<span class="visually-hidden"> {document.title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function titlePieces(entry: MatchedEntry, document: Document) {
  const text = titleBelowEntry(entry, document)
  const marked = text === document.title && entry.match?.documentTitles.get(document.id)
  return marked || [{ text, isMatch: false }]
}

interface NeighborLinksProps {
  neighbors: Neighbors
  /** On a document's page: its entry's other documents come before other entries. */
  entry?: EntryView
  document?: Document
}

export function NeighborLinks({ neighbors, entry, document }: NeighborLinksProps) {
  const { documents = [], number = null } = entry ?? {}
  const at = documents.findIndex(({ id }) => id === document?.id)
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
