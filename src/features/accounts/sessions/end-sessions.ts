import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../audit-log/audit.ts'
import { removeSession, removeSessions } from './session-queries.ts'

/** A session and whose it is. */
export interface OwnSession {
  administrator: { id: number; email: string }
  sessionIdHash: string
  clientIp: string | null
}

type SessionPlatform = Pick<Platform, 'db' | 'clock'>

/** Ends the session on the server; the cookie alone would be a promise of the browser's (PROMISES 3). */
export function signOut({ db, clock }: SessionPlatform, own: OwnSession): Promise<void> {
  const { administrator, sessionIdHash, clientIp } = own
  return db.transaction().execute(async (trx) => {
    await removeSession(trx, sessionIdHash)
    await recordAudit(trx, {
      at: clock(),
      administrator,
      action: 'administrator.signed_out',
      subject: administrator.email,
      clientIp,
    })
  })
}

/** Signs out everywhere but here. */
export function endOtherSessions({ db, clock }: SessionPlatform, own: OwnSession): Promise<void> {
  const { administrator, sessionIdHash, clientIp } = own
  return db.transaction().execute(async (trx) => {
    const ended = await removeSessions(trx, administrator.id, sessionIdHash)
    await recordAudit(trx, {
      at: clock(),
      administrator,
      action: 'administrator.other_sessions_ended',
      subject: administrator.email,
      details: ended === 1 ? '1 session' : `${ended} sessions`,
      clientIp,
    })
  })
}
