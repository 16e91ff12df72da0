import type { Queryable } from '../../../platform/database/schema.ts'
import { type AuditEvent, recordAudit } from '../../accounts/audit-log/queries.ts'

/** Who changes something, and from where. */
export type Actor = Pick<AuditEvent, 'administrator' | 'clientIp'>

/** The audit log's subject of everything that happens to an entry and to its documents. */
export const entrySubject = (entryId: number) => `entry ${entryId}`

interface EntryEvent {
  entryId: number
  /** `entry.changed`, `document.added`, … */
  action: string
  /** In words, for the entry's history. */
  details: string
  /** Milliseconds. */
  at: number
}

/** Within the transaction of the change, so that the log tells of what was committed and of nothing else (PROMISES 7). */
export function recordEntryEvent(
  trx: Queryable,
  { administrator, clientIp }: Actor,
  { entryId, ...event }: EntryEvent,
): Promise<void> {
  return recordAudit(trx, { ...event, administrator, clientIp, subject: entrySubject(entryId) })
}
