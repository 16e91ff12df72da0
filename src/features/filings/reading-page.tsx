import type { Filing } from '../../platform/database/schema.ts'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Section } from '../../ui/section.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { DiscardForm } from './discard-form.tsx'

interface ReadingPageProps {
  layout: AdminPageLayout
  filing: Pick<Filing, 'id'>
  progress: { done: number; total: number }
}

/** Shown while the files are read; reloads when the proposal is there. */
export function ReadingPage({ layout, filing, progress }: ReadingPageProps) {
  const { done, total } = progress
  const path = `/admin/filings/${filing.id}`
  return (
    <AdminLayout {...layout}>
      <Section name="progress" heading="Reading the files" data-live-url={`${path}.json`}>
        <noscript>
          <meta http-equiv="refresh" content="3" />
        </noscript>
        <progress max={total} value={done} data-live="done" aria-labelledby="progress-heading" />
        <p>
          Reading: <strong data-live="done">{done}</strong> of <strong>{total}</strong>{' '}
          {total === 1 ? 'file' : 'files'} done. You can close this page; the reading goes on, and
          the proposal is listed under File documents. <a href={path}>Refresh</a>
        </p>
      </Section>
      <DiscardForm layout={layout} id={filing.id} />
    </AdminLayout>
  )
}
