import type { FieldProblems } from '../../platform/http/errors.ts'
import { formatBytes, formatPages } from '../../shared/document-label.ts'
import { Button } from '../../ui/button.tsx'
import { CsrfField, FileField, FormErrors, PostForm } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { documentLabel } from '../docket/documents/rules.ts'
import { DeletionPage } from './admin-notices.tsx'
import { FindingsReason } from './findings.tsx'

interface DocumentProps {
  layout: AdminPageLayout
  document: PublishedDocument
}

type FormProps = DocumentProps & { errors: FieldProblems }

/** Its title, number, and position are edited in the entry’s table of documents. */
export function DocumentFormPage({ layout, document, errors }: FormProps) {
  const { id, entry_id, file_name, page_count, byte_size } = document
  const action = `/admin/documents/${id}`
  return (
    <AdminLayout {...layout}>
      <p>
        Document “{document.title}” in entry{' '}
        <a href={`/admin/entries/${entry_id}`}>{document.entry_title}</a>. File:{' '}
        <a href={`${action}/file`}>{file_name}</a>, {formatPages(page_count)},{' '}
        {formatBytes(byte_size)}.{' '}
        <a href={`/admin/document-access?document=${id}`}>View downloads</a>.
      </p>
      <PostForm
        action={action}
        token={layout.csrfToken}
        submit="Save changes"
        cancel={`/admin/entries/${entry_id}`}
        encType="multipart/form-data"
        noValidate
        data-unsaved
      >
        <input type="hidden" name="version" value={document.updated_at} />
        <FormErrors errors={errors} />
        <FileField
          name="file"
          label="New file"
          hint="The document keeps its link, number, and download figures."
          errors={errors.file}
        />
        {errors.findings_reason && <FindingsReason errors={errors.findings_reason} />}
      </PostForm>
      <PinForm layout={layout} document={document} />
    </AdminLayout>
  )
}

/** A separate form, so that pinning saves nothing else on the page. */
function PinForm({ layout, document }: DocumentProps) {
  const isPinned = document.pinned_at !== null
  return (
    <form method="post" action={`/admin/documents/${document.id}/pin`}>
      <CsrfField token={layout.csrfToken} />
      <input type="hidden" name="pinned" value={isPinned ? '' : '1'} />
      <p class="field-hint">
        {isPinned
          ? 'This is a key document. It is listed beside the docket.'
          : 'Key documents are listed beside the docket, for people who are new to the case.'}
      </p>
      <Button>{isPinned ? 'Remove from key documents' : 'Add to key documents'}</Button>
    </form>
  )
}

export function DocumentDeletePage({ layout, document }: DocumentProps) {
  return (
    <DeletionPage
      layout={layout}
      what="document"
      title={`Delete ${documentLabel(document)}?`}
      action={`/admin/documents/${document.id}/delete`}
      back={`/admin/entries/${document.entry_id}`}
    >
      It will be removed from the public site immediately: the docket, search, and every link to it.
      Its download figures are kept. To restore it, open “Deleted documents” on the entry’s page.
    </DeletionPage>
  )
}
