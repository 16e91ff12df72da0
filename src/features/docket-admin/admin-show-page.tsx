import type { ComponentChildren } from 'preact'
import type { AuditRecord, Document, Entry } from '../../platform/database/schema.ts'
import { formatDate, formatInstant, formatTime } from '../../shared/date.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CsrfField, FormErrors, PostForm } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { actionLabel } from '../accounts/rules.ts'
import { EVENT_LABELS } from '../calendar/rules.ts'
import type { DocumentFinding } from '../docket/documents/findings-queries.ts'
import type { TypedExtras } from '../docket/entries/entry-extras.ts'
import { ENTRY_LABELS } from '../docket/entries/entry-fields.ts'
import { STATE_LABELS, stateOf } from '../docket/entries/entry-rules.ts'
import { RELATION_LABELS } from '../relations/rules.ts'
import { DeletedDocuments, type DocumentRowsProps, EntryDocumentRows } from './admin-documents.tsx'
import { EntryFindings, FindingsReason, isHeld } from './findings.tsx'

export interface EntryShowProps {
  layout: AdminPageLayout
  entry: Entry
  /** Deleted ones included. */
  documents: readonly Document[]
  extras: TypedExtras
  history: readonly AuditRecord[]
  findings: readonly DocumentFinding[]
  uploadMaxBytes: number
  notifications?: { action: ComponentChildren; past: ComponentChildren }
  readership?: ComponentChildren
  asksReason?: boolean
  findingErrors?: readonly string[] | undefined
  problem?: ComponentChildren
  /** The table of documents as submitted, when it was refused. */
  refused?: Pick<DocumentRowsProps, 'typed' | 'errors' | 'isStale'>
}

export function EntryShowPage(props: EntryShowProps) {
  const { layout, entry, history, notifications, problem } = props
  const isDeleted = entry.deleted_at !== null
  return (
    <AdminLayout {...layout} actions={<ShowActions {...props} />}>
      {problem}
      <StateNotice {...props} />
      <EntryFacts entry={entry} extras={props.extras} />
      {!isDeleted && <EntryFindings {...props} errors={props.findingErrors} />}
      <DocumentsSection {...props} />
      {props.readership && (
        <Section name="readership" heading="Readership">
          {props.readership}
        </Section>
      )}
      {!isDeleted && (
        <Section name="notification" heading="Notification">
          {notifications?.past}
        </Section>
      )}
      {history.length > 0 && <EntryHistory {...props} />}
      {!isDeleted && (
        <div class="page-end">
          <ButtonLink kind="danger" href={`/admin/entries/${entry.id}/delete`}>
            Delete…
          </ButtonLink>
        </div>
      )}
    </AdminLayout>
  )
}

function ShowActions({ entry, notifications }: EntryShowProps) {
  const { id } = entry
  const state = stateOf(entry)
  if (state === 'deleted') return <a href="/admin/entries">All entries</a>
  return (
    <>
      {notifications?.action}
      {state === 'published' && <ButtonLink href={`/entries/${id}`}>Public page</ButtonLink>}
      <ButtonLink href={`/admin/entries/${id}/edit`}>Edit</ButtonLink>
    </>
  )
}

function StateNotice({ layout, entry, findings }: EntryShowProps) {
  if (entry.deleted_at !== null) {
    const when = formatInstant(entry.deleted_at, layout.site.timeZone, { time: true })
    return (
      <Notice kind="warn" title={`This entry was deleted on ${when}.`}>
        <p>Only administrators can see it. Restoring it brings back its links and documents.</p>
        <form method="post" action={`/admin/entries/${entry.id}/restore`}>
          <CsrfField token={layout.csrfToken} />
          <Button kind="primary">Restore</Button>
        </form>
      </Notice>
    )
  }
  if (entry.status !== 'draft' || isHeld(entry, findings)) return null
  return (
    <Notice kind="info" title="This entry is a draft: only administrators can see it.">
      <p>
        Everyone can see it once you publish it. Nobody is notified until you press Send
        Notification.
      </p>
      <form method="post" action={`/admin/entries/${entry.id}`}>
        <CsrfField token={layout.csrfToken} />
        <input type="hidden" name="version" value={entry.version} />
        <Button kind="primary" name="status" value="published">
          Publish
        </Button>
      </form>
    </Notice>
  )
}

function EntryFacts({ entry, extras }: Pick<EntryShowProps, 'entry' | 'extras'>) {
  const { events, relations } = extras
  const dates = events.map(({ kind, date, time, place }) => {
    const label = EVENT_LABELS[kind as keyof typeof EVENT_LABELS]
    const at = time ? `, ${formatTime(time)}` : ''
    return `${label} ${formatDate(date)}${at}${place && ` (${place})`}`
  })
  const related = relations.map(
    ({ kind, number }) => `${RELATION_LABELS[kind as keyof typeof RELATION_LABELS]} No. ${number}`,
  )
  const facts = {
    [ENTRY_LABELS.number]: entry.number ?? 'None',
    [ENTRY_LABELS.filed_on]: formatDate(entry.filed_on),
    [ENTRY_LABELS.type]: entry.type || '–',
    [ENTRY_LABELS.filed_by]: entry.filed_by || '–',
    [ENTRY_LABELS.status]: STATE_LABELS[stateOf(entry)],
    'Hearings and deadlines': dates.join('; '),
    'Related entries': related.join('; '),
  }
  return (
    <>
      <Facts facts={facts} />
      {entry.description && <p class="entry-text">{entry.description}</p>}
    </>
  )
}

function DocumentsSection(props: EntryShowProps) {
  const { layout, entry, documents } = props
  const shown = documents.filter((document) => document.deleted_at === null)
  const deleted = documents.filter((document) => document.deleted_at !== null)
  const isOpen = entry.deleted_at === null
  return (
    <Section name="documents" heading="Documents">
      <div data-upload-added>
        {shown.length === 0 && (
          <EmptyState title="This entry has no documents.">
            {isOpen && <p>Add PDF files below.</p>}
          </EmptyState>
        )}
        <EntryDocumentRows layout={layout} entry={entry} documents={shown} {...props.refused} />
      </div>
      {isOpen && <AddDocuments {...props} />}
      {isOpen && <DeletedDocuments layout={layout} documents={deleted} />}
    </Section>
  )
}

function AddDocuments(props: EntryShowProps) {
  const { layout, entry, uploadMaxBytes, asksReason } = props
  return (
    <PostForm
      action={`/admin/entries/${entry.id}/documents`}
      token={layout.csrfToken}
      submit={<Button>Add documents</Button>}
      encType="multipart/form-data"
      data-upload-form
      data-unsaved
    >
      <FormErrors errors={{}} />
      <UploadField label="Add documents" maxBytes={uploadMaxBytes} />
      <FindingsReason needsReason={asksReason === true} />
    </PostForm>
  )
}

function EntryHistory({ layout, history }: EntryShowProps) {
  const { timeZone } = layout.site
  return (
    <Section name="history" heading="History">
      <Table
        caption="Who changed what, newest first"
        columns={[
          { heading: 'When', cell: ({ at }) => formatInstant(at, timeZone, { time: true }) },
          { heading: 'Who', cell: ({ actor }) => actor },
          { heading: 'What', cell: ({ action }) => actionLabel(action) },
          { heading: 'Details', cell: ({ details }) => details },
        ]}
        rows={history}
      />
    </Section>
  )
}
