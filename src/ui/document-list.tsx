import { documentHeading, formatAttachment, formatMark, formatPages } from './document-label.ts'
import { Marked, type MarkedProps } from './marked.tsx'
import { formatBytes } from './size.ts'

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
  /** Titles with what was searched for marked. */
  titles?: ReadonlyMap<number, MarkedProps['pieces']> | undefined
}

/** The documents of one entry; each link opens the viewer where the client rules allow it. */
export function DocumentList({ documents, entryNumber, publicUrl, titles }: DocumentListProps) {
  return (
    <ul class="documents">
      {documents.map((document) => (
        <li class="document" key={document.id}>
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
