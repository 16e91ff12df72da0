import type { FieldErrors } from '../../platform/http/errors.ts'
import { formatInstant } from '../../shared/date.ts'
import { ConflictNotice, type ConflictRow } from '../../ui/conflict-notice.tsx'
import { CsrfField, Field, FormErrors, TextArea } from '../../ui/form.tsx'
import { type AdminFrame, AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CaseSettingsChange } from './queries.ts'

/** Made by features/accounts, which knows who is signed in. */
export type SettingsLayout = AdminFrame & { title: string; current: string }

interface SettingsPageProps {
  layout: SettingsLayout
  typed: CaseSettingsChange
  errors?: FieldErrors | undefined
  isSaved?: boolean
  /** `updated_at` of the settings that the form began with, in milliseconds. */
  version: number
  conflict?: SettingsConflict | undefined
}

export interface SettingsConflict {
  rows: readonly ConflictRow[]
  /** When they were saved meanwhile; milliseconds. */
  at: number
}

/** The case as the public site's header shows it. */
export function SettingsPage(props: SettingsPageProps) {
  const { layout, typed, errors = {}, isSaved = false, version, conflict } = props
  const field = (name: keyof CaseSettingsChange) => ({
    name,
    value: typed[name],
    errors: errors[name],
    required: false,
  })
  return (
    <AdminLayout {...layout}>
      {isSaved && <Notice kind="success" title="The settings were saved." />}
      <form class="form" method="post" action="/admin/settings" noValidate data-unsaved>
        <CsrfField token={layout.csrfToken} />
        <input type="hidden" name="version" value={version} />
        <FormErrors errors={errors} />
        {conflict && (
          <ConflictNotice
            title={`Someone else saved the settings at ${formatInstant(conflict.at, layout.site.timeZone, { time: true })}, while you were editing.`}
            rows={conflict.rows}
          />
        )}
        <Field {...field('caption')} label="Caption" hint="For example Smith v. Jones." />
        <Field {...field('case_number')} label="Case number" hint="For example 1:26-cv-00123." />
        <Field {...field('court')} label="Court" />
        <Field {...field('judge')} label="Judge" />
        <TextArea
          {...field('description')}
          label="Description"
          hint="A sentence or two for visitors who do not know the case."
        />
        <Field
          {...field('contact')}
          label="Contact"
          hint="Shown at the bottom of every page: an e-mail address, or a name and phone number."
        />
        <div class="form-actions">
          <button type="submit" class="button button-primary">
            {conflict ? 'Overwrite with mine' : 'Save settings'}
          </button>
        </div>
      </form>
    </AdminLayout>
  )
}
