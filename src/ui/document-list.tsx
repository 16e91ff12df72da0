import {
  documentHeading,
  formatAttachment,
  formatMark,
  formatPages,
} from '../shared/document-label.ts'
import { formatBytes } from '../shared/size.ts'
import { Marked, type MarkedProps } from './marked.tsx'

interface ListedDocument {
  id: number
  attachmentNumber: number
  title: string
  pageCount: number
  byteSize: number
  url: string
  downloadUrl: string
}

interface DocumentListProps {
  documents: readonly ListedDocument[]
  entryNumber: number | null
  /** The base of the links that Copy Link copies. */
  publicUrl: string
  /** The id of a form that downloads the documents that are ticked. */
  choiceForm?: string | undefined
  /** Titles with what was searched for marked. */
  titles?: ReadonlyMap<number, MarkedProps['pieces']> | undefined
}

/** The documents of one entry; each link opens the viewer where the client rules allow it. */
export function DocumentList(props: DocumentListProps) {
  const { documents, entryNumber, publicUrl, choiceForm, titles } = props
  return (
    <ul class="documents">
      {documents.map((document) => (
        <li class={choiceForm ? 'document document-choice' : 'document'} key={document.id}>
          {choiceForm && (
            <input
              class="document-tick"
              type="checkbox"
              form={choiceForm}
              name="document"
              value={document.id}
              aria-label={`Choose ${documentHeading(entryNumber, document)}`}
            />
          )}
          <DocumentMark entryNumber={entryNumber} attachmentNumber={document.attachmentNumber} />
          <a
            class="document-title"
            href={document.url}
            data-view-document={document.id}
            data-download-url={document.downloadUrl}
            data-link={`${publicUrl}${document.url}`}
            data-heading={documentHeading(entryNumber, document)}
          >
            <Marked
              pieces={titles?.get(document.id) ?? [{ text: document.title, isMatch: false }]}
            />
          </a>
          <span class="document-size">
            {formatPages(document.pageCount)}, {formatBytes(document.byteSize)}
          </span>
          <a class="document-download" href={`${document.downloadUrl}?disposition=attachment`}>
            Download<span class="visually-hidden"> {document.title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface DocumentMarkProps {
  entryNumber: number | null
  attachmentNumber: number
}

/** As lawyers cite it: 45 the main document, 45-2 its second attachment. */
function DocumentMark({ entryNumber, attachmentNumber }: DocumentMarkProps) {
  return (
    <span class="document-mark">
      <span class="visually-hidden">{formatAttachment(attachmentNumber)}, </span>
      <span aria-hidden="true">{formatMark(entryNumber, attachmentNumber)}</span>
    </span>
  )
}
