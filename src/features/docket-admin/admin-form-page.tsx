import type { ComponentChildren } from 'preact'
import type { Entry } from '../../platform/database/schema.ts'
import type { FieldProblems } from '../../platform/http/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormErrors, PostForm, Select, TextArea } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { EVENT_LABELS } from '../calendar/rules.ts'
import type { TypedEvent, TypedExtras, TypedRelation } from '../docket/entries/entry-extras.ts'
import { ENTRY_LABELS, type TypedEntry } from '../docket/entries/entry-fields.ts'
import { RELATION_LABELS } from '../relations/rules.ts'
import type { FilterChoices } from '../search/queries.ts'
import { FindingsReason } from './findings.tsx'

export interface EntryFormProps {
  layout: AdminPageLayout
  entry?: Pick<Entry, 'id'> | undefined
  typed: TypedEntry
  extras: TypedExtras
  version?: number | undefined
  hints: FilterChoices
  uploadMaxBytes: number
  errors?: FieldProblems | undefined
  running?: ComponentChildren
}

export function EntryFormPage(props: EntryFormProps) {
  const { layout, entry, extras, version, errors = {} } = props
  const action = entry ? `/admin/entries/${entry.id}` : '/admin/entries'
  return (
    <AdminLayout {...layout}>
      <PostForm
        action={action}
        token={layout.csrfToken}
        submit={entry ? 'Save changes' : <CreateButtons />}
        cancel={entry ? action : '/admin/entries'}
        encType="multipart/form-data"
        noValidate
        data-unsaved
        data-docket-text
        data-page={entry ? `${action}/edit` : '/admin/entries/new'}
        {...(!entry && { 'data-upload-form': '' })}
      >
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <FormErrors errors={errors} />
        {props.running}
        {!entry && (
          <p class="field-hint">
            To have the fields filled in from PDFs, use{' '}
            <a href="/admin/filings/new">File documents</a>.
          </p>
        )}
        {errors.findings_reason && <FindingsReason errors={errors.findings_reason} />}
        <EntryFormFields {...props} errors={errors} />
        {!entry && <UploadField errors={errors.documents} maxBytes={props.uploadMaxBytes} />}
        <EventFieldset typed={extras.events} errors={errors} />
        <RelationFieldset typed={extras.relations} errors={errors} />
      </PostForm>
    </AdminLayout>
  )
}

/** The Enter key presses the first button. */
function CreateButtons() {
  return (
    <>
      <Button kind="primary" name="status" value="published">
        Publish
      </Button>
      <Button name="status" value="draft">
        Save as draft
      </Button>
      <Button name="next" value="another">
        Create and add another
      </Button>
    </>
  )
}

function EntryFormFields({ entry, typed, errors = {}, hints }: EntryFormProps) {
  const field = (name: keyof TypedEntry) => ({
    name,
    label: ENTRY_LABELS[name],
    value: typed[name],
    errors: errors[name],
  })
  const optional = (name: keyof TypedEntry) => ({ ...field(name), required: false })
  return (
    <>
      <Field
        {...optional('number')}
        inputMode="numeric"
        hint="Leave blank for an entry without a number, such as a minute entry."
      />
      <Field {...field('filed_on')} type="date" required />
      <Field {...field('title')} required />
      <TextArea
        {...optional('description')}
        hint="Paste the docket text from CM/ECF; we’ll fill in the other fields. For text-only entries, this is the entire entry."
      />
      <Field
        {...optional('type')}
        hint="For example Motion, Order, or Notice. Visitors can filter by type."
        suggestions={hints.types}
      />
      <Field {...optional('filed_by')} suggestions={hints.filers} />
      {entry && (
        <Select
          {...field('status')}
          hint="Saving does not send e-mail. To notify subscribers, use Send Notification on the entry’s page."
          options={{
            published: 'Published: everyone can see it',
            draft: 'Draft: only administrators can see it',
          }}
        />
      )}
    </>
  )
}

const BLANK_EVENT = { uid: '', kind: 'hearing', date: '', time: '', place: '', note: '' }
const BLANK_RELATION = { kind: 'responds_to', number: '' }

interface FieldsetProps<Typed> {
  typed: readonly Typed[]
  errors: FieldProblems
}

function EventFieldset({ typed, errors }: FieldsetProps<TypedEvent>) {
  return (
    <details class="form-part" open={typed.length > 0 || 'event_date' in errors}>
      <summary>Hearings and deadlines</summary>
      <p class="field-hint">
        Shown on the docket and in the calendar that visitors can subscribe to. To remove one, clear
        its date. Times are court local time. For an all-day event, leave the time blank.
      </p>
      {[...typed, BLANK_EVENT, BLANK_EVENT, BLANK_EVENT].map((event, index) => {
        const field = rowFields('event', index, errors)
        return (
          <fieldset class="form-row" key={index}>
            <legend class="visually-hidden">Date {index + 1}</legend>
            <input type="hidden" name="event_uid" value={event.uid} />
            <Select {...field('kind', event.kind)} label="Kind" options={EVENT_LABELS} />
            <Field {...field('date', event.date)} label="Day" type="date" />
            <Field {...field('time', event.time)} label="Time" type="time" />
            <Field {...field('place', event.place)} label="Location" />
            <Field {...field('note', event.note)} label="Description" />
          </fieldset>
        )
      })}
    </details>
  )
}

function RelationFieldset({ typed, errors }: FieldsetProps<TypedRelation>) {
  return (
    <details class="form-part" open={typed.length > 0 || 'relation_number' in errors}>
      <summary>Related entries</summary>
      <p class="field-hint">Each entry links to the other. To remove one, clear its number.</p>
      {[...typed, BLANK_RELATION, BLANK_RELATION].map(({ kind, number }, index) => {
        const field = rowFields('relation', index, errors)
        return (
          <fieldset class="form-row" key={index}>
            <legend class="visually-hidden">Related entry {index + 1}</legend>
            <Select {...field('kind', kind)} label="This entry" options={RELATION_LABELS} />
            <Field {...field('number', number)} label="Docket number" inputMode="numeric" />
          </fieldset>
        )
      })}
    </details>
  )
}

/** The list of errors links to the first row, so only the others have a number in their ids. */
function rowFields(prefix: string, index: number, errors: FieldProblems) {
  return (field: string, value: string) => {
    const name = `${prefix}_${field}`
    if (index === 0) return { name, value, errors: errors[name] }
    return { name, value, id: `field-${name}-${index + 1}` }
  }
}
