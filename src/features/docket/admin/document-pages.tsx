import type { FieldErrors } from '../../../platform/http/errors.ts'
import { formatBytes, formatPages } from '../../../shared/document-label.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { CsrfField, Field, FileField, FormErrors } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { TypedDocument } from '../documents/accept-files.ts'
import { documentVersion } from '../documents/change-document.ts'
import type { PublishedDocument } from '../documents/queries.ts'
import { DeletedNotice } from './admin-notices.tsx'

interface DocumentEditProps {
  layout: AdminPageLayout
  document: PublishedDocument
  /** Among the entry's documents; 1 is the first. */
  place: number
  /** As typed, where something was refused. */
  typed?: TypedDocument
  errors?: FieldErrors
  /** Another document has the number that was typed; the two can change theirs. */
  maySwap?: boolean
  /** Somebody else changed it while it was being edited. */
  isStale?: boolean
  /** Somebody deleted it while it was being edited. */
  isDeleted?: boolean
}

/** One document: its title, its number, its place, its file. */
export function DocumentEditPage(props: DocumentEditProps) {
  const { layout, document, errors = {} } = props
  const action = `/admin/documents/${document.id}`
  return (
    <AdminLayout {...layout}>
      <p>
        Of entry <a href={`/admin/entries/${document.entry_id}`}>{document.entry_title}</a>. File:{' '}
        <a href={`${action}/file`}>{document.file_name}</a>, {formatPages(document.page_count)},{' '}
        {formatBytes(document.byte_size)}.{' '}
        <a href={`/admin/document-access?document=${document.id}`}>Its downloads</a>.
      </p>
      <form
        class="form"
        method="post"
        action={action}
        encType="multipart/form-data"
        noValidate
        data-unsaved
      >
        <CsrfField token={layout.csrfToken} />
        <input type="hidden" name="version" value={documentVersion(document)} />
        <FormErrors errors={errors} />
        {props.isStale && <StaleNotice {...props} />}
        {props.isDeleted && <DeletedNotice what="document" entryId={document.entry_id} />}
        <DocumentFields {...props} errors={errors} />
        <div class="form-actions">
          <button type="submit" class="button button-primary">
            Save changes
          </button>
          {props.maySwap && (
            <button type="submit" class="button" name="swap" value="1">
              Save and swap the two numbers
            </button>
          )}
          <a href={`/admin/entries/${document.entry_id}`}>Cancel</a>
        </div>
      </form>
      {!props.isDeleted && (
        <form class="form-actions" method="post" action={`${action}/delete`}>
          <CsrfField token={layout.csrfToken} />
          <button type="submit" class="button button-danger">
            Delete this document
          </button>
          <span>It can be restored on the entry’s page.</span>
        </form>
      )}
    </AdminLayout>
  )
}

function StaleNotice({ document, typed = {} }: DocumentEditProps) {
  const fields = [
    { name: 'title', label: 'Title', theirs: document.title, mine: typed.title },
    {
      name: 'attachment_number',
      label: 'Attachment number',
      theirs: String(document.attachment_number),
      mine: typed.attachment_number,
    },
  ]
  const rows = fields.flatMap(({ mine, ...row }) =>
    mine === undefined || mine === row.theirs ? [] : [{ ...row, mine }],
  )
  const title = 'This document was changed while you were editing it.'
  return <ConflictNotice title={title} rows={rows} />
}

interface RestoreRefusedProps {
  layout: AdminPageLayout
  document: PublishedDocument
  error: Error
}

/** Another document has the number by now: why, and the way to that one. */
export function RestoreRefusedPage({ layout, document, error }: RestoreRefusedProps) {
  return (
    <AdminLayout {...layout}>
      <Notice kind="error" title="The document was not restored.">
        <p>{error.message}</p>
        <p>
          <a href={`/admin/entries/${document.entry_id}`}>Go to the entry and its documents</a>
        </p>
      </Notice>
    </AdminLayout>
  )
}

function DocumentFields({ document, place, typed = {}, errors = {} }: DocumentEditProps) {
  return (
    <>
      <Field
        name="title"
        label="Title"
        value={typed.title ?? document.title}
        errors={errors.title}
        required
      />
      <Field
        name="attachment_number"
        label="Attachment number"
        hint="0 is the main document."
        inputMode="numeric"
        value={typed.attachment_number ?? document.attachment_number}
        errors={errors.attachment_number}
        required
      />
      <Field
        name="position"
        label="Position"
        hint="1 is the first."
        inputMode="numeric"
        value={typed.position ?? place}
        errors={errors.position}
        required
      />
      <FileField
        name="file"
        label="Replace the file"
        required={false}
        hint="The document keeps its link, number, and download figures."
        errors={errors.file}
      />
    </>
  )
}
