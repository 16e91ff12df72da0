import { BarChart } from '../ui/chart.tsx'
import { CopyLink } from '../ui/copy-text.tsx'
import { DocumentList } from '../ui/document-list.tsx'
import { Figure } from '../ui/figure.tsx'
import { Checkbox, Field, FormErrors, Select, TextArea } from '../ui/form.tsx'
import { AdminLayout } from '../ui/layout/admin-layout.tsx'
import type { PublicFrame } from '../ui/layout/layout.tsx'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SubscribeForm } from '../ui/subscribe-form.tsx'
import { Table, TableFilter } from '../ui/table.tsx'
import { UploadField } from '../ui/upload-field.tsx'
import { chartBars, documents } from './samples.ts'

interface ComponentsPageProps extends PublicFrame {
  mails: readonly string[]
}

/** Every component of src/ui in its states, on one page; only with NODE_ENV=development. */
export function ComponentsPage({ mails, ...frame }: ComponentsPageProps) {
  const admin = { admin: { email: 'admin@example.com' }, csrfToken: '', mode: 'test' as const }
  return (
    <AdminLayout {...frame} {...admin} title="Components" current="">
      <Type />
      <Notices />
      <Forms />
      <Lists publicUrl={frame.site.publicUrl} />
      <h2>Messages</h2>
      <ul>
        {mails.map((name) => (
          <li key={name}>
            <a href={`/development/mail/${name}`}>{name}</a>,{' '}
            <a href={`/development/mail/${name}?part=text`}>as text</a>
          </li>
        ))}
      </ul>
    </AdminLayout>
  )
}

function Type() {
  return (
    <>
      <h2>Type</h2>
      <p>
        The receiver <em>shall</em> file a report on the first of each month, see{' '}
        <a href="/development">ECF 45-2</a>, and <strong>not later</strong>. Figures stand below
        each other: 1,204 / 978.
      </p>
      <h3>A heading of the third order</h3>
      <p class="field-hint">A hint, as it stands below a field.</p>
      <p>
        <button type="button" class="button button-primary">
          The one thing to do
        </button>{' '}
        <button type="button" class="button">
          Another
        </button>{' '}
        <button type="button" class="button button-danger">
          Delete
        </button>{' '}
        <CopyLink link="https://docket.example.com/documents/1" />
      </p>
    </>
  )
}

function Notices() {
  return (
    <>
      <h2>Notices</h2>
      <Notice kind="success" title="The entry was saved." />
      <Notice kind="info" title="Testing mode" />
      <Notice kind="warn" title="One file could not be read.">
        <p>The others are there.</p>
      </Notice>
      <Notice kind="error" title="Nothing was sent." />
      <EmptyState title="There are no entries yet.">
        <p>Add the first one, or load a docket with docket:import.</p>
      </EmptyState>
    </>
  )
}

function Forms() {
  const errors = { title: ['Please give the entry a title.'] }
  return (
    <>
      <h2>Forms</h2>
      <FormErrors errors={errors} />
      <Field name="title" label="Title" errors={errors.title} required />
      <Field name="filed_on" label="Filed on" type="date" value="2026-07-30" required />
      <Field name="filed_by" label="Filed by" suggestions={['Receiver']} required={false} />
      <TextArea name="description" label="Description" hint="Shown below the title." />
      <Select
        name="status"
        label="Status"
        value="draft"
        options={[
          { value: 'published', label: 'Published' },
          { value: 'draft', label: 'Draft' },
        ]}
      />
      <Checkbox name="again" label="Send it again" checked />
      <UploadField errors={['notes.txt: this is not a PDF.']} />
      <SubscribeForm action="/development" />
    </>
  )
}

function Lists({ publicUrl }: { publicUrl: string }) {
  return (
    <>
      <h2>Lists and figures</h2>
      <p>
        <Figure name="downloads" value={1204} /> downloads
      </p>
      <BarChart
        bars={chartBars}
        label="Downloads by day"
        summaryId="sample-summary"
        legend={{ plain: 'downloads', hatched: 'without an IP', mark: 'unique visitors' }}
        divider={{ index: 7, label: 'Visitor IPs from 07/30/2026' }}
      />
      <p id="sample-summary">Two weeks of downloads.</p>
      <DocumentList documents={documents} entryNumber={45} publicUrl={publicUrl} />
      <TableFilter table="sample" label="Filter" total={documents.length} />
      <Table
        name="sample"
        caption="Documents"
        rows={documents}
        rowKey={(row) => row.id}
        columns={[
          { heading: 'Title', cell: (row) => row.title, sortBy: (row) => row.title },
          {
            heading: 'Pages',
            cell: (row) => row.pageCount,
            sortBy: (row) => row.pageCount,
            numeric: true,
          },
        ]}
      />
      <Pagination page={5} pageCount={12} hrefFor={(page) => `/development?page=${page}`} />
    </>
  )
}
