import type { Administrator } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../audit-log/audit.ts'
import { replaceRecoveryCodes, turnOffTotp, updatePassword } from '../queries.ts'
import { confirmPassword } from '../sessions/confirm-password.ts'
import { removeSessions } from '../sessions/session-queries.ts'
import { type Client, startSession } from '../sessions/start-session.ts'
import { newPasswordErrors } from './new-password.ts'
import { hashPassword } from './password-hash.ts'

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
  administratorId: number,
  change: PasswordChange,
  client: Client,
): Promise<string> {
  const { db, clock } = platform
  const administrator = await confirmPassword(platform, administratorId, change.currentPassword)
  const { email } = administrator
  const errors = await newPasswordErrors(db, email, change.password, change.repeat)
  if (Object.keys(errors).length > 0) {
    throw new InvalidError('The password was not changed.', errors)
  }
  const stored = { passwordHash: await hashPassword(change.password), isGenerated: false }
  return db.transaction().execute(async (trx) => {
    const now = clock()
    if (!(await updatePassword(trx, administrator, stored, now))) {
      throw new ConflictError('The password was just changed somewhere else.')
    }
    await removeSessions(trx, administratorId)
    await recordAudit(trx, {
      at: now,
      administrator,
      action: 'administrator.password_changed',
      subject: email,
      clientIp: client.ip,
    })
    return startSession(trx, administratorId, client, now)
  })
}

/**
 * For the operator: sets the password without knowing the old one and ends every session.
 * @throws InvalidError when the password is refused
 */
export async function resetPassword(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  administrator: Administrator,
  password: string,
  { turnOffTwoFactor, isGenerated }: { turnOffTwoFactor: boolean; isGenerated: boolean },
): Promise<void> {
  const { id, email } = administrator
  const errors = await newPasswordErrors(db, email, password)
  if (errors.password) throw new InvalidError(errors.password.join(' '), errors)
  const stored = { passwordHash: await hashPassword(password), isGenerated }
  await db.transaction().execute(async (trx) => {
    const now = clock()
    if (!(await updatePassword(trx, administrator, stored, now))) {
      throw new ConflictError('The password was just changed somewhere else.')
    }
    if (turnOffTwoFactor) {
      await turnOffTotp(trx, id)
      await replaceRecoveryCodes(trx, id, [])
    }
    await removeSessions(trx, id)
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
