import type { ComponentChildren } from 'preact'
import type { Entry } from '../../platform/database/schema.ts'
import { formatDate } from '../../shared/date.ts'
import { Button } from '../../ui/button.tsx'
import { CsrfField } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { RefusedFile } from '../docket/documents/accept-files.ts'
import { entryName } from '../docket/entries/entry-rules.ts'

export const CHOOSE_A_FILE = 'Choose a PDF file.'

export function SomeRefused({ added, refused }: { added: string[]; refused: RefusedFile[] }) {
  if (refused.length === 0) return <Notice kind="error" title={CHOOSE_A_FILE} />
  const files = refused.length === 1 ? 'This file was not added:' : 'These files were not added:'
  return (
    <Notice kind="error" title={files}>
      <ul>
        {refused.map(({ name, reason }) => (
          <li key={name} data-refused-file={name}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      {added.length > 0 && <p>Added: {added.join(', ')}.</p>}
    </Notice>
  )
}

interface DeletionPageProps {
  layout: AdminPageLayout
  what: 'entry' | 'document'
  title: string
  action: string
  back: string
  children: ComponentChildren
  running?: ComponentChildren
}

/** Deletion asks first (CONTRACT section 5). */
export function DeletionPage(props: DeletionPageProps) {
  return (
    <AdminLayout {...props.layout}>
      <Notice kind="warn" title={props.title}>
        <p>{props.children}</p>
      </Notice>
      {props.running}
      <form class="form-actions" method="post" action={props.action}>
        <CsrfField token={props.layout.csrfToken} />
        <Button kind="danger">Delete this {props.what}</Button>
        <a href={props.back}>Keep it</a>
      </form>
    </AdminLayout>
  )
}

type EntryDeleteProps = Pick<DeletionPageProps, 'layout' | 'running'> & { entry: Entry }

export function EntryDeletePage({ layout, entry, running }: EntryDeleteProps) {
  const path = `/admin/entries/${entry.id}`
  return (
    <DeletionPage
      layout={layout}
      what="entry"
      title={`Delete ${entryName(entry)}, filed ${formatDate(entry.filed_on)}?`}
      action={`${path}/delete`}
      back={path}
      running={running}
    >
      The entry and its documents will be removed from the public site immediately: the docket,
      search, the feed, and every link. Download figures and history are kept, and you can restore
      it at any time.
    </DeletionPage>
  )
}
