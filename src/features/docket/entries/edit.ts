import type { Transaction } from 'kysely'
import type { Entry, Schema } from '../../../platform/database/schema.ts'
import { ConflictError, requireFound } from '../../../platform/http/errors.ts'
import type { Deps } from '../../../platform/platform.ts'
import { type Actor, recordAudit } from '../../accounts/audit-log/queries.ts'
import { entrySubject, lockEntry } from './queries.ts'

/** A transaction in which somebody changes an entry or its documents. */
export interface Edit {
  trx: Transaction<Schema>
  by: Actor
  at: number
}

/** What an action is about, and who takes it. */
export interface Chosen {
  id: number
  by: Actor
}

export const runEdit = <T>({ db, clock }: Deps, by: Actor, work: (edit: Edit) => Promise<T>) =>
  db.transaction().execute((trx) => work({ trx, by, at: clock() }))

/** In the audit log (PROMISES 7). */
export const recordEdit = (
  { trx, ...edit }: Edit,
  entryId: number,
  event: { action: string; details: string },
) => recordAudit(trx, { ...event, at: edit.at, ...edit.by, subject: entrySubject(entryId) })

export const requireEntry = <T extends Entry>(row: T | undefined) =>
  requireFound(row, 'There is no such docket entry.')

export function requireEditable(row: Entry | undefined): Entry {
  const entry = requireEntry(row)
  if (entry.deleted_at === null) return entry
  throw new ConflictError('This entry is deleted. Restore it before changing it.')
}

export const lockEditable = async ({ trx, at }: Edit, id: number) =>
  requireEditable(await lockEntry(trx, id, at))

/** The form was opened before. */
export class StaleError extends ConflictError {
  constructor(what: 'entry' | 'document') {
    super(`This ${what} was changed by someone else while you were editing it.`, 'stale')
  }
}
