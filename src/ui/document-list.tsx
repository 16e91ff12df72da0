import {
  documentHeading,
  formatAttachment,
  formatBytes,
  formatMark,
  formatPages,
  titleBelowEntry,
} from '../shared/document-label.ts'

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
  entry: { number: number | null; title: string; type: string }
  publicUrl: string
  /** The id of the form that downloads the selected documents. */
  choiceForm?: string | undefined
  titles?: ReadonlyMap<number, MarkedProps['pieces']> | undefined
}

export function DocumentList(props: DocumentListProps) {
  const { documents, entry, publicUrl, choiceForm } = props
  return (
    <ul class="documents">
      {documents.map((document) => (
        <li class={choiceForm ? 'document document-choice' : 'document'} key={document.id}>
          {choiceForm && (
            <input
              class="document-tick"
              data-needs-server
              type="checkbox"
              form={choiceForm}
              name="document"
              value={document.id}
              data-bytes={document.byteSize}
              aria-label={`Select ${documentHeading(entry.number, document)}`}
            />
          )}
          <span class="document-mark">
            <span class="visually-hidden">{formatAttachment(document.attachmentNumber)}, </span>
            <span aria-hidden="true">{formatMark(entry.number, document.attachmentNumber)}</span>
          </span>
          <a
            class="document-title"
            href={document.url}
            data-view-document={document.id}
            data-download-url={document.downloadUrl}
            data-link={`${publicUrl}${document.url}`}
            data-heading={documentHeading(entry.number, document)}
          >
            <Marked pieces={titlePieces(props, document)} />
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

function titlePieces({ entry, titles }: DocumentListProps, document: ListedDocument) {
  const text = titleBelowEntry(entry, document)
  const marked = text === document.title ? titles?.get(document.id) : undefined
  return marked ?? [{ text, isMatch: false }]
}

interface MarkedProps {
  pieces: readonly { text: string; isMatch: boolean }[]
}

export function Marked({ pieces }: MarkedProps) {
  return (
    <>
      {pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
    </>
  )
}
