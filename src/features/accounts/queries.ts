import { countRows, hasChanged, hasRows } from '../../platform/database/answers.ts'
import type { Administrator, Queryable } from '../../platform/database/schema.ts'

export function findAdministrator(db: Queryable, id: number) {
  return db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findAdministratorByEmail(db: Queryable, email: string) {
  return db.selectFrom('administrators').selectAll().where('email', '=', email).executeTakeFirst()
}

export type AdministratorRow = Awaited<ReturnType<typeof listAdministrators>>[number]

export async function listAdministrators(db: Queryable) {
  const rows = await db
    .selectFrom('administrators')
    .select(['id', 'email', 'totp_secret', 'created_at', 'disabled_at'])
    .orderBy('email')
    .execute()
  return rows.map(({ totp_secret, ...row }) => ({ ...row, has_two_factor: totp_secret !== null }))
}

export const hasAdministrators = (db: Queryable) => hasRows(db.selectFrom('administrators'))

export const countActiveAdministrators = (db: Queryable) =>
  countRows(db.selectFrom('administrators').where('disabled_at', 'is', null))

export interface StoredPassword {
  passwordHash: string
  /** Made by the program: its owner is asked to choose their own. */
  isGenerated: boolean
}

const passwordColumns = ({ passwordHash, isGenerated }: StoredPassword, now: number) => ({
  password_hash: passwordHash,
  password_is_generated: Number(isGenerated),
  password_changed_at: now,
})

/** @returns undefined when the address has an account already */
export function insertAdministrator(
  db: Queryable,
  { email, ...password }: { email: string } & StoredPassword,
  now: number,
): Promise<Administrator | undefined> {
  return db
    .insertInto('administrators')
    .values({ email, ...passwordColumns(password, now), created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Makes transactions that change who is active wait for each other, on PostgreSQL too. */
export async function lockAdministrators(db: Queryable): Promise<void> {
  await db
    .updateTable('administrators')
    .set((eb) => ({ disabled_at: eb.ref('disabled_at') }))
    .execute()
}

const updateAdministrator = (db: Queryable, id: number) =>
  db.updateTable('administrators').where('id', '=', id)

export async function updateDisabledAt(db: Queryable, id: number, at: number | null) {
  await updateAdministrator(db, id).set({ disabled_at: at }).execute()
}

/** @returns false when the password is no longer the one that was verified */
export function updatePassword(
  db: Queryable,
  { id, password_hash }: Pick<Administrator, 'id' | 'password_hash'>,
  { now, ...password }: StoredPassword & { now: number },
): Promise<boolean> {
  const changed = updateAdministrator(db, id).set(passwordColumns(password, now))
  return hasChanged(changed.where('password_hash', '=', password_hash))
}

/**
 * Locks the account, so that a change of password meanwhile comes wholly before or after the sign-in.
 * @param step of the six digits, if any were given
 * @returns false when the account changed since it was read, or the code was used before (PROMISES 6)
 */
export async function claimSignIn(
  db: Queryable,
  { id, password_hash, totp_secret }: Administrator,
  step: number | null,
): Promise<boolean> {
  return hasChanged(
    updateAdministrator(db, id)
      .set((eb) => ({ totp_last_step: step ?? eb.ref('totp_last_step') }))
      .where('password_hash', '=', password_hash)
      .where('totp_secret', totp_secret === null ? 'is' : '=', totp_secret)
      .where('disabled_at', 'is', null)
      .$if(step !== null, (account) =>
        account.where((eb) =>
          eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]),
        ),
      ),
  )
}

export function listTotpSecrets(db: Queryable) {
  return db
    .selectFrom('administrators')
    .select(['id', 'email', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .$narrowType<{ totp_secret: string }>()
    .orderBy('email')
    .execute()
}

/** @returns false when it is on already */
export function turnOnTotp(
  db: Queryable,
  id: number,
  { sealed, step }: { sealed: string; step: number },
): Promise<boolean> {
  const on = updateAdministrator(db, id).set({ totp_secret: sealed, totp_last_step: step })
  return hasChanged(on.where('totp_secret', 'is', null))
}

export async function turnOffTotp(db: Queryable, id: number): Promise<void> {
  await updateAdministrator(db, id).set({ totp_secret: null, totp_last_step: null }).execute()
  await db.deleteFrom('recovery_codes').where('administrator_id', '=', id).execute()
}

export async function replaceRecoveryCodes(db: Queryable, id: number, codeHashes: string[]) {
  await db.deleteFrom('recovery_codes').where('administrator_id', '=', id).execute()
  const rows = codeHashes.map((code_hash) => ({ administrator_id: id, code_hash }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** @returns false when there is no such code, or it was used before (PROMISES 6) */
export function useRecoveryCode(
  db: Queryable,
  administratorId: number,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<boolean> {
  const own = db.updateTable('recovery_codes').where('administrator_id', '=', administratorId)
  const unused = own.where('code_hash', '=', codeHash).where('used_at', 'is', null)
  return hasChanged(unused.set({ used_at: now }))
}

export function countUnusedRecoveryCodes(db: Queryable, id: number): Promise<number> {
  const own = db.selectFrom('recovery_codes').where('administrator_id', '=', id)
  return countRows(own.where('used_at', 'is', null))
}

export async function insertFirstRunCode(db: Queryable, code_hash: string, now: number) {
  await db.insertInto('first_run_codes').values({ code_hash, created_at: now }).execute()
}

export const isFirstRunCode = (db: Queryable, codeHash: string) =>
  hasRows(db.selectFrom('first_run_codes').where('code_hash', '=', codeHash))

/** @returns whether it was there: of two requests at once, one takes it */
export async function takeFirstRunCode(db: Queryable, codeHash: string): Promise<boolean> {
  const taken = db.deleteFrom('first_run_codes').where('code_hash', '=', codeHash)
  return (await taken.executeTakeFirst()).numDeletedRows === 1n
}

export async function removeFirstRunCodes(db: Queryable): Promise<void> {
  await db.deleteFrom('first_run_codes').execute()
}

/**
 * Of processes that start at once on a new database, the first one's fingerprint stays.
 * @returns the fingerprint of the SECRET_KEY that the database belongs to
 */
export async function claimInstallation(db: Queryable, fingerprint: string, now: number) {
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
