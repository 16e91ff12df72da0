import { sql } from 'kysely'
import type { AuditRecord, Queryable } from '../../../platform/database/schema.ts'
import { cutText, storable } from '../../../shared/clean-text.ts'

/** Who did it, and from where. */
export interface Actor {
  /** null for the command line, or for someone who is not signed in (then see `actor`). */
  administrator: { id: number; email: string } | null
  clientIp: string | null
}

export interface AuditEvent extends Actor {
  /** Milliseconds since 1970 UTC. */
  at: number
  /** What the log says where no administrator did it. */
  actor?: string
  /** Noun and what happened to it, for example `entry.created`. */
  action: string
  /** What it happened to, as a person would name it. */
  subject: string
  details?: string
}

const LONGEST = 2000

/**
 * Adds one line to the audit log (PROMISES 7). Called inside the transaction of what it records, so that neither exists
 * without the other.
 */
export async function recordAudit(db: Queryable, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: event.at,
      administrator_id: event.administrator?.id ?? null,
      actor: event.administrator?.email ?? event.actor ?? 'command line',
      action: event.action,
      subject: cutText(storable(event.subject), LONGEST),
      details: cutText(storable(event.details ?? ''), LONGEST),
      client_ip: event.clientIp,
    })
    .execute()
}

/** Newest first. */
export function listAuditLog(
  db: Queryable,
  page: { limit: number; offset: number },
): Promise<AuditRecord[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countAuditLog(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
