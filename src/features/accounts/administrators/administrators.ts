import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Actor, recordAudit } from '../audit-log/queries.ts'
import { newPasswordErrors } from '../passwords/change-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import {
  countActiveAdministrators,
  findAdministrator,
  insertAdministrator,
  lockAdministrators,
  removeFirstRunCodes,
  type StoredPassword,
  updateDisabledAt,
} from '../queries.ts'
import { isEmail, normalizeEmail } from '../rules.ts'
import { removeSessions } from '../sessions/session-queries.ts'

type AccountsPlatform = Pick<Platform, 'db' | 'clock'>

export interface NewAdministrator {
  /** As typed. */
  email: string
  password: string
  /** The second field of a form that has one. */
  repeat?: string
  isGenerated?: boolean
}

/** An account that is checked and hashed, ready for the transaction that stores it. */
export interface PreparedAdministrator extends StoredPassword {
  email: string
}

/** @throws InvalidError with the reasons by field, also when the address already has an account */
export async function createAdministrator(
  { db, clock }: AccountsPlatform,
  input: NewAdministrator,
  actor: Actor,
): Promise<Administrator> {
  const prepared = await prepareAdministrator(db, input)
  return db
    .transaction()
    .execute((trx) => storeAdministrator(trx, prepared, { ...actor, at: clock() }))
}

/** Outside the transaction, because hashing takes time. @throws InvalidError */
export async function prepareAdministrator(
  db: Queryable,
  { email: typed, password, repeat, isGenerated = false }: NewAdministrator,
): Promise<PreparedAdministrator> {
  const email = normalizeEmail(typed)
  const errors = {
    ...(!isEmail(email) && {
      email: ['This is not an e-mail address. Write it like clerk@example.com.'],
    }),
    ...(await newPasswordErrors(db, { email, password, repeat })),
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
  by: Actor & { at: number; details?: string },
): Promise<Administrator> {
  const created = await insertAdministrator(trx, prepared, by.at)
  if (!created) {
    const message = 'There is already an administrator with this address.'
    throw new InvalidError(message, { email: [message] })
  }
  await removeFirstRunCodes(trx)
  await recordAudit(trx, { ...by, action: 'administrator.created', subject: prepared.email })
  return created
}

/**
 * The account can no longer sign in and its sessions end (PROMISES 3); what it did stays in the audit log.
 * @throws ConflictError for one’s own account, and for the last one that can still sign in; NotFoundError
 */
export async function disableAdministrator(
  { db, clock }: AccountsPlatform,
  id: number,
  actor: Actor,
): Promise<void> {
  if (actor.administrator?.id === id) {
    throw new ConflictError('You cannot disable your own account. Another administrator can.')
  }
  await db.transaction().execute(async (trx) => {
    await lockAdministrators(trx)
    const { email: subject, disabled_at } = await find(trx, id)
    if (disabled_at !== null) return
    if ((await countActiveAdministrators(trx)) <= 1) {
      throw new ConflictError(
        'This is the only administrator who can sign in. Add another one first.',
      )
    }
    const at = clock()
    await updateDisabledAt(trx, id, at)
    await removeSessions(trx, id)
    await recordAudit(trx, { ...actor, at, action: 'administrator.disabled', subject })
  })
}

/** @throws NotFoundError */
export async function enableAdministrator(
  { db, clock }: AccountsPlatform,
  id: number,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { email: subject, disabled_at } = await find(trx, id)
    if (disabled_at === null) return
    await updateDisabledAt(trx, id, null)
    await recordAudit(trx, { ...actor, at: clock(), action: 'administrator.enabled', subject })
  })
}

async function find(trx: Queryable, id: number): Promise<Administrator> {
  const administrator = await findAdministrator(trx, id)
  if (!administrator) throw new NotFoundError('There is no such administrator.')
  return administrator
}
