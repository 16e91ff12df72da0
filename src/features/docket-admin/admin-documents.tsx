import type { Document, Entry } from '../../platform/database/schema.ts'
import { formatBytes, formatMark, formatPages } from '../../shared/document-label.ts'
import { Button, ButtonLink, EnterButton } from '../../ui/button.tsx'
import { CsrfField, Field, type FieldErrors, FormErrors } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { inTypedOrder, type TypedLine } from '../docket/documents/arrange-documents.ts'

export interface DocumentRowsProps {
  layout: AdminPageLayout
  entry: Entry
  documents: readonly Document[]
  typed?: readonly TypedLine[] | undefined
  errors?: FieldErrors | undefined
  isStale?: boolean
}

export function EntryDocumentRows(props: DocumentRowsProps) {
  const { layout, entry, documents, typed = [], errors = {} } = props
  if (documents.length === 0) return null
  const rows = inTypedOrder(documents, typed)
  return (
    <>
      <form method="post" action={`/admin/entries/${entry.id}/arrangement`} data-unsaved>
        <CsrfField token={layout.csrfToken} />
        <EnterButton />
        {Object.keys(errors).length > 0 && <FormErrors errors={errors} />}
        {props.isStale && (
          <Notice kind="error" title="Someone else changed these documents while you were editing.">
            <p>Nothing was saved. What you typed is below; what they saved is in the history.</p>
          </Notice>
        )}
        <fieldset disabled={entry.deleted_at !== null}>
          <legend class="visually-hidden">Titles, numbers, and order</legend>
          {rows.length > 1 && (
            <p class="field-hint">
              Number 0 is the main document. If you enter a number that another document has, the
              two documents swap numbers.
            </p>
          )}
          <ol class="admin-documents" data-arrange>
            {rows.map((document) => (
              <li class="admin-document" key={document.id} data-document={document.id}>
                <DocumentRow {...props} document={document} documents={rows} />
              </li>
            ))}
          </ol>
        </fieldset>
        {entry.deleted_at === null && (
          <div class="form-actions">
            <Button>Save documents</Button>
          </div>
        )}
      </form>
      {rows.map(({ id }) => (
        <form key={id} id={`delete-${id}`} method="get" action={`/admin/documents/${id}/delete`} />
      ))}
    </>
  )
}

type DocumentRowProps = DocumentRowsProps & { document: Document }

function DocumentRow({ entry, document, documents, typed, errors = {} }: DocumentRowProps) {
  const { id, attachment_number, page_count, text_pages } = document
  const shown = typed?.find((line) => line.id === id) ?? document
  const field = (name: 'attachment_number' | 'title') => ({
    name,
    id: `field-${name}-${id}`,
    value: shown[name],
    errors: errors[`${name}-${id}`],
  })
  return (
    <>
      <input type="hidden" name="document" value={id} />
      <input type="hidden" name="version" value={document.updated_at} />
      <p class="admin-document-file">
        <a href={`/admin/documents/${id}/file`}>{formatMark(entry.number, attachment_number)}</a>{' '}
        {document.file_name}, {formatPages(page_count)}, {formatBytes(document.byte_size)}
      </p>
      {text_pages < page_count && (
        <p>
          <span class="tag">
            Searchable text on {text_pages} of {formatPages(page_count)}
          </span>
        </p>
      )}
      <span class="admin-document-order">
        <MoveButton document={document} documents={documents} where="up" />
        <MoveButton document={document} documents={documents} where="down" />
      </span>
      <Field {...field('attachment_number')} label="Number" inputMode="numeric" />
      <div class="admin-document-title">
        <Field {...field('title')} label="Title" />
      </div>
      {entry.deleted_at === null && <DocumentActions document={document} />}
    </>
  )
}

function DocumentActions({ document: { id, title, attachment_number } }: { document: Document }) {
  return (
    <span class="page-actions">
      {attachment_number > 0 && (
        <Button name="main" value={id}>
          Make main<span class="visually-hidden"> document: {title}</span>
        </Button>
      )}
      <ButtonLink href={`/admin/documents/${id}`}>
        Options<span class="visually-hidden"> for {title}</span>
      </ButtonLink>
      <ButtonLink href={`/admin/document-access?document=${id}`}>
        Downloads<span class="visually-hidden"> of {title}</span>
      </ButtonLink>
      <Button kind="danger" form={`delete-${id}`}>
        Delete<span class="visually-hidden"> {title}</span>
      </Button>
    </span>
  )
}

type MoveButtonProps = Pick<DocumentRowProps, 'document' | 'documents'> & { where: 'up' | 'down' }

/** With JavaScript, moves the row, and Save keeps the order; without it, moves and saves at once. */
function MoveButton({ document, documents, where }: MoveButtonProps) {
  const { id, title } = document
  const to = documents.indexOf(document) + (where === 'up' ? 0 : 2)
  return (
    <Button
      kind="small"
      name="move"
      value={`${id} ${to}`}
      aria-label={`Move ${title} ${where}`}
      data-move={where}
      disabled={to < 1 || to > documents.length}
    >
      {where === 'up' ? '↑' : '↓'}
    </Button>
  )
}

type DeletedProps = Pick<DocumentRowsProps, 'layout' | 'documents'>

export function DeletedDocuments({ layout, documents }: DeletedProps) {
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
              <Button kind="small">
                Restore<span class="visually-hidden"> {title}</span>
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </details>
  )
}
