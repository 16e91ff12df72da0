import type { Queryable } from './schema.ts'

/**
 * Of processes that start at once on a new database, the first one's fingerprint stays.
 * @returns the fingerprint of the SECRET_KEY that the database belongs to
 */
export async function claimInstallation(
  db: Queryable,
  fingerprint: string,
  now: number,
): Promise<string> {
  const { secret_fingerprint } = await db
    .insertInto('installation')
    .values({ id: 1, secret_fingerprint: fingerprint, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .returning('secret_fingerprint')
    .executeTakeFirstOrThrow()
  return secret_fingerprint
}

export async function updateFingerprint(db: Queryable, fingerprint: string): Promise<void> {
  await db.updateTable('installation').set({ secret_fingerprint: fingerprint }).execute()
}
