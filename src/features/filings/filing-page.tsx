import type { Entry, Filing } from '../../platform/database/schema.ts'
import { endSentence } from '../../shared/clean-text.ts'
import { Button, EnterButton } from '../../ui/button.tsx'
import { CsrfField } from '../../ui/form.tsx'
import { AdminLayout } from '../../ui/layout/admin-layout.tsx'
import { renderInPieces } from '../../ui/layout/render.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { CHECK_LIMITS } from '../checks/finding-rules.ts'
import { entryName } from '../docket/entries/entry-rules.ts'
import { FilingRows } from './filing-documents.tsx'
import { FilingEntryFieldset } from './filing-entry.tsx'
import type { FilingFindings } from './filing-findings.ts'
import { LEAVE_OUT, targetLabel } from './filing-rules.ts'
import { countedEntries, FilingButtons, FilingSummary, readinessOf } from './filing-summary.tsx'
import { DiscardForm } from './pages.tsx'
import type { FilingProposal } from './queries.ts'

interface FilingPageProps extends FilingProposal {
  layout: AdminPageLayout
  filing: Filing
  findings: FilingFindings
  entriesById: ReadonlyMap<number, Entry>
  /** From the stamps, YYYY-MM-DD, keyed by the id of the proposed entry. */
  stampedDates: ReadonlyMap<number, string>
  notes: readonly string[]
  conflict?: string | undefined
}

/** In pieces: hundreds of entries at once would block other requests. */
export function renderFilingPage(props: FilingPageProps): AsyncGenerator<string> {
  const shared = sharedByEntries(props)
  const fieldsets = props.open.map((entry) => (
    <FilingEntryFieldset
      key={entry.id}
      entry={entry}
      holder={props.entriesById.get(entry.entry_id ?? 0)}
      documents={shared.byEntry.get(entry.id) ?? []}
      stampedDate={props.stampedDates.get(entry.id)}
      {...shared}
    />
  ))
  const { filing, documents, notes, conflict } = props
  const { done, ...layout } = props.layout
  const refused = documents.filter(({ storage_key }) => storage_key === '')
  const page = (
    <AdminLayout {...layout}>
      {done && (
        <p class="toast" role="status">
          {done}
        </p>
      )}
      {conflict && <Notice kind="error" title={conflict} />}
      <FilingOutcome {...props} />
      <ListedNotice
        kind="error"
        title="These files were not accepted."
        lines={refused.map(({ file_name, refused: reason }) => `${file_name}: ${reason}`)}
      />
      <ListedNotice kind="warn" title="Please check the docket text:" lines={notes} />
      {filing.closed_at === null && <ProposalForm {...props} shared={shared} />}
      {filing.closed_at === null && <DiscardForm layout={layout} id={filing.id} />}
    </AdminLayout>
  )
  return renderInPieces(page, fieldsets)
}

interface ListedNoticeProps {
  kind: 'error' | 'warn'
  title: string
  lines: readonly string[]
}

function ListedNotice({ lines, ...notice }: ListedNoticeProps) {
  if (lines.length === 0) return null
  return (
    <Notice {...notice}>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </Notice>
  )
}

