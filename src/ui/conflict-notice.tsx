import { formatDate } from '../shared/date.ts'
import { Notice } from './notice.tsx'

export interface ConflictRow {
  name: string
  label: string
  theirs: string
  mine: string
}

const shown = (name: string, value: string) =>
  (/^(?:filed|closed)_on/.test(name) ? formatDate(value) : value) || '(empty)'

/** Another administrator saved first: shows their values next to the typed ones, so that overwriting them is a decision. */
export function ConflictNotice({ title, rows }: { title: string; rows: readonly ConflictRow[] }) {
  return (
    <Notice kind="warn" title={title}>
      <p>
        Your changes are not saved yet; they are below as you typed them. Saving again overwrites
        theirs.
      </p>
      {rows.length === 0 && <p>They saved exactly what you typed.</p>}
      {rows.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">They saved</th>
              <th scope="col">You typed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, label, theirs, mine }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-saved={name}>{shown(name, theirs)}</td>
                <td>{shown(name, mine)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Notice>
  )
}
