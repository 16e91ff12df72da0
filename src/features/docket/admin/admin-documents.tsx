import type { Document, Entry } from '../../../platform/database/schema.ts'
import { formatBytes, formatMark, formatPages } from '../../../shared/document-label.ts'
import { CsrfField } from '../../../ui/form.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { documentVersion } from '../documents/change-document.ts'

interface DocumentRowsProps {
  layout: AdminPageLayout
  entry: Entry
  /** Those that are not deleted, in order. */
  documents: readonly Document[]
}

/** One form for each document: number, title, place. The file itself is replaced on the document's own page. */
export function EntryDocumentRows({ layout, entry, documents }: DocumentRowsProps) {
  const byContent = Map.groupBy(documents, (document) => document.sha256)
  if (documents.length === 0) return null
  return (
    <ol class="upload-list admin-documents">
      {documents.map((document, index) => (
        <li key={document.id} data-document={document.id}>
          <DocumentForm
            {...{ layout, entry, document, place: index + 1, count: documents.length }}
          />
          <SameContent document={document} copies={byContent.get(document.sha256) ?? []} />
        </li>
      ))}
    </ol>
  )
}

interface DocumentFormProps {
  layout: AdminPageLayout
  entry: Entry
  document: Document
  /** 1 is the first. */
  place: number
  count: number
}

function DocumentForm({ layout, entry, document, place, count }: DocumentFormProps) {
  const { id, title, attachment_number } = document
  const isOpen = entry.deleted_at === null
  return (
    <form class="upload-file" method="post" action={`/admin/documents/${id}`} data-unsaved>
      <CsrfField token={layout.csrfToken} />
      <input type="hidden" name="version" value={documentVersion(document)} />
      <p class="upload-file-name">
        <a href={`/admin/documents/${id}/file`}>{formatMark(entry.number, attachment_number)}</a>{' '}
        {document.file_name}, {formatPages(document.page_count)}, {formatBytes(document.byte_size)}
      </p>
      <TextNote document={document} />
      {/* Enter in a field presses a form's first button: that has to be Save. */}
      <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <span class="upload-order">
        <MoveButton
          label={`Move ${title} up`}
          sign="↑"
          position={place - 1}
          disabled={place <= 1}
        />
        <MoveButton
          label={`Move ${title} down`}
          sign="↓"
          position={place + 1}
          disabled={place >= count}
        />
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
      {isOpen && (
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
      )}
    </form>
  )
}

/** A scan is published as it is, but nobody finds it by its words. */
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
  label: string
  sign: string
  position: number
  disabled: boolean
}

function MoveButton({ label, sign, position, disabled }: MoveButtonProps) {
  return (
    <button
      type="submit"
      class="button button-small"
      name="position"
      value={position}
      aria-label={label}
      disabled={disabled}
    >
      {sign}
    </button>
  )
}

interface SameContentProps {
  document: Document
  copies: readonly Document[]
}

/** Allowed, because a court may file one paper twice; but more often a slip of the hand. */
function SameContent({ document, copies }: SameContentProps) {
  const other = copies.find((copy) => copy.id !== document.id)
  if (!other) return null
  return <p class="field-error">This is the same file as “{other.title}”.</p>
}

interface DeletedDocumentsProps {
  layout: AdminPageLayout
  documents: readonly Document[]
}

export function DeletedDocuments({ layout, documents }: DeletedDocumentsProps) {
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
