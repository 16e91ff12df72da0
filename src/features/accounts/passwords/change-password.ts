import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, type FieldErrors, InvalidError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { recordAudit } from '../audit-log/queries.ts'
import {
  replaceRecoveryCodes,
  type StoredPassword,
  turnOffTotp,
  updatePassword,
} from '../queries.ts'
import { confirmPassword } from '../sessions/confirm-password.ts'
import { removeSessions } from '../sessions/session-queries.ts'
import { type Client, startSession } from '../sessions/sessions.ts'
import { hashPassword, passwordProblem } from './passwords.ts'

export interface PasswordChange {
  currentPassword: string
  password: string
  repeat: string
}

/**
 * Ends every session of the account (PROMISES 3) and starts one for the browser that asked, with a new identifier.
 * @returns the new session's identifier
 * @throws InvalidError with the reasons by field; ConflictError when the password was changed meanwhile
 */
export async function changePassword(
  platform: Pick<Platform, 'db' | 'clock'>,
  change: PasswordChange & { administratorId: number },
  client: Client,
): Promise<string> {
  const { db, clock } = platform
  const { administratorId, password, repeat } = change
  const administrator = await confirmPassword(platform, administratorId, change.currentPassword)
  const { email } = administrator
  const errors = await newPasswordErrors(db, { email, password, repeat })
  if (Object.keys(errors).length > 0) {
    throw new InvalidError('The password was not changed.', errors)
  }
  const stored = { passwordHash: await hashPassword(password), isGenerated: false }
  return db.transaction().execute(async (trx) => {
    const now = clock()
    await replacePassword(trx, administrator, { ...stored, now })
    await recordAudit(trx, {
      at: now,
      administrator,
      action: 'administrator.password_changed',
      subject: email,
      clientIp: client.ip,
    })
    return startSession(trx, { administratorId, client, now })
  })
}

/**
 * For the operator: sets the password without knowing the old one and ends every session.
 * @throws InvalidError when the password is refused
 */
export async function resetPassword(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  administrator: Administrator,
  reset: { password: string; isGenerated: boolean; turnOffTwoFactor: boolean },
): Promise<void> {
  const { id, email } = administrator
  const { password, isGenerated, turnOffTwoFactor } = reset
  const errors = await newPasswordErrors(db, { email, password })
  if (errors.password) throw new InvalidError(errors.password.join(' '), errors)
  const stored = { passwordHash: await hashPassword(password), isGenerated }
  await db.transaction().execute(async (trx) => {
    const now = clock()
    await replacePassword(trx, administrator, { ...stored, now })
    if (turnOffTwoFactor) {
      await turnOffTotp(trx, id)
      await replaceRecoveryCodes(trx, id, [])
    }
    await recordAudit(trx, {
      at: now,
      administrator: null,
      action: 'administrator.password_reset',
      subject: email,
      details: turnOffTwoFactor ? 'two-factor sign-in turned off' : '',
      clientIp: null,
    })
  })
}

async function replacePassword(
  trx: Queryable,
  administrator: Administrator,
  { now, ...stored }: StoredPassword & { now: number },
): Promise<void> {
  if (!(await updatePassword(trx, administrator, { ...stored, now }))) {
    throw new ConflictError('The password was just changed somewhere else.')
  }
  await removeSessions(trx, administrator.id)
}

/** Reasons against a new password by field; none when it may be used. */
export async function newPasswordErrors(
  db: Queryable,
  typed: { email: string; password: string; repeat?: string | undefined },
): Promise<FieldErrors> {
  const { email, password, repeat = password } = typed
  const { caption, case_number, court, judge } = await findCaseSettings(db)
  const problem = await passwordProblem(password, [email, caption, case_number, court, judge])
  if (problem) return { password: [problem] }
  if (repeat !== password) return { password_repeat: ['The two passwords are not the same.'] }
  return {}
}
