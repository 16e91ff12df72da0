import type { ComponentChildren } from 'preact'
import type { Entry } from '../../../platform/database/schema.ts'
import { formatDate } from '../../../shared/date.ts'
import { CsrfField } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { entryName } from '../entries/entry-rules.ts'

interface EntryDeleteProps {
  layout: AdminPageLayout
  entry: Entry
  documentCount: number
  /** That a notification of it is running. */
  running: ComponentChildren
}

/** Deletion asks first (CONTRACT section 5). */
export function EntryDeletePage({ layout, entry, documentCount, running }: EntryDeleteProps) {
  const documents = documentCount === 1 ? 'its document' : `its ${documentCount} documents`
  const what = documentCount === 0 ? 'The entry' : `The entry and ${documents}`
  return (
    <AdminLayout {...layout}>
      <Notice
        kind="warn"
        title={`Delete ${entryName(entry)}, filed ${formatDate(entry.filed_on)}?`}
      >
        <p>
          {what} will be removed from the public site immediately: the docket, search, the feed, and
          every link. Download figures and history are kept, and you can restore it at any time.
        </p>
      </Notice>
      {running}
      <form class="form-actions" method="post" action={`/admin/entries/${entry.id}/delete`}>
        <CsrfField token={layout.csrfToken} />
        <button type="submit" class="button button-danger">
          Delete this entry
        </button>
        <a href={`/admin/entries/${entry.id}`}>Keep it</a>
      </form>
    </AdminLayout>
  )
}
