import type { FieldProblems } from '../../platform/http/errors.ts'
import { formatBytes, formatPages } from '../../shared/document-label.ts'
import { Button } from '../../ui/button.tsx'
import { CsrfField, FileField, FormErrors, PostForm } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { documentVersion } from '../docket/documents/change-document.ts'
import type { NumberNotFreeError } from '../docket/documents/delete-document.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { documentLabel } from '../docket/documents/rules.ts'
import { DeletionPage } from './admin-notices.tsx'
import { FindingsReason } from './findings.tsx'

interface DocumentFormPageProps {
  layout: AdminPageLayout
  document: PublishedDocument
  errors: FieldProblems
  isStale: boolean
}

/** Its title, number, and position are edited in the entry’s table of documents. */
export function DocumentFormPage({ layout, document, errors, isStale }: DocumentFormPageProps) {
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
        <input type="hidden" name="version" value={documentVersion(document)} />
        <FormErrors errors={errors} />
        {isStale && <ChangedMeanwhile what="changed" entryId={entry_id} />}
        {document.deleted_at !== null && <ChangedMeanwhile what="deleted" entryId={entry_id} />}
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
function PinForm({ layout, document }: Pick<DocumentFormPageProps, 'layout' | 'document'>) {
  const isPinned = document.pinned_at !== null
  return (
    <form method="post" action={`/admin/documents/${document.id}/pin`}>
      <CsrfField token={layout.csrfToken} />
      <input type="hidden" name="pinned" value={isPinned ? '' : '1'} />
      <p class="field-hint">
        {isPinned
          ? 'This is a key document. It is listed beside the docket and on the “About this site” page.'
          : 'Key documents are listed beside the docket, for people who are new to the case.'}
      </p>
      <Button>{isPinned ? 'Remove from key documents' : 'Add to key documents'}</Button>
    </form>
  )
}

/** Links to a new tab, so that a reason typed here is not lost. */
function ChangedMeanwhile({ what, entryId }: { what: 'changed' | 'deleted'; entryId: number }) {
  return (
    <Notice kind="error" title={`This document was ${what} by someone else in the meantime.`}>
      <p>
        Nothing was saved. See{' '}
        <a href={`/admin/entries/${entryId}`} target="_blank" rel="noreferrer">
          the entry and its documents
        </a>{' '}
        (opens in a new tab), then choose the file again.
      </p>
    </Notice>
  )
}

type RestoreRefusedProps = Pick<DocumentFormPageProps, 'layout'> & { error: NumberNotFreeError }

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

interface DocumentDeleteProps {
  layout: AdminPageLayout
  document: PublishedDocument
}

export function DocumentDeletePage({ layout, document }: DocumentDeleteProps) {
  const { id, entry_id } = document
  return (
    <DeletionPage
      layout={layout}
      what="document"
      title={`Delete ${documentLabel(document)}?`}
      action={`/admin/documents/${id}/delete`}
      back={`/admin/entries/${entry_id}`}
    >
      It will be removed from the public site immediately: the docket, search, and every link to it.
      Its download figures are kept. To restore it, open “Deleted documents” on the entry’s page.
    </DeletionPage>
  )
}
