import type { ComponentChildren } from 'preact'
import type { Entry } from '../../../platform/database/schema.ts'
import type { FieldErrors } from '../../../platform/http/errors.ts'
import { CsrfField, Field, FormErrors, Select, TextArea } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { UploadField } from '../../../ui/upload-field.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { RefusedFile } from '../documents/accept-files.ts'
import type { TypedExtras } from '../entries/entry-extras.ts'
import { ENTRY_LABELS, type TypedEntry } from '../entries/entry-rules.ts'
import { type Conflict, DeletedNotice, EntryConflictNotice, TakenNotice } from './admin-notices.tsx'
import { EventFieldset, RelationFieldset } from './entry-extras-fields.tsx'

/** What helps to fill the form in the way the docket is kept already. */
interface EntryHints {
  /** In use, most used first. */
  types: readonly string[]
  filers: readonly string[]
  highestNumber: number | undefined
}

export interface EntryFormProps {
  layout: AdminPageLayout
  /** The entry that is edited; undefined: a new one. */
  entry?: Pick<Entry, 'id'> | undefined
  typed: TypedEntry
  /** Hearings, deadlines and related entries as typed. */
  extras: TypedExtras
  /** The state the form was opened with; saving over another one is told. */
  version?: number | undefined
  hints: EntryHints
  uploadMaxBytes: number
  errors?: FieldErrors | undefined
  refusedFiles?: readonly RefusedFile[] | undefined
  /** The entry that has the docket number already. */
  holder?: Pick<Entry, 'id' | 'title'> | undefined
  conflict?: Conflict | undefined
  /** Somebody deleted the entry while it was being edited. */
  isDeleted?: boolean
  /** That a notification of it is running. */
  running?: ComponentChildren
}

/** New and edit are one form; whatever was refused, it comes back as typed. */
export function EntryFormPage(props: EntryFormProps) {
  const { layout, entry, version, errors = {}, refusedFiles = [], holder, conflict } = props
  const action = entry ? `/admin/entries/${entry.id}` : '/admin/entries'
  return (
    <AdminLayout {...layout}>
      <form
        class="form"
        method="post"
        action={action}
        encType="multipart/form-data"
        noValidate
        data-unsaved
        data-docket-text
        data-page={entry ? `${action}/edit` : '/admin/entries/new'}
        {...(!entry && { 'data-upload-form': '' })}
      >
        <CsrfField token={layout.csrfToken} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <FormErrors errors={withFiles(errors, refusedFiles)} />
        {holder && <TakenNotice holder={holder} />}
        {conflict && <EntryConflictNotice conflict={conflict} typed={props.typed} />}
        {props.isDeleted && entry && <DeletedNotice what="entry" entryId={entry.id} />}
        {props.running}
        <EntryFieldset {...props} errors={errors} />
        <EventFieldset typed={props.extras.events} errors={errors.event_date} />
        <RelationFieldset typed={props.extras.relations} errors={errors.relation_number} />
        {!entry && (
          <UploadField errors={fileErrors(refusedFiles)} maxBytes={props.uploadMaxBytes} />
        )}
        <div class="form-actions">
          <button type="submit" class="button button-primary">
            {submitLabel(props)}
          </button>
          <a href={entry ? action : '/admin/entries'}>Cancel</a>
        </div>
      </form>
    </AdminLayout>
  )
}

function submitLabel({ entry, conflict }: EntryFormProps): string {
  if (conflict) return 'Overwrite with mine'
  return entry ? 'Save changes' : 'Create entry'
}

function withFiles(errors: FieldErrors, refused: readonly RefusedFile[]): FieldErrors {
  return refused.length === 0 ? errors : { ...errors, documents: fileErrors(refused) }
}

/** A browser cannot be handed its files back, so the whole list has to be chosen again. */
function fileErrors(refused: readonly RefusedFile[]): string[] {
  const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`)
  return reasons.length === 0 ? [] : [...reasons, 'Choose all the files again.']
}

function EntryFieldset({ typed, errors = {}, hints }: EntryFormProps) {
  return (
    <>
      <Field
        name="number"
        label={ENTRY_LABELS.number}
        required={false}
        inputMode="numeric"
        hint={numberHint(hints)}
        value={typed.number}
        errors={errors.number}
      />
      <Field
        name="filed_on"
        label={ENTRY_LABELS.filed_on}
        type="date"
        value={typed.filed_on}
        errors={errors.filed_on}
        required
      />
      <Field
        name="title"
        label={ENTRY_LABELS.title}
        value={typed.title}
        errors={errors.title}
        required
      />
      <TextArea
        name="description"
        label={ENTRY_LABELS.description}
        required={false}
        hint="Paste the docket text from CM/ECF; we’ll fill in the other fields. For text-only entries, this is the entire entry."
        value={typed.description}
        errors={errors.description}
      />
      <Field
        name="type"
        label={ENTRY_LABELS.type}
        required={false}
        hint={typeHint(hints)}
        suggestions={hints.types}
        value={typed.type}
        errors={errors.type}
      />
      <Field
        name="filed_by"
        label={ENTRY_LABELS.filed_by}
        required={false}
        suggestions={hints.filers}
        value={typed.filed_by}
        errors={errors.filed_by}
      />
      <Select
        name="status"
        label={ENTRY_LABELS.status}
        hint="Saving does not send e-mail. To notify subscribers, use Send Notification on the entry’s page."
        options={[
          { value: 'published', label: 'Published: everyone can see it' },
          { value: 'draft', label: 'Draft: only administrators can see it' },
        ]}
        value={typed.status}
        errors={errors.status}
      />
    </>
  )
}

function numberHint({ highestNumber }: EntryHints): string {
  const empty = 'Leave blank for an entry without a number, such as a minute entry.'
  return highestNumber === undefined ? empty : `The highest so far is ${highestNumber}. ${empty}`
}

function typeHint({ types }: EntryHints): string {
  if (types.length === 0)
    return 'For example Motion, Order, or Notice. Visitors can filter by type.'
  const shown = types.slice(0, 6).join(', ')
  return `In use: ${shown}${types.length > 6 ? ' and others' : ''}. Visitors can filter by type.`
}
