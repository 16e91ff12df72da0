import { formatInstant } from '../../shared/date.ts'
import { FileField, FormErrors, PostForm, TextArea } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { Section } from '../../ui/section.tsx'
import { DropHint, UploadReport } from '../../ui/upload-field.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import type { OpenFiling } from './queries.ts'

interface NewFilingProps {
  layout: AdminPageLayout
  open: readonly OpenFiling[]
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
