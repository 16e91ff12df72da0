import { lockRows } from '../../platform/database/dialect.ts'
import {
  countRows,
  hasChanged,
  hasRemoved,
  hasRows,
} from '../../platform/database/query-results.ts'
import type { Administrator, Queryable } from '../../platform/database/schema.ts'

export const findAdministrator = (db: Queryable, id: number) =>
  db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst()

export const findAdministratorByEmail = (db: Queryable, email: string) =>
  db.selectFrom('administrators').selectAll().where('email', '=', email).executeTakeFirst()

export type AdministratorRow = Awaited<ReturnType<typeof listAdministrators>>[number]

export const listAdministrators = (db: Queryable) =>
  db
    .selectFrom('administrators')
    .select(['id', 'email', 'totp_secret', 'created_at', 'disabled_at'])
    .orderBy('email')
    .execute()

export const hasAdministrators = (db: Queryable) => hasRows(db.selectFrom('administrators'))

export const countActiveAdministrators = (db: Queryable) =>
  countRows(db.selectFrom('administrators').where('disabled_at', 'is', null))

export type StoredPassword = Pick<Administrator, 'password_hash' | 'password_is_generated'>
export type NewAdministrator = StoredPassword & Pick<Administrator, 'email'>

/** @returns undefined if the address already has an account */
export const insertAdministrator = (db: Queryable, account: NewAdministrator, now: number) =>
  db
    .insertInto('administrators')
    .values({ ...account, password_changed_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Serializes transactions that change which accounts are active, on PostgreSQL too. */
export const lockAdministrators = (db: Queryable) =>
  db.selectFrom('administrators').select('id').modifyEnd(lockRows(db)).execute()

const updateAdministrator = (db: Queryable, id: number) =>
  db.updateTable('administrators').where('id', '=', id)

export const updateDisabledAt = (db: Queryable, id: number, disabled_at: number | null) =>
  updateAdministrator(db, id).set({ disabled_at }).execute()

/** @returns false when the password is no longer the one that was verified */
export function updatePassword(
  db: Queryable,
  { id, password_hash }: Pick<Administrator, 'id' | 'password_hash'>,
  { now, ...password }: StoredPassword & { now: number },
): Promise<boolean> {
  const changed = updateAdministrator(db, id).set({ ...password, password_changed_at: now })
  return hasChanged(changed.where('password_hash', '=', password_hash))
}

/** A valid code is at most two steps older than another (totp.ts); a later step was stored while the clock was ahead. */
const MAX_STEPS_AHEAD = 2

/**
 * Locks the account, so that a concurrent password change happens entirely before or after the sign-in.
 * @returns false when the account changed since it was read, or the code of `step` was used before (PROMISES 6)
 */
export async function claimSignIn(
  db: Queryable,
  { id, password_hash, totp_secret }: Administrator,
  step: number | null,
): Promise<boolean> {
  const account = updateAdministrator(db, id)
    .where('password_hash', '=', password_hash)
    .where('totp_secret', totp_secret === null ? 'is' : '=', totp_secret)
    .where('disabled_at', 'is', null)
  if (step === null) return hasChanged(account.set({ password_hash }))
  const unused = account.where((eb) =>
    eb.or([
      eb('totp_last_step', 'is', null),
      eb('totp_last_step', '<', step),
      eb('totp_last_step', '>', step + MAX_STEPS_AHEAD),
    ]),
  )
  return hasChanged(unused.set({ totp_last_step: step }))
}

/** @returns false if it is already on */
export function turnOnTotp(db: Queryable, id: number, on: { sealed: string; step: number }) {
  const off = updateAdministrator(db, id).where('totp_secret', 'is', null)
  return hasChanged(off.set({ totp_secret: on.sealed, totp_last_step: on.step }))
}

export async function turnOffTotp(db: Queryable, id: number): Promise<void> {
  await updateAdministrator(db, id).set({ totp_secret: null, totp_last_step: null }).execute()
  await db.deleteFrom('recovery_codes').where('administrator_id', '=', id).execute()
}

export async function insertRecoveryCodes(db: Queryable, id: number, codeHashes: string[]) {
  const rows = codeHashes.map((code_hash) => ({ administrator_id: id, code_hash }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** @returns false if there is no such code or it was already used (PROMISES 6) */
export function useRecoveryCode(db: Queryable, id: number, code: { hash: string; now: number }) {
  const own = db.updateTable('recovery_codes').where('administrator_id', '=', id)
  const unused = own.where('code_hash', '=', code.hash).where('used_at', 'is', null)
  return hasChanged(unused.set({ used_at: code.now }))
}

export function countUnusedRecoveryCodes(db: Queryable, id: number): Promise<number> {
  const own = db.selectFrom('recovery_codes').where('administrator_id', '=', id)
  return countRows(own.where('used_at', 'is', null))
}

export const insertFirstRunCode = (db: Queryable, code_hash: string, created_at: number) =>
  db.insertInto('first_run_codes').values({ code_hash, created_at }).execute()

const selectCode = (db: Queryable, codeHash: string) =>
  db.selectFrom('first_run_codes').where('code_hash', '=', codeHash)

export const isFirstRunCode = (db: Queryable, codeHash: string) => hasRows(selectCode(db, codeHash))

/** Removes all codes if this is one. @returns whether it is: of two simultaneous requests, only one succeeds */
export function takeFirstRunCode(db: Queryable, codeHash: string): Promise<boolean> {
  const taken = selectCode(db, codeHash).select('code_hash')
  return hasRemoved(db.deleteFrom('first_run_codes').where(({ exists }) => exists(taken)))
}

/** @param before removes only those created before; in milliseconds */
export const removeFirstRunCodes = (db: Queryable, before = Number.MAX_SAFE_INTEGER) =>
  db.deleteFrom('first_run_codes').where('created_at', '<', before).execute()

/** @returns the fingerprint of the SECRET_KEY that the database belongs to: of the first process that started on it */
export async function claimInstallation(db: Queryable, secret_fingerprint: string) {
  const installation = await db
    .insertInto('installation')
    .values({ id: 1, secret_fingerprint })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .returning('secret_fingerprint')
    .executeTakeFirstOrThrow()
  return installation.secret_fingerprint
}

export const findInstallation = (db: Queryable) =>
  db.selectFrom('installation').selectAll().executeTakeFirst()

export const updateFingerprint = (db: Queryable, secret_fingerprint: string) =>
  db.updateTable('installation').set({ secret_fingerprint }).execute()
