import { sql } from 'kysely'
import { contains } from '../../../platform/database/dialect.ts'
import { countRows } from '../../../platform/database/query-results.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { cutText, storable } from '../../../shared/clean-text.ts'

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

export type AuditRow = Awaited<ReturnType<typeof listAuditLog>>[number]

export function listAuditLog(db: Queryable, part: { limit: number; offset: number }, q = '') {
  return matching(db, q)
    .selectAll('audit_log')
    .select(['e.id as entry_id', 'e.number as entry_number', 'e.title as entry_title'])
    .orderBy('audit_log.id', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

export const countAuditLog = (db: Queryable, q: string) => countRows(matching(db, q))

/** Strict, because the name of a case or a file may also begin with “entry”. */
const entryId = sql<number>`case when subject like 'entry _%' and length(subject) < 16
  and ltrim(substr(subject, 7), '0123456789') = '' then cast(substr(subject, 7) as integer) end`
/** As the page shows it: `clerk@example.com entry created ECF 45 …` */
const shown = sql`lower(actor || ' ' || replace(replace(replace(action, '.', ' '), '_', ' '), '-', ' ')
  || ' ' || subject || ' ' || coalesce('ECF ' || e.number || ' ', '') || details)`

const matching = (db: Queryable, q: string) =>
  db
    .selectFrom('audit_log')
    .leftJoin('entries as e', (join) => join.on('e.id', '=', entryId))
    .$if(q !== '', (query) => query.where(contains(shown, q)))

export const countAudited = (db: Queryable, action: string, since: number) =>
  countRows(db.selectFrom('audit_log').where('action', '=', action).where('at', '>=', since))
