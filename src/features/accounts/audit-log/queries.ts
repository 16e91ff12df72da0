import { sql } from 'kysely'
import { contains } from '../../../platform/database/dialect.ts'
import type { AuditRecord, Entry, Queryable } from '../../../platform/database/schema.ts'
import { cutText, storable } from '../../../shared/clean-text.ts'
import { NUMBER_MOST, parseWholeNumber } from '../../../shared/number-rules.ts'

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

export interface AuditFilter {
  who: string
  /** In what was done, its subject, or its details. */
  what: string
  /** A docket number, as typed. */
  entry: string
}

const EVERYTHING: AuditFilter = { who: '', what: '', entry: '' }

export function listAuditLog(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
  filter = EVERYTHING,
): Promise<AuditRecord[]> {
  const newest = filtered(db, filter).selectAll().orderBy('id', 'desc')
  return newest.limit(limit).offset(offset).execute()
}

export async function countAuditLog(db: Queryable, filter = EVERYTHING): Promise<number> {
  const count = filtered(db, filter).select(sql<number>`count(*)`.as('count'))
  return (await count.executeTakeFirstOrThrow()).count
}

/** `entry.created` as a page says it: entry created. */
const done = sql`lower(replace(replace(replace(action, '.', ' '), '_', ' '), '-', ' ') || ' ' ||
  subject || ' ' || details)`

function filtered(db: Queryable, { who, what, entry }: AuditFilter) {
  let query = db.selectFrom('audit_log')
  if (who) query = query.where(contains(sql`lower(actor)`, who))
  if (what) query = query.where(contains(done, what))
  if (!entry) return query
  const number = parseWholeNumber(entry, 1, NUMBER_MOST) ?? 0
  const subjects = sql`select 'entry ' || id from entries where number = ${number}`
  return query.where(sql<boolean>`subject in (${subjects})`)
}

export type AuditedEntry = Pick<Entry, 'id' | 'number' | 'title'>

/** Those that the records are about, by the subject. */
export async function listAuditedEntries(db: Queryable, records: readonly AuditRecord[]) {
  const ids = records.flatMap(({ subject }) => /^entry (\d{1,9})$/.exec(subject)?.[1] ?? [])
  if (ids.length === 0) return new Map<string, AuditedEntry>()
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'number', 'title'])
    .where('id', 'in', ids.map(Number))
    .execute()
  return new Map(rows.map((row) => [`entry ${row.id}`, row]))
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
