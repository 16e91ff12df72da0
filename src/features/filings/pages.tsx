import type { Filing } from '../../platform/database/schema.ts'
import { formatInstant } from '../../shared/date.ts'
import { Button } from '../../ui/button.tsx'
import { CsrfField, FileField, FormErrors, PostForm, TextArea } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Section } from '../../ui/section.tsx'
import { DropHint, UploadReport } from '../../ui/upload-field.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { listOpenFilings } from './queries.ts'

interface NewFilingProps {
  layout: AdminPageLayout
  open: Awaited<ReturnType<typeof listOpenFilings>>
  docketText?: string
  errors?: Readonly<Record<string, readonly string[]>>
}

export function NewFilingPage({ layout, open, docketText = '', errors = {} }: NewFilingProps) {
  return (
    <AdminLayout {...layout}>
      {open.length > 0 && <OpenFilings open={open} layout={layout} />}
      <PostForm
        action="/admin/filings"
        token={layout.csrfToken}
        submit="Read the files"
        cancel="/admin/entries"
        encType="multipart/form-data"
        noValidate
        data-upload-form
      >
        <FormErrors errors={errors} title="Nothing was read. Please correct the following:" />
        <p>
          Each PDF is read: the court’s stamp, then the file name, then the first page. You can
          review and correct the proposed entries before anything is published.
        </p>
        <div class="upload-drop">
          <FileField
            name="documents"
            label="PDF files, or the ZIP from CM/ECF"
            accept=".pdf,.zip,application/pdf,application/zip"
            multiple
          />
          <FileField
            name="documents"
            id="field-folder"
            label="Or a folder"
            accept=""
            multiple
            webkitdirectory
          />
          <DropHint />
        </div>
        <TextArea
          name="docket_text"
          label="Docket text"
          required={false}
          value={docketText}
          hint="Paste the docket sheet or the notices of electronic filing: titles, text, and attachment names are taken from it."
        />
        <UploadReport />
      </PostForm>
    </AdminLayout>
  )
}

function OpenFilings({ open, layout }: Pick<NewFilingProps, 'open' | 'layout'>) {
  return (
    <Section name="open-filings" heading="Unfinished filings">
      <ul class="plain-list">
        {open.map(({ id, created_at, created_by }) => (
          <li key={id}>
            <a href={`/admin/filings/${id}`}>
              Started {formatInstant(created_at, layout.site.timeZone, { time: true })}
            </a>{' '}
            by {created_by}
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
