import { type RawBuilder, sql } from 'kysely'
import type { Notification, Queryable } from '../../platform/database/schema.ts'
import { NEWEST_FIRST } from '../docket/entries/queries.ts'

export type AdminEntryRow = Awaited<ReturnType<typeof listAdminEntries>>[number]

/** Which entries are waiting for Send Notification: new ones, but not old ones from an import. */
export interface UnannouncedRule {
  modes: readonly Notification['mode'][]
  /** Published since then, in milliseconds; an imported entry must have been filed since that day too. */
  since: number
  sinceDay: string
}

const lastNotification = ({ modes }: UnannouncedRule) => sql<number | null>`(
  select max(m.id) from notification_entries t join notifications m on m.id = t.notification_id
  where t.entry_id = entries.id and m.mode in (${sql.join(modes)}))`

const isUnannounced = (
  rule: UnannouncedRule,
): RawBuilder<boolean> => sql`entries.status = 'published'
  and entries.deleted_at is null and entries.published_at >= ${rule.since}
  and (entries.source_key is null or entries.filed_on >= ${rule.sinceDay})
  and ${lastNotification(rule)} is null`

const openFindings = sql`findings f join documents d on d.id = f.document_id
  and d.deleted_at is null and f.decided_at is null`

/** @param db on SQLite a separate connection: 10,000 entries on one page take a while (docs/decisions/042) */
export function listAdminEntries(db: Queryable, rule: UnannouncedRule) {
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
      sql<number>`count(documents.id)`.as('document_count'),
      sql<number>`case when ${isUnannounced(rule)} then 1 else 0 end`.as('is_unannounced'),
      sql<number>`(select count(*) from ${openFindings} where d.entry_id = entries.id)`.as(
        'open_findings',
      ),
    ])
    .groupBy(['entries.id', 'n.id'])
    .orderBy(NEWEST_FIRST)
    .execute()
}

/** How many entries each filter of the list shows. */
export async function countWaitingEntries(db: Queryable, rule: UnannouncedRule) {
  const count = (condition: RawBuilder<boolean>) =>
    sql<number>`count(case when ${condition} then 1 end)`
  const { unsent, ...waiting } = await db
    .selectFrom('entries')
    .select([
      count(sql`status = 'draft' and deleted_at is null`).as('drafts'),
      count(sql`deleted_at is null and id in (select d.entry_id from ${openFindings})`).as(
        'withFindings',
      ),
      count(isUnannounced(rule)).as('unannounced'),
      count(isUnannounced({ ...rule, modes: ['live'] })).as('unsent'),
    ])
    .executeTakeFirstOrThrow()
  /** In testing mode: subscribers do not have them yet. */
  return { ...waiting, testedOnly: unsent - waiting.unannounced }
}
