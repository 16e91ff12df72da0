import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, invalidFields, NotFoundError } from '../../../platform/http/errors.ts'
import { hashText, randomToken } from '../../../platform/http/signing.ts'
import type { Deps, Platform } from '../../../platform/platform.ts'
import { type Actor, recordAudit } from '../audit-log/queries.ts'
import { type NewPassword, preparePassword } from '../passwords/change-password.ts'
import * as queries from '../queries.ts'
import { isEmail, normalizeEmail } from '../rules.ts'
import { type SessionClient, startSession } from '../sessions/guard.ts'
import { removeSessions } from '../sessions/session-queries.ts'

/** @throws InvalidError with reasons by field, including when the address already has an account */
export async function createAdministrator({ db, clock }: Deps, input: NewPassword, actor: Actor) {
  const prepared = await prepareAdministrator(db, input)
  const store = (trx: Queryable) => storeAdministrator(trx, prepared, { ...actor, at: clock() })
  return db.transaction().execute(store)
}

async function prepareAdministrator(db: Queryable, input: NewPassword) {
  const email = normalizeEmail(input.email)
  const wrongEmail = { email: ['Enter an e-mail address like clerk@example.com.'] }
  const errors = isEmail(email) ? {} : wrongEmail
  return { email, ...(await preparePassword(db, { ...input, email }, errors)) }
}

/** Also invalidates every first-run address. @throws InvalidError */
export async function storeAdministrator(
  trx: Queryable,
  prepared: queries.NewAdministrator,
  by: Actor & { at: number; actor?: string },
): Promise<Administrator> {
  const created = await queries.insertAdministrator(trx, prepared, by.at)
  if (!created) {
    throw invalidFields({ email: ['There is already an administrator with this address.'] })
  }
  await queries.removeFirstRunCodes(trx)
  await recordAudit(trx, { ...by, action: 'administrator.created', subject: prepared.email })
  return created
}

/** Ends the account's sessions (PROMISES 3); its audit log entries stay. */
export async function disableAdministrator({ db, clock }: Deps, id: number, actor: Actor) {
  if (actor.administrator?.id === id) {
    throw new ConflictError(
      'You cannot disable your own account. Ask another administrator to do it.',
    )
  }
  await db.transaction().execute(async (trx) => {
    await queries.lockAdministrators(trx)
    const { email: subject, disabled_at } = await find(trx, id)
    if (disabled_at !== null) return
    if ((await queries.countActiveAdministrators(trx)) <= 1) {
      throw new ConflictError(
        'This is the only administrator who can sign in. Add another one first.',
      )
    }
    const at = clock()
    await queries.updateDisabledAt(trx, id, at)
    await removeSessions(trx, id)
    await recordAudit(trx, { ...actor, at, action: 'administrator.disabled', subject })
  })
}

export async function enableAdministrator({ db, clock }: Deps, id: number, actor: Actor) {
  await db.transaction().execute(async (trx) => {
    const { email: subject, disabled_at } = await find(trx, id)
    if (disabled_at === null) return
    await queries.updateDisabledAt(trx, id, null)
    await recordAudit(trx, { ...actor, at: clock(), action: 'administrator.enabled', subject })
  })
}

async function find(trx: Queryable, id: number): Promise<Administrator> {
  const administrator = await queries.findAdministrator(trx, id)
  if (!administrator) throw new NotFoundError('There is no such administrator.')
  return administrator
}

/** Processes that start together must not replace each other's addresses. */
const TEN_MINUTES = 600_000

/** If there is no administrator yet, returns a new one-time address that creates one; those of earlier starts stop working. */
export async function ensureFirstRunCode(platform: Pick<Platform, 'db' | 'clock' | 'config'>) {
  const { db, clock, config } = platform
  const code = randomToken()
  return db.transaction().execute(async (trx) => {
    const isSetUp = await queries.hasAdministrators(trx)
    await queries.removeFirstRunCodes(trx, isSetUp ? undefined : clock() - TEN_MINUTES)
    if (isSetUp) return undefined
    await queries.insertFirstRunCode(trx, hashText(code), clock())
    return `${config.publicUrl}/admin/first-run/${code}`
  })
}

const NO_LONGER =
  'This link has been used or replaced by a newer one. The program prints a new one each time it starts, until there is an administrator.'

export async function checkFirstRunCode({ db }: Pick<Platform, 'db'>, code: string): Promise<void> {
  if (!(await queries.isFirstRunCode(db, hashText(code)))) throw new NotFoundError(NO_LONGER)
}

/** Of two simultaneous requests, one succeeds. A refused form does not use up the code. @returns the new session's identifier */
export async function createFirstAdministrator(
  platform: Deps,
  { code, ...input }: NewPassword & { code: string },
  client: SessionClient,
): Promise<string> {
  const { db, clock } = platform
  await checkFirstRunCode(platform, code)
  const prepared = await prepareAdministrator(db, input)
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const isTaken = await queries.takeFirstRunCode(trx, hashText(code))
    if (!isTaken || (await queries.hasAdministrators(trx))) throw new NotFoundError(NO_LONGER)
    const by = { administrator: null, actor: 'first-run link', clientIp: client.ip, at: now }
    const { id: administratorId } = await storeAdministrator(trx, prepared, by)
    return startSession(trx, { administratorId, client, now })
  })
}
