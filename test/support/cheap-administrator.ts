import { storeAdministrator } from '../../src/features/accounts/administrators/administrators.ts'
import { hashPassword } from '../../src/features/accounts/passwords/password-hash.ts'
import type { Platform } from '../../src/platform/platform.ts'

/** The cost of password hashing is tested separately; without this, each sign-in in the tests would pay it. */
const CHEAP = { memory: 64, passes: 1 }

/** An administrator whose password is hashed cheaply and not checked for strength. */
export async function addCheapAdministrator(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  email: string,
  password: string,
) {
  const password_hash = await hashPassword(password, CHEAP)
  const prepared = { email, password_hash, password_is_generated: 0 }
  const by = { administrator: null, clientIp: null, at: clock() }
  return db.transaction().execute((trx) => storeAdministrator(trx, prepared, by))
}
