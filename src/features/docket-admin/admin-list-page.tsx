import { formatDate } from '../../shared/date.ts'
import { Button } from '../../ui/button.tsx'
import { AdminLayout, FilingActions } from '../../ui/layout/admin-layout.tsx'
import { renderInPieces } from '../../ui/layout/render.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table, TableRows } from '../../ui/table.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { STATE_LABELS, stateOf } from '../docket/entries/entry-rules.ts'
import { notifiedText } from '../notifications/rules.ts'
import { type EntryListView, isShown, VIEW_LABELS, viewUrl } from './entry-list-rules.ts'
import type { AdminEntryRow } from './queries.ts'

interface EntriesPageProps {
  layout: AdminPageLayout
  entries: readonly AdminEntryRow[]
  view?: EntryListView | undefined
}

const ROWS_AT_ONCE = 200

/** In pieces: 10,000 entries at once would block other requests for a third of a second (docs/decisions/042). */
export function renderEntriesPage(props: EntriesPageProps): AsyncGenerator<string> {
  const { layout, entries, view } = props
  const shown = view ? entries.filter((entry) => isShown(view, entry)) : entries
  const table = tableFor(layout.site.timeZone)
  const pieces = []
  for (let at = 0; at < shown.length; at += ROWS_AT_ONCE) {
    const rows = shown.slice(at, at + ROWS_AT_ONCE)
    pieces.push(<TableRows {...table} rows={rows} length={shown.length} />)
  }
  return renderInPieces(<EntriesPage {...props} table={table} shown={shown} />, pieces)
}

interface ShownProps extends EntriesPageProps {
  shown: readonly AdminEntryRow[]
  table: ReturnType<typeof tableFor>
}

function EntriesPage({ layout, entries, view, shown, table }: ShownProps) {
  return (
    <AdminLayout {...layout} actions={<FilingActions />}>
      {entries.length === 0 && (
        <EmptyState title="The docket has no entries yet.">
          <p>
            Create the first one with New entry, or from PDFs with File documents. Describe the case
            under <a href="/admin/settings">Settings</a>.
          </p>
        </EmptyState>
      )}
      {entries.length > 0 && <ViewLinks layout={layout} entries={entries} view={view} />}
      {entries.length > 0 && shown.length === 0 && (
        <EmptyState title="There are no entries with this status.">
          <p>
            <a href="/admin/entries">Show all entries</a>
          </p>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <EntryFilter total={shown.length} />
          {shown.some((row) => stateOf(row) === 'published') && (
            <form id={NOTIFY_FORM} method="get" action="/admin/notifications/new">
              <Button>Notify subscribers of selected entries</Button>
            </form>
          )}
          <Table {...table} name="entries" caption="Docket entries" rows={shown} isWithoutRows />
        </>
      )}
    </AdminLayout>
  )
}

const NOTIFY_FORM = 'notify'

function ViewLinks({ entries, view: current }: EntriesPageProps) {
  const count = (view: EntryListView) => entries.filter((entry) => isShown(view, entry)).length
  return (
    <nav class="page-actions" aria-label="Entries by status">
      <a href="/admin/entries" aria-current={current === undefined ? 'page' : undefined}>
        All ({entries.length.toLocaleString('en-US')})
      </a>
      {(Object.keys(VIEW_LABELS) as EntryListView[]).map((view) => (
        <a key={view} href={viewUrl(view)} aria-current={current === view ? 'page' : undefined}>
          {VIEW_LABELS[view]} ({count(view).toLocaleString('en-US')})
        </a>
      ))}
    </nav>
  )
}

/** Filters as you type. Hidden without JavaScript, where the browser's own search finds everything on the page. */
function EntryFilter({ total }: { total: number }) {
  return (
    <div class="table-filter" data-needs-script>
      <label class="field-label" for="filter-entries">
        Find an entry
      </label>
      <input
        class="control"
        type="search"
        id="filter-entries"
        data-filter-input="entries"
        autocomplete="off"
        spellcheck={false}
      />
      <p class="table-filter-count" role="status" data-filter-count="entries">
        {total.toLocaleString('en-US')} shown
      </p>
    </div>
  )
}

function notifiedCell(row: AdminEntryRow, timeZone: string) {
  const { notified_at: created_at, mode, recipient_count, stopped_at } = row
  if (created_at === null || mode === null || recipient_count === null) {
    return stateOf(row) === 'published' ? 'Not yet' : '–'
  }
  return notifiedText({ created_at, mode, recipient_count, stopped_at }, timeZone)
}

function SelectCell({ row: { id, number, title } }: { row: AdminEntryRow }) {
  const name = number ? `No. ${number}` : title
  const label = `Select ${name} for notification`
  return <input type="checkbox" name="entry" value={id} form={NOTIFY_FORM} aria-label={label} />
}

const columnsIn = (timeZone: string): readonly Column<AdminEntryRow>[] => [
  {
    heading: 'Select',
    selectsAll: true,
    cell: (row) => stateOf(row) === 'published' && <SelectCell row={row} />,
  },
  {
    heading: 'No.',
    numeric: true,
    cell: (row) => row.number?.toString(),
    sortBy: (row) => row.number ?? 0,
  },
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
  { heading: 'Type', cell: (row) => row.type, sortBy: 'cell' },
  { heading: 'Filed by', cell: (row) => row.filed_by, sortBy: 'cell' },
  { heading: 'Documents', cell: (row) => row.document_count, sortBy: 'cell', numeric: true },
  {
    heading: 'Status',
    width: 'narrow',
    cell: (row) => STATE_LABELS[stateOf(row)],
    sortBy: 'cell',
  },
  {
    heading: 'Notified',
    width: 'narrow',
    labeled: true,
    cell: (row) => notifiedCell(row, timeZone),
    sortBy: (row) => row.notified_at ?? (stateOf(row) === 'published' ? 0 : ''),
  },
]

const tableFor = (timeZone: string) => ({
  columns: columnsIn(timeZone),
  rowClass: (row: AdminEntryRow) =>
    stateOf(row) === 'published' ? undefined : `is-${stateOf(row)}`,
})
