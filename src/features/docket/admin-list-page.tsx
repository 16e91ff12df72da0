import { AdminLayout } from '../../ui/admin-layout.tsx'
import { formatDate } from '../../ui/date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TableFilter } from '../../ui/table.tsx'
import type { AdminPageLayout } from '../accounts/admin-layout.ts'
import { type EntryState, STATE_LABELS, stateOf } from './entry-state.ts'
import type { AdminEntryRow } from './queries.ts'

interface EntriesPageProps {
  layout: AdminPageLayout
  /** All of them: the list is one page (specification, Limits). */
  entries: readonly AdminEntryRow[]
  /** Narrows the list; undefined shows all. */
  state?: EntryState | undefined
}

export function EntriesPage({ layout, entries, state }: EntriesPageProps) {
  const shown = state ? entries.filter((entry) => stateOf(entry) === state) : entries
  return (
    <AdminLayout {...layout} actions={<NewEntryLink />}>
      {entries.length === 0 && <NoEntries />}
      {entries.length > 0 && <StateLinks entries={entries} current={state} />}
      {entries.length > 0 && shown.length === 0 && (
        <EmptyState title="No entry is in this state.">
          <p>
            <a href="/admin/entries">Show all entries</a>
          </p>
        </EmptyState>
      )}
      {shown.length > 0 && <EntryTable entries={shown} />}
    </AdminLayout>
  )
}

function NewEntryLink() {
  return (
    <a class="button button-primary" href="/admin/entries/new">
      New entry
    </a>
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

interface StateLinksProps {
  entries: readonly AdminEntryRow[]
  current: EntryState | undefined
}

/** Plain links, so that drafts and deleted entries are found without JavaScript, too. */
function StateLinks({ entries, current }: StateLinksProps) {
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

function EntryTable({ entries }: { entries: readonly AdminEntryRow[] }) {
  return (
    <>
      <TableFilter table="entries" label="Find an entry" total={entries.length} />
      <div class="table-scroll">
        <table class="table table-long" data-filter-table="entries" data-sortable>
          <caption class="visually-hidden">Docket entries</caption>
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th
                  key={heading}
                  scope="col"
                  class={NUMERIC.has(heading) ? 'numeric' : undefined}
                  data-sort-column
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const HEADINGS = ['No.', 'Filed', 'Title', 'Type', 'Filed by', 'Documents', 'Status']
const NUMERIC = new Set(['No.', 'Documents'])

/** As lean as it can be: there are thousands. Only the date sorts by something else than its text. */
function EntryRow({ entry }: { entry: AdminEntryRow }) {
  const state = stateOf(entry)
  return (
    <tr class={state === 'published' ? undefined : `is-${state}`}>
      <td class="numeric">{entry.number}</td>
      <td data-sort={entry.filed_on}>{formatDate(entry.filed_on)}</td>
      <td>
        <a href={`/admin/entries/${entry.id}`}>{entry.title}</a>
      </td>
      <td>{entry.type}</td>
      <td>{entry.filed_by}</td>
      <td class="numeric">{entry.document_count}</td>
      <td>{STATE_LABELS[state]}</td>
    </tr>
  )
}
