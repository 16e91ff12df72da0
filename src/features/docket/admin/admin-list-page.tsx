import { formatDate } from '../../../shared/date.ts'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { renderWithRows } from '../../../ui/layout/render.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { type Column, Table, TableFilter, TableRows } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { type EntryState, STATE_LABELS, stateOf } from '../entries/entry-rules.ts'
import type { AdminEntryRow } from '../entries/queries.ts'

interface EntriesPageProps {
  layout: AdminPageLayout
  entries: readonly AdminEntryRow[]
  state?: EntryState | undefined
}

const ROWS_AT_ONCE = 200

/** In pieces: 10,000 entries at once would hold up everybody else for a third of a second (docs/decisions/042). */
export function renderEntriesPage(props: EntriesPageProps): AsyncGenerator<string> {
  const { entries, state } = props
  const shown = state ? entries.filter((entry) => stateOf(entry) === state) : entries
  const pieces = []
  for (let at = 0; at < shown.length; at += ROWS_AT_ONCE) {
    const rows = shown.slice(at, at + ROWS_AT_ONCE)
    pieces.push(<TableRows {...table} rows={rows} length={shown.length} />)
  }
  return renderWithRows(<EntriesPage {...props} shown={shown} />, pieces)
}

type ShownProps = EntriesPageProps & { shown: readonly AdminEntryRow[] }

function EntriesPage({ layout, entries, state, shown }: ShownProps) {
  const newEntry = (
    <a class="button button-primary" href="/admin/entries/new">
      New entry
    </a>
  )
  return (
    <AdminLayout {...layout} actions={newEntry}>
      {entries.length === 0 && <NoEntries />}
      {entries.length > 0 && <StateLinks {...{ layout, entries, state }} />}
      {entries.length > 0 && shown.length === 0 && (
        <EmptyState title="No entry is in this state.">
          <p>
            <a href="/admin/entries">Show all entries</a>
          </p>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <TableFilter table="entries" label="Find an entry" total={shown.length} />
          <Table {...table} name="entries" caption="Docket entries" rows={shown} isWithoutRows />
        </>
      )}
    </AdminLayout>
  )
}

function NoEntries() {
  return (
    <EmptyState title="The docket has no entries yet.">
      <p>
        Create the first one with <a href="/admin/entries/new">New entry</a>: a filing date, a title
        and its PDF files. Describe the case itself under <a href="/admin/settings">Settings</a>.
      </p>
    </EmptyState>
  )
}

function StateLinks({ entries, state: current }: EntriesPageProps) {
  const counts = Map.groupBy(entries, stateOf)
  const states = Object.keys(STATE_LABELS) as EntryState[]
  return (
    <nav class="page-actions" aria-label="Entries by status">
      <a href="/admin/entries" aria-current={current === undefined ? 'page' : undefined}>
        All ({entries.length.toLocaleString('en-US')})
      </a>
      {states.map((state) => (
        <a
          key={state}
          href={`/admin/entries?status=${state}`}
          aria-current={current === state ? 'page' : undefined}
        >
          {STATE_LABELS[state]} ({(counts.get(state)?.length ?? 0).toLocaleString('en-US')})
        </a>
      ))}
    </nav>
  )
}

function documentCount({ document_count, scanned_count }: AdminEntryRow) {
  if (scanned_count === 0) return document_count
  return `${document_count} (${scanned_count === document_count ? '' : `${scanned_count} `}scanned)`
}

const columns: readonly Column<AdminEntryRow>[] = [
  { heading: 'No.', numeric: true, cell: (row) => row.number, sortBy: (row) => row.number ?? 0 },
  {
    heading: 'Filed',
    width: 'narrow',
    cell: (row) => formatDate(row.filed_on),
    sortBy: (row) => row.filed_on,
  },
  {
    heading: 'Title',
    main: true,
    width: 'wide',
    cell: ({ id, title }) => <a href={`/admin/entries/${id}`}>{title}</a>,
    sortBy: ({ title }) => title,
  },
  { heading: 'Type', cell: (row) => row.type, sortBy: (row) => row.type },
  { heading: 'Filed by', cell: (row) => row.filed_by, sortBy: (row) => row.filed_by },
  { heading: 'Documents', numeric: true, cell: documentCount, sortBy: (row) => row.document_count },
  {
    heading: 'Status',
    width: 'narrow',
    cell: (row) => STATE_LABELS[stateOf(row)],
    sortBy: (row) => STATE_LABELS[stateOf(row)],
  },
]

const table = {
  columns,
  rowKey: ({ id }: AdminEntryRow) => id,
  rowClass: (row: AdminEntryRow) =>
    stateOf(row) === 'published' ? undefined : `is-${stateOf(row)}`,
}
