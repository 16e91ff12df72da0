import type { Document, Entry } from '../../../platform/database/schema.ts'
import { formatBytes, formatMark, formatPages } from '../../../shared/document-label.ts'
import { CsrfField } from '../../../ui/form.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { documentVersion } from '../documents/change-document.ts'

interface DocumentRowsProps {
  layout: AdminPageLayout
  entry: Entry
  documents: readonly Document[]
}

export function EntryDocumentRows({ layout, entry, documents }: DocumentRowsProps) {
  if (documents.length === 0) return null
  return (
    <ol class="upload-list admin-documents">
      {documents.map((document, index) => (
        <li key={document.id} data-document={document.id}>
          <DocumentForm
            {...{ layout, entry, document, place: index + 1, count: documents.length }}
          />
          <SameContent document={document} documents={documents} />
        </li>
      ))}
    </ol>
  )
}

interface DocumentFormProps extends Omit<DocumentRowsProps, 'documents'> {
  document: Document
  place: number
  count: number
}

function DocumentForm({ layout, entry, document, place, count }: DocumentFormProps) {
  const { id, title, attachment_number } = document
  const isOpen = entry.deleted_at === null
  const mark = formatMark(entry.number, attachment_number)
  return (
    <form class="upload-file" method="post" action={`/admin/documents/${id}`} data-unsaved>
      <CsrfField token={layout.csrfToken} />
      <input type="hidden" name="version" value={documentVersion(document)} />
      <p class="upload-file-name">
        <a href={`/admin/documents/${id}/file`}>{mark}</a> {document.file_name},{' '}
        {formatPages(document.page_count)}, {formatBytes(document.byte_size)}
      </p>
      <TextNote document={document} />
      {/* Enter in a field presses a form's first button, which has to be Save. */}
      <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <span class="upload-order">
        <MoveButton title={title} where="up" position={place - 1} count={count} />
        <MoveButton title={title} where="down" position={place + 1} count={count} />
      </span>
      <label class="field">
        <span class="field-label">Number</span>
        <input
          class="control"
          name="attachment_number"
          inputMode="numeric"
          value={attachment_number}
          disabled={!isOpen}
        />
      </label>
      <label class="field upload-title">
        <span class="field-label">Title</span>
        <input class="control" name="title" value={title} disabled={!isOpen} />
      </label>
      {isOpen && <DocumentActions document={document} />}
    </form>
  )
}

function DocumentActions({ document: { id, title } }: { document: Document }) {
  return (
    <span class="page-actions">
      <button type="submit" class="button">
        Save<span class="visually-hidden"> {title}</span>
      </button>
      <a class="button" href={`/admin/documents/${id}`}>
        Replace file<span class="visually-hidden"> of {title}</span>
      </a>
      <a class="button" href={`/admin/document-access?document=${id}`}>
        Downloads<span class="visually-hidden"> of {title}</span>
      </a>
      <button
        type="submit"
        class="button button-danger"
        formAction={`/admin/documents/${id}/delete`}
      >
        Delete<span class="visually-hidden"> {title}</span>
      </button>
    </span>
  )
}

function TextNote({ document: { text_pages: pages, page_count } }: { document: Document }) {
  if (pages >= page_count) return null
  const note =
    pages === 0
      ? 'No searchable text (scanned)'
      : `Searchable text on ${pages} of ${formatPages(page_count)}`
  return (
    <p class="document-text-note">
      <span class="tag">{note}</span>
    </p>
  )
}

interface MoveButtonProps {
  title: string
  where: 'up' | 'down'
  position: number
  count: number
}

function MoveButton({ title, where, position, count }: MoveButtonProps) {
  return (
    <button
      type="submit"
      class="button button-small"
      name="position"
      value={position}
      aria-label={`Move ${title} ${where}`}
      disabled={position < 1 || position > count}
    >
      {where === 'up' ? '↑' : '↓'}
    </button>
  )
}

type SameContentProps = Pick<DocumentRowsProps, 'documents'> & { document: Document }

/** A court may file one paper twice, but more often it is a mistake. */
function SameContent({ document: { id, sha256 }, documents }: SameContentProps) {
  const other = documents.find((one) => one.id !== id && one.sha256 === sha256)
  if (!other) return null
  return <p class="field-error">This is the same file as “{other.title}”.</p>
}

export function DeletedDocuments({ layout, documents }: Omit<DocumentRowsProps, 'entry'>) {
  if (documents.length === 0) return null
  return (
    <details>
      <summary>Deleted documents ({documents.length})</summary>
      <ul>
        {documents.map(({ id, title, attachment_number }) => (
          <li key={id}>
            <form class="form-actions" method="post" action={`/admin/documents/${id}/restore`}>
              <CsrfField token={layout.csrfToken} />
              <span>
                {formatMark(null, attachment_number)}: {title}
              </span>
              <button type="submit" class="button button-small">
                Restore<span class="visually-hidden"> {title}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </details>
  )
}
