import type { CaseSettings, Queryable } from '../../platform/database/schema.ts'

export function findCaseSettings(db: Queryable): Promise<CaseSettings> {
  return db.selectFrom('case_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

export type CaseSettingsChange = Omit<CaseSettings, 'id' | 'updated_at'>

export async function updateCaseSettings(
  db: Queryable,
  change: CaseSettingsChange,
  now: number,
): Promise<void> {
  await db
    .updateTable('case_settings')
    .set({ ...change, updated_at: now })
    .where('id', '=', 1)
    .execute()
}
