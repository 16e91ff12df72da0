import type { Administrator } from '../../../platform/database/schema.ts'
import { resetThrottle, takeFromThrottle } from '../../../platform/database/throttle.ts'
import { InvalidError, NotFoundError, TooManyRequestsError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { PASSWORD_MOST, verifyPassword } from '../passwords/passwords.ts'
import { findAdministrator } from '../queries.ts'

/**
 * Before anything that guards the account changes, its owner types the password again (ASVS 7.5.1): an unlocked
 * computer or a stolen session is not enough.
 * @throws InvalidError on `current_password`; TooManyRequestsError after too many wrong ones
 */
export async function confirmPassword(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  administratorId: number,
  password: string,
): Promise<Administrator> {
  const throttle = { key: `current-password:${administratorId}`, limit: 10, windowMs: 15 * 60_000 }
  const seconds = await takeFromThrottle(db, throttle, clock())
  if (seconds > 0) {
    throw new TooManyRequestsError(
      'The current password was wrong too many times. Wait a few minutes and try again.',
      seconds,
    )
  }
  const administrator = await findAdministrator(db, administratorId)
  if (!administrator) throw new NotFoundError()
  const isPossible = [...password].length <= PASSWORD_MOST
  if (!isPossible || !(await verifyPassword(administrator.password_hash, password))) {
    const message = 'This is not your current password.'
    throw new InvalidError(message, { current_password: [message] })
  }
  await resetThrottle(db, throttle.key)
  return administrator
}
