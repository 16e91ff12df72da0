import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AuditRecord, EntryStatus, Queryable } from '../../../platform/database/schema.ts'
import { entrySubject } from '../entries/queries.ts'

/* What only administrators are shown. */

export interface AdminEntryRow {
  id: number
  number: number | null
  filed_on: string
  title: string
  type: string
  filed_by: string
  status: EntryStatus
  deleted_at: number | null
  document_count: number
  /** Of those, without searchable text. */
  scanned_count: number
}

/** On SQLite a query keeps its thread: this many rows take it a few milliseconds. */
const ROWS_AT_ONCE = 1000

/** Every entry, deleted ones too, newest first: the admin list is one page (specification, Limits). Others are served in between. */
export async function listAdminEntries(db: Queryable): Promise<AdminEntryRow[]> {
  const entries: AdminEntryRow[] = []
  for (;;) {
    const rows = await listAfter(db, entries.at(-1)?.id ?? 0)
    entries.push(...rows)
    if (rows.length < ROWS_AT_ONCE) return entries.sort(newestFirst)
    await setImmediate()
  }
}

function newestFirst(one: AdminEntryRow, other: AdminEntryRow): number {
  if (one.filed_on !== other.filed_on) return one.filed_on < other.filed_on ? 1 : -1
  return (other.number ?? 0) - (one.number ?? 0) || other.id - one.id
}

function listAfter(db: Queryable, id: number): Promise<AdminEntryRow[]> {
  return db
    .selectFrom('entries')
    .leftJoin('documents', (join) =>
      join.onRef('documents.entry_id', '=', 'entries.id').on('documents.deleted_at', 'is', null),
    )
    .select([
      'entries.id',
      'number',
      'filed_on',
      'entries.title',
      'type',
      'filed_by',
      'status',
      'entries.deleted_at',
    ])
    .select([
      sql<number>`count(documents.id)`.as('document_count'),
      sql<number>`count(case when documents.text_pages = 0 then 1 end)`.as('scanned_count'),
    ])
    .where('entries.id', '>', id)
    .groupBy('entries.id')
    .orderBy('entries.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

/** What happened to an entry and its documents, newest first, from the audit log. */
export function listEntryHistory(db: Queryable, entryId: number): Promise<AuditRecord[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', entrySubject(entryId))
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Who changed the entry's own fields last. */
export function findLastEntryChange(
  db: Queryable,
  entryId: number,
): Promise<AuditRecord | undefined> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', entrySubject(entryId))
    .where('action', 'like', 'entry.%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What is in use, in drafts too, most used first, to be offered again. */
export async function listUsed(db: Queryable, column: 'type' | 'filed_by'): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .select(`${column} as value`)
    .where(column, '<>', '')
    .where('deleted_at', 'is', null)
    .groupBy(column)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(column)
    .limit(50)
    .execute()
  return rows.map((row) => row.value)
}

export async function findHighestNumber(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('entries')
    .select((eb) => eb.fn.max('number').as('highest'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.highest ?? undefined
}