function FilingOutcome({ filing, done, open, entriesById }: FilingPageProps) {
  if (filing.closed_at !== null && done.length === 0) {
    const what =
      open.length > 0 ? `${countedEntries(open.length)} discarded.` : 'This filing was discarded.'
    return (
      <Notice kind="info" title={`${what} Nothing was published.`}>
        <p>
          <a href="/admin/filings/new">File other documents</a> or{' '}
          <a href="/admin/entries">go to the docket entries</a>.
        </p>
      </Notice>
    )
  }
  if (done.length === 0) return null
  const made = done.flatMap(({ entry_id }) => entriesById.get(entry_id ?? 0) ?? [])
  const published = made.filter(({ status }) => status === 'published')
  const drafts = made.length - published.length
  const sentence = [
    done.length > drafts && `${countedEntries(done.length - drafts)} published`,
    drafts > 0 && `${countedEntries(drafts)} saved as ${drafts === 1 ? 'a draft' : 'drafts'}`,
    open.length > 0 &&
      `${countedEntries(open.length)} ${filing.closed_at === null ? 'remaining' : 'discarded'}`,
  ]
  return (
    <Notice kind="success" title={`${sentence.filter(Boolean).join(', ')}.`}>
      <ul class="plain-list">
        {made.map((entry) => (
          <li key={entry.id}>
            <a href={`/admin/entries/${entry.id}`}>{entryName(entry)}</a>
            {entry.status === 'draft' && ' (draft)'}
          </li>
        ))}
      </ul>
      {published.length > 1 && (
        <p>
          <a
            href={`/admin/notifications/new?${published.map(({ id }) => `entry=${id}`).join('&')}`}
          >
            Send one notification for all {published.length}
          </a>
        </p>
      )}
    </Notice>
  )
}

/** With more, each document has a field with suggestions instead of a list of all entries. */
const MAX_OPTIONS = 5000

const OTHER_CHOICES = [
  { value: '', typed: '', label: 'Choose an entry' },
  { value: LEAVE_OUT, typed: 'Leave out', label: 'Leave out' },
]

function sharedByEntries({ filing, open, documents, findings }: FilingPageProps) {
  const entries = open.map(({ id, number, title }) => ({
    value: String(id),
    typed: targetLabel({ id, number }),
    label:
      [number && `No. ${number}`, title].filter(Boolean).join(' · ').slice(0, 60) || 'New entry',
  }))
  return {
    choices: [...entries, ...OTHER_CHOICES],
    isLong: open.length * documents.length > MAX_OPTIONS,
    findings,
    byEntry: Map.groupBy(documents, ({ filing_entry_id }) => filing_entry_id),
    action: `/admin/filings/${filing.id}`,
  }
}

type ProposalFormProps = FilingPageProps & { shared: ReturnType<typeof sharedByEntries> }

function ProposalForm(props: ProposalFormProps) {
  const { layout, filing, open, documents, shared, removed } = props
  const { choices, isLong, action, findings, byEntry } = shared
  const byReadiness = Map.groupBy(open, (entry) => {
    const own = (byEntry.get(entry.id) ?? []).flatMap(({ id }) => findings.get(id) ?? [])
    return readinessOf(entry, own, byEntry.has(entry.id))
  })
  const loose = documents.filter((one) => one.filing_entry_id === null && one.storage_key !== '')
  return (
    <form class="proposal" method="post" action={action} noValidate data-unsaved>
      <CsrfField token={layout.csrfToken} />
      <input type="hidden" name="version" value={filing.version} />
      <EnterButton name="action" value="save" />
      {isLong && (
        <datalist id="proposed-entries">
          {choices.map(({ value, typed, label }) => (
            <option key={value} value={typed}>
              {label}
            </option>
          ))}
        </datalist>
      )}
      <FilingSummary byReadiness={byReadiness} />
      <p class="field-hint">{CHECK_LIMITS}</p>
      <FilingButtons byReadiness={byReadiness} />
      {removed.map((entry) => (
        <p key={entry.id}>
          {endSentence(`Removed: ${entryName({ ...entry, number: Number(entry.number) || null })}`)}{' '}
          <Button kind="small" name="restore" value={entry.id}>
            Undo<span class="visually-hidden">: {entry.title}</span>
          </Button>
        </p>
      ))}
      <slot />
      {loose.length > 0 && (
        <section class="proposed" aria-labelledby="loose-heading">
          <h2 id="loose-heading">Not assigned to an entry</h2>
          <p class="field-hint">
            It is unclear where these go. Choose an entry, or leave them out.
          </p>
          <FilingRows {...shared} documents={loose} />
        </section>
      )}
      <div class="form-actions">
        <Button kind="small" name="add_entry" value="1">
          New entry without a file
        </Button>
      </div>
      <FilingButtons byReadiness={byReadiness} />
    </form>
  )
}
