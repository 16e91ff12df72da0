import type { Administrator, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../audit-log/audit.ts'
import {
  countActiveAdministrators,
  findAdministrator,
  lockAdministrators,
  updateDisabledAt,
} from '../queries.ts'
import { removeSessions } from '../sessions/session-queries.ts'

/** Who does it; no administrator on the command line. */
export interface Doer {
  administrator: { id: number; email: string } | null
  clientIp: string | null
}

/**
 * The account cannot sign in any more and its sessions end (PROMISES 3); what it did stays in the audit log.
 * @throws ConflictError for oneself, and for the last one who could still sign in; NotFoundError
 */
export async function disableAdministrator(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: number,
  doer: Doer,
): Promise<void> {
  if (doer.administrator?.id === id) {
    throw new ConflictError('You cannot disable your own account. Another administrator can.')
  }
  await db.transaction().execute(async (trx) => {
    await lockAdministrators(trx)
    const administrator = await find(trx, id)
    if (administrator.disabled_at !== null) return
    if ((await countActiveAdministrators(trx)) <= 1) {
      throw new ConflictError(
        'This is the only administrator who can sign in. Add another one first.',
      )
    }
    await updateDisabledAt(trx, id, clock())
    await removeSessions(trx, id)
    await record(trx, administrator, doer, 'administrator.disabled', clock())
  })
}

/** @throws NotFoundError */
export async function enableAdministrator(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: number,
  doer: Doer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const administrator = await find(trx, id)
    if (administrator.disabled_at === null) return
    await updateDisabledAt(trx, id, null)
    await record(trx, administrator, doer, 'administrator.enabled', clock())
  })
}

async function find(trx: Queryable, id: number): Promise<Administrator> {
  const administrator = await findAdministrator(trx, id)
  if (!administrator) throw new NotFoundError('There is no such administrator.')
  return administrator
}

function record(
  trx: Queryable,
  { email }: Administrator,
  { administrator, clientIp }: Doer,
  action: string,
  at: number,
): Promise<void> {
  return recordAudit(trx, { at, administrator, action, subject: email, clientIp })
}
