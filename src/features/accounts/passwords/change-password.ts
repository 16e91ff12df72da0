import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { resetThrottle, takeFromThrottle } from '../../../platform/database/throttle.ts'
import {
  ConflictError,
  type FieldProblems,
  invalidFields,
  requireFound,
  TooManyRequestsError,
} from '../../../platform/http/errors.ts'
import type { Deps } from '../../../platform/platform.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { COMMAND_LINE, recordAudit } from '../audit-log/queries.ts'
import { findAdministrator, type StoredPassword, turnOffTotp, updatePassword } from '../queries.ts'
import { type SessionClient, startSession } from '../sessions/guard.ts'
import { removeSessions } from '../sessions/session-queries.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { passwordProblem } from './passwords.ts'

/** Before any change to how an account is protected (ASVS 7.5.1): an unlocked computer or a stolen session is not enough. */
export async function confirmPassword({ db, clock }: Deps, administratorId: number, typed: string) {
  const throttle = { key: `current-password:${administratorId}`, limit: 10, windowMs: 15 * 60_000 }
  const seconds = await takeFromThrottle(db, throttle, clock())
  if (seconds > 0) {
    throw new TooManyRequestsError(
      'The current password was wrong too many times. Wait a few minutes and try again.',
      seconds,
    )
  }
  const administrator = requireFound(await findAdministrator(db, administratorId))
  if (!(await verifyPassword(administrator.password_hash, typed))) {
    throw invalidFields({ current_password: ['This is not your current password.'] })
  }
  await resetThrottle(db, throttle.key)
  return administrator
}

/** Ends every session of the account (PROMISES 3). @returns a new session for this browser */
export async function changePassword(
  platform: Deps,
  change: Omit<NewPassword, 'email'> & { administratorId: number; currentPassword: string },
  client: SessionClient,
): Promise<string> {
  const { db, clock } = platform
  const { administratorId, currentPassword, ...typed } = change
  const administrator = await confirmPassword(platform, administratorId, currentPassword)
  const { email } = administrator
  const stored = await preparePassword(db, { email, ...typed })
  return db.transaction().execute(async (trx) => {
    const now = clock()
    await replacePassword(trx, administrator, { ...stored, now })
    const action = 'administrator.password_changed'
    await recordAudit(trx, { at: now, administrator, action, subject: email, clientIp: client.ip })
    return startSession(trx, { administratorId, client, now })
  })
}

/** For the operator, who does not know the old password. */
export async function resetPassword(
  { db, clock }: Deps,
  administrator: Administrator,
  { turnOffTwoFactor, ...typed }: Omit<NewPassword, 'email'> & { turnOffTwoFactor: boolean },
): Promise<void> {
  const { id, email } = administrator
  const stored = await preparePassword(db, { email, ...typed })
  await db.transaction().execute(async (trx) => {
    const now = clock()
    await replacePassword(trx, administrator, { ...stored, now })
    if (turnOffTwoFactor) await turnOffTotp(trx, id)
    const details = turnOffTwoFactor ? 'two-factor sign-in turned off' : ''
    const action = 'administrator.password_reset'
    await recordAudit(trx, { ...COMMAND_LINE, at: now, action, subject: email, details })
  })
}

async function replacePassword(
  trx: Queryable,
  administrator: Administrator,
  stored: StoredPassword & { now: number },
) {
  if (!(await updatePassword(trx, administrator, stored))) {
    throw new ConflictError('The password was just changed somewhere else.')
  }
  await removeSessions(trx, administrator.id)
}

export interface NewPassword {
  email: string
  password: string
  repeat?: string | undefined
  isGenerated?: boolean
}

/** Call it outside the transaction, because hashing takes time. @throws InvalidError with these `errors` and its own */
export async function preparePassword(
  db: Queryable,
  { email, password, repeat = password, isGenerated = false }: NewPassword,
  errors: FieldProblems = {},
): Promise<StoredPassword> {
  const { caption, case_number, court, judge } = await findCaseSettings(db)
  const problem = await passwordProblem(password, [email, caption, case_number, court, judge])
  const all = { ...errors }
  if (problem) all.password = [problem]
  else if (repeat !== password) all.password_repeat = ['The passwords do not match.']
  if (Object.keys(all).length > 0) throw invalidFields(all)
  return {
    password_hash: await hashPassword(password),
    password_is_generated: Number(isGenerated),
  }
}
