import { Button } from '../ui/button.tsx'
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
import { LocalTableFilter, Table } from '../ui/table.tsx'
import { UploadField } from '../ui/upload-field.tsx'

export const documents = [
  { attachmentNumber: 0, title: 'Motion to Approve the Sale of the Orchard', pageCount: 24 },
  { attachmentNumber: 1, title: 'Declaration of Maria Lindqvist', pageCount: 6 },
  { attachmentNumber: 2, title: 'Exhibit B – “Purchase Agreement”', pageCount: 118 },
].map((document, index) => ({
  ...document,
  id: index + 1,
  byteSize: 40_000 * 9 ** index,
  url: `/documents/${index + 1}`,
  downloadUrl: `/api/documents/${index + 1}/download`,
}))

/** A week without IPs, and one with. */
const chartBars = [4, 9, 12, 0, 3, 1, 7, 8, 15, 11, 0, 2, 6, 10].map((count, index) => ({
  day: new Date(Date.UTC(2026, 6, 23 + index)).toISOString().slice(0, 10),
  plain: index < 7 ? 0 : count,
  hatched: index < 7 ? count : 0,
  mark: index < 7 ? null : Math.ceil(count / 2),
  text: `Day ${index + 1}: ${count} downloads`,
}))

interface ComponentsPageProps extends PublicFrame {
  mails: readonly string[]
}

/** Every component of src/ui in its various states; only with NODE_ENV=development. */
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
        <a href="/development">ECF 45-2</a>, and <strong>not later</strong>.
      </p>
      <h3>A third-level heading</h3>
      <p class="field-hint">A hint, as shown below a field.</p>
      <p>
        <Button kind="primary">primary</Button> <Button>plain</Button>{' '}
        <Button kind="danger">danger</Button>{' '}
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
        <p>The others were added.</p>
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
        options={{ published: 'published', draft: 'draft' }}
      />
      <Checkbox name="again" label="Send it again" />
      <UploadField errors={['notes.txt: this is not a PDF.']} />
      <SubscribeForm />
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
      <DocumentList
        documents={documents}
        entry={{ number: 45, title: 'Motion to dismiss', type: 'Motion' }}
        publicUrl={publicUrl}
      />
      <LocalTableFilter table="sample" label="Filter" total={documents.length} />
      <Table
        name="sample"
        caption="Documents"
        rows={documents}
        rowKey={(row) => row.id}
        columns={[
          { heading: 'Title', cell: ({ title }) => title, sortBy: ({ title }) => title },
          { heading: 'Pages', cell: ({ pageCount }) => pageCount, numeric: true },
        ]}
      />
      <Pagination page={5} pageCount={12} hrefFor={(page) => `/development?page=${page}`} />
    </>
  )
}
