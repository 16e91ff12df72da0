import type { FieldErrors } from '../../../platform/http/errors.ts'
import { formatBytes, formatPages } from '../../../shared/document-label.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { CsrfField, Field, FileField, FormErrors } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { TypedDocument } from '../documents/accept-files.ts'
import { documentVersion, type NumberNotFreeError } from '../documents/change-document.ts'
import type { PublishedDocument } from '../documents/queries.ts'
import { DeletedNotice } from './admin-notices.tsx'
import { FindingsReason } from './findings.tsx'

interface DocumentEditProps {
  layout: AdminPageLayout
  document: PublishedDocument
  place: number
  typed: TypedDocument
  errors: FieldErrors
  /** Another document has the typed number; the two can swap theirs. */
  maySwap: boolean
  isStale: boolean
}

export function DocumentEditPage(props: DocumentEditProps) {
  const { layout, document, errors } = props
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
        {document.deleted_at !== null && (
          <DeletedNotice what="document" entryId={document.entry_id} />
        )}
        <DocumentFields {...props} />
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
      <PinForm {...props} />
    </AdminLayout>
  )
}

/** A form of its own: pinning saves nothing else that is on the page. */
function PinForm({ layout, document }: DocumentEditProps) {
  const isPinned = document.pinned_at !== null
  return (
    <form method="post" action={`/admin/documents/${document.id}/pin`}>
      <CsrfField token={layout.csrfToken} />
      <input type="hidden" name="pinned" value={isPinned ? '' : '1'} />
      <p class="field-hint">
        {isPinned
          ? 'This is a key document: it is listed beside the docket and on the page About this site.'
          : 'Key documents are listed beside the docket, for people who are new to the case.'}
      </p>
      <button type="submit" class="button">
        {isPinned ? 'Remove from key documents' : 'Add to key documents'}
      </button>
    </form>
  )
}

function StaleNotice({ document, typed }: DocumentEditProps) {
  const labels = { title: 'Title', attachment_number: 'Attachment number' } as const
  const rows = Object.entries(labels).map(([field, label]) => {
    const name = field as keyof typeof labels
    const theirs = String(document[name])
    return { name, label, theirs, mine: typed[name] ?? theirs }
  })
  const different = rows.filter(({ theirs, mine }) => theirs !== mine)
  const title = 'This document was changed while you were editing it.'
  return <ConflictNotice title={title} rows={different} />
}

function DocumentFields({ document, place, typed, errors }: DocumentEditProps) {
  const field = (name: keyof TypedDocument, saved: string | number) => ({
    name,
    value: typed[name] ?? saved,
    errors: errors[name],
    required: true,
  })
  return (
    <>
      <Field {...field('title', document.title)} label="Title" />
      <Field
        {...field('attachment_number', document.attachment_number)}
        label="Attachment number"
        hint="0 is the main document."
        inputMode="numeric"
      />
      <Field
        {...field('position', place)}
        label="Position"
        hint="1 is the first."
        inputMode="numeric"
      />
      <FileField
        name="file"
        label="Replace the file"
        required={false}
        hint="The document keeps its link, number, and download figures."
        errors={errors.file}
      />
      {errors.findings_reason && <FindingsReason errors={errors.findings_reason} />}
    </>
  )
}

type RestoreRefusedProps = Pick<DocumentEditProps, 'layout'> & { error: NumberNotFreeError }

export function RestoreRefusedPage({ layout, error }: RestoreRefusedProps) {
  return (
    <AdminLayout {...layout}>
      <Notice kind="error" title="The document was not restored.">
        <p>{error.message}</p>
        <p>
          <a href={`/admin/entries/${error.entryId}`}>Go to the entry and its documents</a>
        </p>
      </Notice>
    </AdminLayout>
  )
}
