import type { Filing } from '../../platform/database/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CsrfField } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Section } from '../../ui/section.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'

interface ProgressPageProps {
  layout: AdminPageLayout
  filing: Filing
  done: number
  total: number
  left: number
}

export function ProgressPage({ layout, filing, done, total, left }: ProgressPageProps) {
  const path = `/admin/filings/${filing.id}`
  const isReading = filing.read_at === null
  const action = isReading ? 'Reading' : filing.publishing_as === 'draft' ? 'Saving' : 'Publishing'
  const [one, many] = isReading ? ['file', 'files'] : ['entry', 'entries']
  return (
    <AdminLayout {...layout}>
      <Section name="progress" heading={`${action} the ${many}`} data-live-url={`${path}.json`}>
        <noscript>
          <meta http-equiv="refresh" content="3" />
        </noscript>
        <progress max={total} value={done} data-live="done" aria-labelledby="progress-heading" />
        <p>
          {action}: <strong data-live="done">{done}</strong> of <strong>{total}</strong>{' '}
          {total === 1 ? one : many} done, <strong data-live="left">{left}</strong> left. You can
          close this page; the work continues, and{' '}
          {isReading
            ? 'the proposal is listed under File documents.'
            : 'this page will then show the result.'}{' '}
          <a href={path}>Refresh</a>
        </p>
      </Section>
      {isReading && <DiscardForm layout={layout} id={filing.id} />}
    </AdminLayout>
  )
}

/** By itself, so that a proposal can be discarded whatever is in it. */
export function DiscardForm({ layout, id }: { layout: AdminPageLayout; id: number }) {
  return (
    <form method="post" action={`/admin/filings/${id}`}>
      <CsrfField token={layout.csrfToken} />
      <details class="form-part">
        <summary>Discard this filing</summary>
        <p>Everything still on this page will be deleted. This cannot be undone.</p>
        <Button name="action" value="discard">
          Discard
        </Button>
      </details>
    </form>
  )
}
