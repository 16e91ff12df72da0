import type { ComponentChildren } from 'preact'
import type { Entry } from '../../../platform/database/schema.ts'
import type { FieldErrors } from '../../../platform/http/errors.ts'
import { CsrfField, Field, FormErrors, Select, TextArea } from '../../../ui/form.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UploadField } from '../../../ui/upload-field.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import type { TypedExtras } from '../entries/entry-extras.ts'
import {
  ENTRY_LABELS,
  type EntryFieldName,
  entryName,
  type TypedEntry,
} from '../entries/entry-rules.ts'
import {
  type Conflict,
  DeletedNotice,
  EntryConflictNotice,
  type Holder,
  TakenNotice,
} from './admin-notices.tsx'
import { EventFieldset, RelationFieldset } from './extras-fields.tsx'
import { FindingsReason } from './findings.tsx'

interface EntryHints {
  types: readonly string[]
  filers: readonly string[]
  highestNumber: number | undefined
}

export interface EntryFormProps {
  layout: AdminPageLayout
  entry?: Pick<Entry, 'id'> | undefined
  typed: TypedEntry
  extras: TypedExtras
  /** The entry's when the form was opened. */
  version?: number | undefined
  hints: EntryHints
  uploadMaxBytes: number
  errors?: FieldErrors | undefined
  holder?: Holder | undefined
  conflict?: Conflict | undefined
  isDeleted?: boolean
  running?: ComponentChildren
  /** The one before, where several are created one after another. */
  created?: Pick<Entry, 'id' | 'number' | 'title' | 'status'> | undefined
}

export function EntryFormPage(props: EntryFormProps) {
  const { layout, entry, typed, extras, version, errors = {}, holder, conflict } = props
  const action = entry ? `/admin/entries/${entry.id}` : '/admin/entries'
  return (
    <AdminLayout {...layout}>
      {props.created && <CreatedNotice entry={props.created} />}
      <form
        class="form"
        method="post"
        action={action}
        encType="multipart/form-data"
        noValidate
        data-unsaved
        data-docket-text
        data-page={entry ? `${action}/edit` : '/admin/entries/new'}
        {...(!entry && { 'data-upload-form': '', 'data-read-files': '/admin/entries/read' })}
      >
        <CsrfField token={layout.csrfToken} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <FormErrors errors={errors} />
        {holder && <TakenNotice holder={holder} />}
        {conflict && <EntryConflictNotice conflict={conflict} typed={typed} />}
        {props.isDeleted && entry && <DeletedNotice entryId={entry.id} />}
        {props.running}
        {!entry && <UploadField errors={errors.documents} maxBytes={props.uploadMaxBytes} />}
        <FindingsReason errors={errors.findings_reason} />
        <EntryFieldset {...props} errors={errors} />
        <EventFieldset typed={extras.events} errors={errors.event_date} />
        <RelationFieldset typed={extras.relations} errors={errors.relation_number} />
        <div class="form-actions">
          {entry ? <SaveButton conflict={conflict} /> : <CreateButtons />}
          <a href={entry ? action : '/admin/entries'}>Cancel</a>
        </div>
      </form>
    </AdminLayout>
  )
}

function SaveButton({ conflict }: Pick<EntryFormProps, 'conflict'>) {
  return (
    <button type="submit" class="button button-primary">
      {conflict ? 'Overwrite with mine' : 'Save changes'}
    </button>
  )
}

/** The Enter key presses the first. */
function CreateButtons() {
  return (
    <>
      <button type="submit" class="button button-primary" name="status" value="published">
        Publish
      </button>
      <button type="submit" class="button" name="status" value="draft">
        Save as draft
      </button>
      <button type="submit" class="button" name="next" value="another">
        Create and add another
      </button>
    </>
  )
}

function CreatedNotice({ entry }: { entry: NonNullable<EntryFormProps['created']> }) {
  return (
    <Notice kind="success" title={`${entryName(entry)} was created.`}>
      <p>
        <a href={`/admin/entries/${entry.id}`}>Open it</a>, or add the next one here.
      </p>
    </Notice>
  )
}

function EntryFieldset({ entry, typed, errors = {}, hints }: EntryFormProps) {
  const field = (name: EntryFieldName) => ({
    name,
    label: ENTRY_LABELS[name],
    value: typed[name],
    errors: errors[name],
  })
  const optional = (name: EntryFieldName) => ({ ...field(name), required: false })
  return (
    <>
      <Field {...optional('number')} inputMode="numeric" hint={numberHint(hints)} />
      <Field {...field('filed_on')} type="date" required />
      <Field {...field('title')} required />
      <TextArea
        {...optional('description')}
        hint="Paste the docket text from CM/ECF; we’ll fill in the other fields. For text-only entries, this is the entire entry."
      />
      <Field {...optional('type')} hint={typeHint(hints)} suggestions={hints.types} />
      <Field {...optional('filed_by')} suggestions={hints.filers} />
      {entry && (
        <Select
          {...field('status')}
          hint="Saving does not send e-mail. To notify subscribers, use Send Notification on the entry’s page."
          options={[
            { value: 'published', label: 'Published: everyone can see it' },
            { value: 'draft', label: 'Draft: only administrators can see it' },
          ]}
        />
      )}
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
