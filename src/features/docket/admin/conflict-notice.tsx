import { formatInstant } from '../../../shared/date.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { ENTRY_FIELD_NAMES, ENTRY_LABELS, type TypedEntry } from '../entries/entry-rules.ts'

/** Another administrator was quicker. */
export interface Conflict {
  /** The entry as they left it. */
  current: TypedEntry
  changedBy: string
  /** Milliseconds. */
  changedAt: number
  timeZone: string
}

interface EntryConflictNoticeProps {
  conflict: Conflict
  typed: TypedEntry
}

export function EntryConflictNotice({ conflict, typed }: EntryConflictNoticeProps) {
  const { current, changedBy, changedAt, timeZone } = conflict
  const rows = ENTRY_FIELD_NAMES.filter((name) => current[name] !== typed[name]).map((name) => ({
    name,
    label: ENTRY_LABELS[name],
    theirs: current[name],
    mine: typed[name],
  }))
  const when = formatInstant(changedAt, timeZone, { time: true })
  const title = `${changedBy} changed this entry at ${when}, while you were editing.`
  return <ConflictNotice title={title} rows={rows} />
}
