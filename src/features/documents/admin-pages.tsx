import type { FieldErrors } from '../../platform/http/errors.ts'
import { AdminLayout } from '../../ui/admin-layout.tsx'
import { formatPages } from '../../ui/document-label.ts'
import { CsrfField, Field, FileField, FormErrors } from '../../ui/form.tsx'
import { TITLE_MOST } from '../../ui/naming-rules.ts'
import { formatBytes } from '../../ui/size.ts'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { TypedDocument } from './document-form.ts'
import type { PublishedDocument } from './queries.ts'

interface DocumentEditProps {
  layout: AdminPageLayout
  document: PublishedDocument
  /** As typed, where something was refused. */
  typed?: TypedDocument
  errors?: FieldErrors
  /** Another document has the number that was typed; the two can change theirs. */
  maySwap?: boolean
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
        <FormErrors errors={errors} />
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
      <form class="form-actions" method="post" action={`${action}/delete`}>
        <CsrfField token={layout.csrfToken} />
        <button type="submit" class="button button-danger">
          Delete this document
        </button>
        <span>It can be restored on the entry’s page.</span>
      </form>
    </AdminLayout>
  )
}

function DocumentFields({ document, typed = {}, errors = {} }: DocumentEditProps) {
  return (
    <>
      <Field
        name="title"
        label="Title"
        maxLength={TITLE_MOST}
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
        label="Place among the entry’s documents"
        hint="1 is the first."
        inputMode="numeric"
        value={typed.position ?? document.position}
        errors={errors.position}
        required
      />
      <FileField
        name="file"
        label="Replace the file"
        required={false}
        hint="The document keeps its link, its number and its download figures."
        errors={errors.file}
      />
    </>
  )
}
