import type { Queryable } from '../../../platform/database/schema.ts'
import { randomToken, sha256 } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../audit-log/queries.ts'
import type { SignedIn } from './guard.ts'
import { insertSession, removeSession, removeSessions } from './session-queries.ts'

type SessionPlatform = Pick<Platform, 'db' | 'clock'>

/** Where a request comes from, as sessions and the audit log keep it. */
export interface Client {
  ip: string | null
  userAgent: string
}

const LONGEST_USER_AGENT = 500

/** @returns the new session's identifier, for the cookie; only its hash is stored (PROMISES 1, 2) */
export async function startSession(
  db: Queryable,
  { administratorId, client, now }: { administratorId: number; client: Client; now: number },
): Promise<string> {
  const id = randomToken()
  await insertSession(db, {
    id_hash: sha256(id),
    administrator_id: administratorId,
    created_at: now,
    last_seen_at: now,
    client_ip: client.ip,
    user_agent: client.userAgent.slice(0, LONGEST_USER_AGENT),
  })
  return id
}

/** Ends the session on the server; the cookie alone would be only the browser's promise (PROMISES 3). */
export function signOut({ db, clock }: SessionPlatform, own: SignedIn): Promise<void> {
  const { email: subject } = own.administrator
  return db.transaction().execute(async (trx) => {
    await removeSession(trx, own.sessionIdHash)
    await recordAudit(trx, { ...own, at: clock(), action: 'administrator.signed_out', subject })
  })
}

/** Signs out everywhere but here. */
export function endOtherSessions({ db, clock }: SessionPlatform, own: SignedIn): Promise<void> {
  const { id, email: subject } = own.administrator
  return db.transaction().execute(async (trx) => {
    const ended = await removeSessions(trx, id, own.sessionIdHash)
    const action = 'administrator.other_sessions_ended'
    const details = ended === 1 ? '1 session' : `${ended} sessions`
    await recordAudit(trx, { ...own, at: clock(), action, subject, details })
  })
}
