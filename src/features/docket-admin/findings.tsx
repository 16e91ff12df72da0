import type { Document, Entry } from '../../platform/database/schema.ts'
import { formatInstant } from '../../shared/date.ts'
import { Button } from '../../ui/button.tsx'
import { PostForm, TextArea } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { CHECK_LIMITS, isUndecided } from '../checks/finding-rules.ts'
import { FindingsList } from '../checks/findings-list.tsx'
import type { DocumentFinding } from '../docket/documents/findings-queries.ts'

interface FindingsProps {
  layout: AdminPageLayout
  entry: Entry
  documents: readonly Document[]
  findings: readonly DocumentFinding[]
  errors?: readonly string[] | undefined
}

export function EntryFindings(props: FindingsProps) {
  const { layout, documents, findings } = props
  if (findings.length === 0) return null
  const open = findings.filter(({ decided_at }) => decided_at === null)
  const decision = ({ decided_at: at, decided_by, reason }: DocumentFinding) =>
    at !== null && (
      <p class="field-hint">
        {decided_by}, {formatInstant(at, layout.site.timeZone, { time: true })}: {reason}
      </p>
    )
  const affected = documents.filter(({ id }) => findings.some((one) => one.document_id === id))
  return (
    <Section name="findings" heading="Findings">
      {isHeld(props.entry, open) && (
        <Notice kind="warn" title="Held back: this entry is not published.">
          <p>
            Its documents may reveal something private. Replace the files, or enter a reason below
            to publish it anyway.
          </p>
        </Notice>
      )}
      {affected.map((document) => (
        <div key={document.id}>
          <h3>{document.title}</h3>
          <FindingsList
            findings={findings.filter(({ document_id }) => document_id === document.id)}
            file={`/admin/documents/${document.id}/file`}
            picture={({ id }) => `/admin/documents/${document.id}/findings/${id}.png`}
            decision={decision}
          />
        </div>
      ))}
      <p class="field-hint">{CHECK_LIMITS}</p>
      {open.length > 0 && <Decide {...props} open={open} />}
    </Section>
  )
}

export const isHeld = ({ status }: Entry, findings: readonly DocumentFinding[]) =>
  status === 'draft' && findings.some(isUndecided)

/** For files that may give something away; upload.ts shows it once the server has refused one. */
export function FindingsReason(props: {
  errors?: readonly string[] | undefined
  needsReason?: boolean
}) {
  const { errors = [], needsReason = errors.length > 0 } = props
  return (
    <div data-findings-reason hidden={!needsReason}>
      <TextArea
        name="findings_reason"
        label="Publish it anyway, because"
        rows={2}
        hint="Required to publish. Recorded with your name on the entry’s page and in the audit log."
        errors={errors}
      />
    </div>
  )
}

type DecideProps = FindingsProps & { open: readonly DocumentFinding[] }

function Decide({ layout, entry, open, errors }: DecideProps) {
  const publishes = isHeld(entry, open)
  const what = publishes ? 'publish' : 'findings'
  return (
    <PostForm
      action={`/admin/entries/${entry.id}/${what}`}
      token={layout.csrfToken}
      submit={<Button>{publishes ? 'Publish anyway' : 'Mark as reviewed'}</Button>}
      noValidate
    >
      <TextArea
        name="reason"
        label={publishes ? 'Publish it anyway, because' : 'Reason'}
        rows={2}
        required
        hint="Recorded with your name on this page and in the audit log."
        errors={errors}
      />
    </PostForm>
  )
}
