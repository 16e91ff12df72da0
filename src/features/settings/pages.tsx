import type { FieldProblems } from '../../platform/http/errors.ts'
import { formatDate } from '../../shared/date.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Field, FormErrors, PostForm, Select, TextArea } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { CaseSettingsChange } from '../site/queries.ts'
import { PUBLISHED_FIGURES, SETTINGS } from './rules.ts'

export interface SettingsPageProps {
  layout: AdminPageLayout
  typed: CaseSettingsChange
  today: string
  errors?: FieldProblems | undefined
  /** `updated_at` of the settings the form was opened with, in milliseconds. */
  version: number
  isStale?: boolean
}

export function SettingsPage(props: SettingsPageProps) {
  const { layout, errors = {}, version, isStale } = props
  const field = fieldsOf(props)
  return (
    <AdminLayout {...layout}>
      <PostForm
        action="/admin/settings"
        token={layout.csrfToken}
        submit={isStale ? 'Overwrite with mine' : 'Save settings'}
        noValidate
        data-unsaved
      >
        <input type="hidden" name="version" value={version} />
        <FormErrors errors={errors} />
        {isStale && (
          <Notice kind="warn" title="The settings were changed after you opened this page.">
            <p>
              Your changes are not saved yet; they are below as you typed them. The{' '}
              <a href="/admin/audit-log?q=settings">audit log</a> has the other ones.
            </p>
          </Notice>
        )}
        <Field {...field('caption')} hint="For example Smith v. Jones." />
        <Field {...field('case_number')} hint="For example 1:26-cv-00123." />
        <Field {...field('court')} />
        <Field {...field('judge')} />
        <TextArea
          {...field('description')}
          hint="A sentence or two for visitors who do not know the case."
        />
        <Field
          {...field('contact')}
          hint="Who publishes this site, as shown on every page and in e-mail: a name with an e-mail address or a phone number."
        />
        <Field
          {...field('announcement')}
          hint="One line at the top of every public page, for example The claims bar date is 03/15/2027. Leave blank for none."
        />
        <TextArea
          {...field('about')}
          hint="Answers to common questions, and contacts, for people new to the case; shown at /about. Markdown: # Heading, **bold**, - list, [link](https://example.com). At most 20,000 characters."
        />
      </PostForm>
      <ClosingSection {...props} />
    </AdminLayout>
  )
}

const fieldsOf =
  ({ typed, errors }: SettingsPageProps) =>
  (name: keyof CaseSettingsChange) => ({
    name,
    label: SETTINGS[name].label,
    value: typed[name],
    errors: errors?.[name],
    required: false,
  })

function ClosingSection(props: SettingsPageProps) {
  const { layout, typed, today, version } = props
  const field = fieldsOf(props)
  const isClosed = layout.site.closedOn !== ''
  return (
    <Section name="closing" heading="Close this case">
      <p>
        {isClosed
          ? `This docket was closed on ${formatDate(layout.site.closedOn ?? '')}. Nobody can subscribe, and every page says that it is closed. Everything stays available. To reopen it, clear the date.`
          : 'When the case is over: subscribing ends, every page says that the docket is closed, and everything stays available. You can reopen it.'}
      </p>
      <PostForm
        action="/admin/settings"
        token={layout.csrfToken}
        submit={isClosed ? 'Save' : 'Close this case'}
      >
        <input type="hidden" name="version" value={version} />
        <Field
          {...field('closed_on')}
          type="date"
          value={typed.closed_on || (isClosed ? '' : today)}
          required={!isClosed}
        />
        <Select
          {...field('published_figures')}
          options={PUBLISHED_FIGURES}
          hint="Shown in the closing archive, which the command docket:archive makes."
        />
      </PostForm>
      {isClosed && <ButtonLink href="/admin/notifications/closing">Tell subscribers</ButtonLink>}
    </Section>
  )
}
