import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../audit-log/audit.ts'
import { newPasswordErrors } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { insertAdministrator, removeFirstRunCodes, type StoredPassword } from '../queries.ts'
import { isEmail, normalizeEmail } from '../rules.ts'

export interface NewAdministrator {
  /** As typed. */
  email: string
  password: string
  /** The second field of a form that has one. */
  repeat?: string
  isGenerated?: boolean
}

/** Who creates it, for the audit log. */
export interface Creator {
  administrator: { id: number; email: string } | null
  clientIp: string | null
  details?: string
}

/** An account that is checked and hashed, ready for the transaction that stores it. */
export interface PreparedAdministrator extends StoredPassword {
  email: string
}

/** @throws InvalidError with the reasons by field, when the address has an account already too */
export async function createAdministrator(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  input: NewAdministrator,
  creator: Creator,
): Promise<Administrator> {
  const prepared = await prepareAdministrator(db, input)
  return db.transaction().execute((trx) => storeAdministrator(trx, prepared, creator, clock()))
}

/** Outside the transaction, because hashing takes its time. @throws InvalidError */
export async function prepareAdministrator(
  db: Queryable,
  { email: typed, password, repeat, isGenerated = false }: NewAdministrator,
): Promise<PreparedAdministrator> {
  const email = normalizeEmail(typed)
  const errors = {
    ...(!isEmail(email) && {
      email: ['This is not an e-mail address. Write it like clerk@example.com.'],
    }),
    ...(await newPasswordErrors(db, email, password, repeat)),
  }
  if (Object.keys(errors).length > 0) {
    throw new InvalidError(Object.values(errors).flat().join(' '), errors)
  }
  return { email, passwordHash: await hashPassword(password), isGenerated }
}

/** Every first-run address is dead once there is an administrator. @throws InvalidError */
export async function storeAdministrator(
  trx: Queryable,
  prepared: PreparedAdministrator,
  { administrator, clientIp, details = '' }: Creator,
  now: number,
): Promise<Administrator> {
  const created = await insertAdministrator(trx, prepared, now)
  if (!created) {
    const message = 'There is already an administrator with this address.'
    throw new InvalidError(message, { email: [message] })
  }
  await removeFirstRunCodes(trx)
  await recordAudit(trx, {
    at: now,
    administrator,
    action: 'administrator.created',
    subject: prepared.email,
    details,
    clientIp,
  })
  return created
}
