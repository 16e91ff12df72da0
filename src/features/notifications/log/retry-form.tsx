import type { Notification } from '../../../platform/database/schema.ts'
import { Checkbox, CsrfField } from '../../../ui/form.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { type DeliveryCounts, RETRIABLE_STATES } from '../rules.ts'

interface RetryFormProps {
  layout: AdminPageLayout
  notification: Notification
  counts: DeliveryCounts
}

/** The id by which the log's own checkboxes belong to the form. */
export const RETRY_FORM = 'retry'

/** Nothing failed or uncertain is sent again unless an administrator ticks it here. */
export function RetryForm({ layout, notification, counts }: RetryFormProps) {
  const states = RETRIABLE_STATES.filter((state) => counts[state] > 0)
  if (states.length === 0) return null
  return (
    <section aria-labelledby="retry-heading">
      <h2 class="section-heading" id="retry-heading">
        Resend
      </h2>
      <form
        class="form"
        id={RETRY_FORM}
        method="post"
        action={`/admin/notifications/${notification.id}/retry`}
      >
        <CsrfField token={layout.csrfToken} />
        {states.map((state) => (
          <Checkbox
            key={state}
            id={`field-state-${state}`}
            name="state"
            value={state}
            label={label(state, counts[state])}
            hint={
              state === 'uncertain'
                ? 'They may have arrived. Anyone who already got the message will get it twice.'
                : undefined
            }
          />
        ))}
        <p class="field-hint">Or select individual lines in the log below.</p>
        <div class="form-actions">
          <button type="submit" class="button">
            Resend selected
          </button>
        </div>
      </form>
    </section>
  )
}

function label(state: (typeof RETRIABLE_STATES)[number], count: number): string {
  const what = state === 'failed' ? 'failed' : count === 1 ? 'is uncertain' : 'are uncertain'
  return count === 1 ? `The one that ${what}` : `All ${count.toLocaleString('en-US')} that ${what}`
}
