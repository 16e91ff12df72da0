import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/database/query-results.ts'
import type { Notification, Queryable } from '../../platform/database/schema.ts'

export type AdminEntryRow = Awaited<ReturnType<typeof listAfter>>[number]

/** Which entries are waiting for Send Notification: new ones, but not old ones from an import. */
export interface UnannouncedRule {
  /** The notifications that count. */
  modes: readonly Notification['mode'][]
  /** Published since then, in milliseconds; an imported entry must have been filed since that day too. */
  since: number
  sinceDay: string
}

/** On SQLite a query blocks its thread, for this many rows a few milliseconds (docs/decisions/042). */
const ROWS_AT_ONCE = 1000

/** Every entry, newest first: the admin list is one page (specification, Limits). */
export async function listAdminEntries(
  db: Queryable,
  rule: UnannouncedRule,
): Promise<AdminEntryRow[]> {
  const entries: AdminEntryRow[] = []
  for (;;) {
    const rows = await listAfter(db, entries.at(-1)?.id ?? 0, rule)
    entries.push(...rows)
    if (rows.length < ROWS_AT_ONCE) return entries.sort(newestFirst)
    await setImmediate()
  }
}

function newestFirst(one: AdminEntryRow, other: AdminEntryRow): number {
  if (one.filed_on !== other.filed_on) return one.filed_on < other.filed_on ? 1 : -1
  return placeOf(other) - placeOf(one) || other.id - one.id
}

/** As in `NEWEST_FIRST`. */
const placeOf = ({ number, after_number }: AdminEntryRow) => number ?? after_number + 0.5

const lastNotification = ({ modes }: UnannouncedRule) => sql<number | null>`(
  select max(m.id) from notification_entries t join notifications m on m.id = t.notification_id
  where t.entry_id = entries.id and m.mode in (${sql.join(modes)}))`

const isUnannounced = (
  rule: UnannouncedRule,
): RawBuilder<boolean> => sql`entries.status = 'published'
  and entries.deleted_at is null and entries.published_at >= ${rule.since}
  and (entries.source_key is null or entries.filed_on >= ${rule.sinceDay})
  and ${lastNotification(rule)} is null`

/** Its `n` is the last notification that counts; `open_findings` nobody has reviewed. */
function listAfter(db: Queryable, id: number, rule: UnannouncedRule) {
  return db
    .selectFrom('entries')
    .leftJoin('documents', (join) =>
      join.onRef('documents.entry_id', '=', 'entries.id').on('documents.deleted_at', 'is', null),
    )
    .leftJoin('notifications as n', (join) => join.on('n.id', '=', lastNotification(rule)))
    .select(['entries.id', 'number', 'filed_on', 'entries.title', 'type', 'filed_by', 'status'])
    .select(['n.created_at as notified_at', 'n.recipient_count', 'n.stopped_at', 'n.mode'])
    .select([
      'entries.deleted_at',
      'after_number',
      sql<number>`count(documents.id)`.as('document_count'),
      sql<number>`case when ${isUnannounced(rule)} then 1 else 0 end`.as('is_unannounced'),
      sql<number>`(select count(*) from findings f join documents d on d.id = f.document_id
        where d.entry_id = entries.id and d.deleted_at is null and f.decided_at is null)`.as(
        'open_findings',
      ),
    ])
    .where('entries.id', '>', id)
    .groupBy(['entries.id', 'n.id'])
    .orderBy('entries.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export type WaitingEntries = Awaited<ReturnType<typeof countWaitingEntries>>

/** How many entries each filter of the list shows. */
export async function countWaitingEntries(db: Queryable, rule: UnannouncedRule) {
  const entries = db.selectFrom('entries')
  const drafts = entries.where('status', '=', 'draft').where('deleted_at', 'is', null)
  const findings = db
    .selectFrom('findings')
    .innerJoin('documents', 'documents.id', 'findings.document_id')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .where('findings.decided_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .where('entries.deleted_at', 'is', null)
    .select(sql<number>`count(distinct entries.id)`.as('count'))
  const unannounced = await countRows(entries.where(isUnannounced(rule)))
  const unsent = entries.where(isUnannounced({ ...rule, modes: ['live'] }))
  return {
    drafts: await countRows(drafts),
    withFindings: (await findings.executeTakeFirstOrThrow()).count,
    unannounced,
    /** In testing mode: subscribers do not have them yet. */
    testedOnly: (await countRows(unsent)) - unannounced,
  }
}
