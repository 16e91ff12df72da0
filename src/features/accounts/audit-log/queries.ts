import { sql } from 'kysely'
import { contains } from '../../../platform/database/dialect.ts'
import { countRows } from '../../../platform/database/query-results.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { cutText, storable } from '../../../shared/clean-text.ts'
import { MAX_NUMBER, parseWholeNumber } from '../../../shared/number-rules.ts'

export interface Actor {
  /** null for the command line, or for someone not signed in (then see `actor`). */
  administrator: { id: number; email: string } | null
  clientIp: string | null
}

export const COMMAND_LINE: Actor = { administrator: null, clientIp: null }

export const actorName = ({ administrator }: Actor) => administrator?.email ?? 'command line'

interface AuditEvent extends Actor {
  at: number
  /** What the log shows if no administrator did it. */
  actor?: string
  /** Noun and past participle, for example `entry.created`. */
  action: string
  subject: string
  details?: string
}

const MAX_LENGTH = 2000

/** Call it in the transaction of the change it records (PROMISES 7), so that neither exists without the other. */
export async function recordAudit(db: Queryable, event: AuditEvent): Promise<void> {
  const { at, administrator, action, subject, details = '', clientIp } = event
  await db
    .insertInto('audit_log')
    .values({
      at,
      administrator_id: administrator?.id ?? null,
      actor: administrator ? administrator.email : (event.actor ?? actorName(event)),
      action,
      subject: cutText(storable(subject), MAX_LENGTH),
      details: cutText(storable(details), MAX_LENGTH),
      client_ip: clientIp,
    })
    .execute()
}

export interface AuditFilter {
  who: string
  /** Searches the action, its subject, and its details. */
  what: string
  entry: string
}

export type AuditRow = Awaited<ReturnType<typeof listAuditLog>>[number]

export function listAuditLog(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
  filter?: AuditFilter,
) {
  return filtered(db, filter)
    .selectAll('audit_log')
    .select(['e.id as entry_id', 'e.number as entry_number', 'e.title as entry_title'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countAuditLog = (db: Queryable, filter?: AuditFilter) =>
  countRows(filtered(db, filter))

/** Strict, because the name of a case or a file may also begin with “entry”. */
const entryId = sql<number>`case when subject like 'entry _%' and length(subject) < 16
  and ltrim(substr(subject, 7), '0123456789') = '' then cast(substr(subject, 7) as integer) end`
/** `entry.created` as the page shows it: entry created. */
const done = sql`lower(replace(replace(replace(action, '.', ' '), '_', ' '), '-', ' ') || ' ' ||
  subject || ' ' || details)`

function filtered(db: Queryable, { who, what, entry } = { who: '', what: '', entry: '' }) {
  return db
    .selectFrom('audit_log')
    .leftJoin('entries as e', (join) => join.on('e.id', '=', entryId))
    .$if(who !== '', (query) => query.where(contains(sql`lower(actor)`, who)))
    .$if(what !== '', (query) => query.where(contains(done, what)))
    .$if(entry !== '', (query) =>
      query.where('e.number', '=', parseWholeNumber(entry, 1, MAX_NUMBER) ?? 0),
    )
}

export const countAudited = (db: Queryable, action: string, since: number) =>
  countRows(db.selectFrom('audit_log').where('action', '=', action).where('at', '>=', since))
