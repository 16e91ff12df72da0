import { lockRows } from '../../platform/database/dialect.ts'
import { hasChanged } from '../../platform/database/query-results.ts'
import type { CaseSettings, Queryable } from '../../platform/database/schema.ts'

export function findCaseSettings(db: Queryable): Promise<CaseSettings> {
  return db.selectFrom('case_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

/** So that simultaneous requests run one after the other. */
export const lockSettings = (db: Queryable) =>
  db.selectFrom('case_settings').select('id').modifyEnd(lockRows(db)).execute()

export type CaseSettingsChange = Omit<CaseSettings, 'id' | 'updated_at'>

/** @returns false, with nothing saved, if they have changed since `seen`, the `updated_at` that the editor saw */
export async function updateCaseSettings(
  db: Queryable,
  change: CaseSettingsChange,
  { now, seen }: { now: number; seen?: number | undefined },
): Promise<boolean> {
  const changed = db
    .updateTable('case_settings')
    .set({ ...change, updated_at: now })
    .where('id', '=', 1)
  return hasChanged(seen === undefined ? changed : changed.where('updated_at', '=', seen))
}
