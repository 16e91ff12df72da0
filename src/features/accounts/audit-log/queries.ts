import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { cutText, storable } from '../../../shared/clean-text.ts'

export interface Actor {
  /** null for the command line, or for someone who is not signed in (then see `actor`). */
  administrator: { id: number; email: string } | null
  clientIp: string | null
}

export const COMMAND_LINE: Actor = { administrator: null, clientIp: null }

/** As the log names them. */
export const actorName = ({ administrator }: Actor) => administrator?.email ?? 'command line'

export interface AuditEvent extends Actor {
  at: number
  /** What the log says where no administrator did it. */
  actor?: string
  /** Noun and what happened to it, for example `entry.created`. */
  action: string
  subject: string
  details?: string
}

const LONGEST = 2000

/** Inside the transaction of what it records (PROMISES 7), so that neither exists without the other. */
export async function recordAudit(db: Queryable, event: AuditEvent): Promise<void> {
  const { at, administrator, action, subject, details = '', clientIp } = event
  await db
    .insertInto('audit_log')
    .values({
      at,
      administrator_id: administrator?.id ?? null,
      actor: administrator ? administrator.email : (event.actor ?? actorName(event)),
      action,
      subject: cutText(storable(subject), LONGEST),
      details: cutText(storable(details), LONGEST),
      client_ip: clientIp,
    })
    .execute()
}

export function listAuditLog(db: Queryable, { limit, offset }: { limit: number; offset: number }) {
  const newest = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc')
  return newest.limit(limit).offset(offset).execute()
}

export async function countAuditLog(db: Queryable): Promise<number> {
  const count = db.selectFrom('audit_log').select(sql<number>`count(*)`.as('count'))
  return (await count.executeTakeFirstOrThrow()).count
}

/** Events of one kind since then. */
export async function countAudited(db: Queryable, action: string, since: number): Promise<number> {
  const count = db.selectFrom('audit_log').select(sql<number>`count(*)`.as('count'))
  const { count: found } = await count
    .where('action', '=', action)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return found
}
