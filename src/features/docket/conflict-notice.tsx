import { formatInstant } from '../../ui/date.ts'
import { Notice } from '../../ui/notice.tsx'
import type { TypedEntry } from './entry-form.ts'
import { ENTRY_FIELD_NAMES, ENTRY_LABELS } from './entry-rules.ts'

/** Another administrator was quicker. */
export interface Conflict {
  /** The entry as they left it. */
  current: TypedEntry
  changedBy: string
  /** Milliseconds. */
  changedAt: number
  timeZone: string
}

interface ConflictNoticeProps {
  conflict: Conflict
  typed: TypedEntry
}

/** Shows their values beside the typed ones, so that saving again is a decision. */
export function ConflictNotice({ conflict, typed }: ConflictNoticeProps) {
  const { current, changedBy, changedAt, timeZone } = conflict
  const names = ENTRY_FIELD_NAMES.filter((name) => current[name] !== typed[name])
  const when = formatInstant(changedAt, timeZone, { time: true })
  return (
    <Notice
      kind="warn"
      title={`${changedBy} changed this entry at ${when}, while you were editing.`}
    >
      <p>
        Nothing of yours was saved yet; it is below as you typed it. Saving again replaces what they
        saved.
      </p>
      {names.length === 0 && <p>They saved the same as you typed.</p>}
      {names.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">They saved</th>
              <th scope="col">You typed</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{ENTRY_LABELS[name]}</th>
                <td data-saved={name}>{current[name] || '(empty)'}</td>
                <td>{typed[name] || '(empty)'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Notice>
  )
}
