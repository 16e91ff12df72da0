import type { FieldProblems } from '../../platform/http/errors.ts'
import { formatDate } from '../../shared/date.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field, PostForm, Select } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { CaseSettingsChange } from '../site/queries.ts'
import { PUBLISHED_FIGURES, SETTINGS } from './rules.ts'

interface ClosingSectionProps {
  layout: AdminPageLayout
  typed: CaseSettingsChange
  errors?: FieldProblems | undefined
  version: number
}

/** A form of its own: what it does not send keeps its value. */
export function ClosingSection({ layout, typed, errors = {}, version }: ClosingSectionProps) {
  const { closed_on, published_figures } = typed
  const isClosed = layout.site.closedOn !== ''
  const form = { action: '/admin/settings', token: layout.csrfToken }
  const seen = <input type="hidden" name="version" value={version} />
  return (
    <Section name="closing" heading="Close this case">
      <p>
        {isClosed
          ? `This docket was closed on ${formatDate(layout.site.closedOn ?? '')}. Nobody can subscribe, and every page says that it is closed. Everything stays readable.`
          : 'When the case is over: subscribing ends, every page says that the docket is closed, and everything stays readable. You can reopen it.'}
      </p>
      <PostForm {...form} submit={isClosed ? 'Save' : 'Close this case'}>
        {seen}
        <Field
          name="closed_on"
          type="date"
          label={SETTINGS.closed_on.label}
          value={closed_on}
          errors={errors.closed_on}
        />
        <Select
          name="published_figures"
          label={SETTINGS.published_figures.label}
          value={published_figures}
          options={PUBLISHED_FIGURES}
          errors={errors.published_figures}
          hint="What the closing archive says about downloads. The command docket:archive makes it."
          required={false}
        />
      </PostForm>
      {isClosed && (
        <>
          <ButtonLink href="/admin/notifications/closing">Tell subscribers</ButtonLink>
          <PostForm {...form} submit={<Button>Reopen this case</Button>}>
            {seen}
            <input type="hidden" name="closed_on" value="" />
          </PostForm>
        </>
      )}
    </Section>
  )
}
