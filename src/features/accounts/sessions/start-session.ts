import type { Queryable } from '../../../platform/database/schema.ts'
import { randomToken, sha256 } from '../../../platform/http/signing.ts'
import { insertSession } from './session-queries.ts'

/** Where a request comes from, as sessions and the audit log keep it. */
export interface Client {
  ip: string | null
  userAgent: string
}

const LONGEST_USER_AGENT = 500

/** @returns the new session's identifier, for the cookie; only its hash is stored (PROMISES 1, 2) */
export async function startSession(
  db: Queryable,
  administratorId: number,
  client: Client,
  now: number,
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
