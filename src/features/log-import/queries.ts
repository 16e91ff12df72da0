import { countRows } from '../../platform/database/query-results.ts'
import { forRows } from '../../platform/database/row-statement.ts'
import type { Queryable, Schema } from '../../platform/database/schema.ts'
import type { NewDocumentAccess } from '../../platform/database/tables/downloads.ts'
import { PAUSE_MS, periodOf, type Span } from '../downloads/download-rules.ts'

/** In milliseconds, but to the second: logs have no more, so any download in that second may be the same. */
export async function findServiceStart(db: Queryable): Promise<number | undefined> {
  const { start } = await db
    .selectFrom('document_accesses')
    .select((row) => row.fn.min<number | null>('accessed_at').as('start'))
    .where('source', '=', 'service')
    .executeTakeFirstOrThrow()
  return start === null ? undefined : Math.floor(start / 1000) * 1000
}

/** Includes deleted ones: their downloads still count. */
export async function listAllDocumentIds(db: Queryable): Promise<number[]> {
  const rows = await db.selectFrom('documents').select('id').execute()
  return rows.map(({ id }) => id)
}

type ImportedLine = Schema['imported_lines']

export type LineKey = Pick<ImportedLine, 'period' | 'visitor' | 'at' | 'line'> & { place: number }
export type LineCount = Pick<ImportedLine, 'copies' | 'file' | 'seen'> & { place: number }

const KEY = { period: 'integer', visitor: 'bigint', at: 'bigint', line: 'bigint' } as const

export const listLineCounts = forRows<LineKey, LineCount>(
  { place: 'integer', ...KEY },
  `select v.place, l.copies, l.file, l.seen from v cross join imported_lines l
    where l.period = v.period and l.visitor = v.visitor and l.at = v.at and l.line = v.line`,
)

export const saveLines = forRows<LineKey & LineCount>(
  { ...KEY, copies: 'integer', file: 'bigint', seen: 'integer' },
  `insert into imported_lines (period, visitor, at, line, copies, file, seen)
    select period, visitor, at, line, copies, file, seen from v where true
    on conflict (period, visitor, at, line) do update
    set copies = excluded.copies, file = excluded.file, seen = excluded.seen`,
)

type ImportedRecord = Pick<NewDocumentAccess, 'document_id' | 'user_agent' | 'is_robot'> & {
  at: number
}

export const insertImported = forRows<ImportedRecord, { id: number }>(
  { document_id: 'integer', at: 'bigint', user_agent: 'text', is_robot: 'integer' },
  `insert into document_accesses (document_id, accessed_at, client_ip, user_agent, is_robot, source)
    select document_id, at, null, user_agent, is_robot, 'access_log' from v returning id`,
)

/** Range requests for one document by one client, with no half-hour pause between them. */
export type Burst = Omit<UnsettledBurst, 'run' | 'is_settled'>
export type UnsettledBurst = Schema['imported_bursts']

const SPAN = { visitor: 'bigint', first_at: 'bigint', last_at: 'bigint' } as const
const BURST = {
  ...SPAN,
  source: 'bigint',
  document_id: 'integer',
  user_agent: 'text',
  access_id: 'bigint',
  run: 'bigint',
} as const

/** Stored bursts of the same client and document, with no pause in between; one that touches two of these appears twice. */
export const listAdjacentBursts = forRows<Burst, Burst>(
  SPAN,
  `select b.visitor, b.source, b.first_at, b.last_at, b.document_id, b.user_agent, b.access_id
    from v cross join imported_bursts b where b.visitor = v.visitor
    and b.first_at < v.last_at + ${PAUSE_MS} and b.last_at > v.first_at - ${PAUSE_MS}`,
)

export const deleteBursts = forRows<Burst>(
  SPAN,
  `delete from imported_bursts where (visitor, first_at) in (select visitor, first_at from v)`,
)

/** They are settled at the end of their run. */
export const insertBursts = forRows<Burst & { run: number }>(
  BURST,
  `insert into imported_bursts
    (visitor, source, first_at, last_at, document_id, user_agent, access_id, is_settled, run)
    select visitor, source, first_at, last_at, document_id, user_agent, access_id, 0, run from v`,
)

/** Reopens settled bursts that are close in time to one of these whole downloads. */
export const reopenBurstsNear = forRows<Pick<LineKey, 'visitor' | 'at'>>(
  { visitor: 'bigint', at: 'bigint' },
  `update imported_bursts set is_settled = 0 where (visitor, first_at) in (
    select b.visitor, b.first_at from v cross join imported_bursts b
    where b.visitor = v.visitor and b.is_settled = 1
    and b.first_at < v.at + ${PAUSE_MS} and b.last_at > v.at - ${PAUSE_MS})`,
)

export function listUnsettled(db: Queryable, limit: number): Promise<UnsettledBurst[]> {
  return db
    .selectFrom('imported_bursts')
    .selectAll()
    .where('is_settled', '=', 0)
    .orderBy('visitor')
    .orderBy('first_at')
    .limit(limit)
    .execute()
}

const listNear = forRows<Span & { period: number; place: number }, { place: number }>(
  { place: 'integer', period: 'integer', ...SPAN },
  `select v.place from v where exists (select 1 from imported_lines l
    where l.period = v.period and l.visitor = v.visitor
    and l.at > v.first_at - ${PAUSE_MS} and l.at < v.last_at + ${PAUSE_MS})`,
)

/** Those whose client has a whole download of the same document within half an hour. */
export async function findWithWhole<B extends Burst>(db: Queryable, bursts: readonly B[]) {
  const keys = bursts.flatMap((burst, place) => {
    const first = periodOf(burst.first_at - PAUSE_MS)
    const length = periodOf(burst.last_at + PAUSE_MS) - first + 1
    return Array.from({ length }, (_, index) => ({ ...burst, place, period: first + index }))
  })
  const near = await listNear(db, keys)
  return new Set(near.map(({ place }) => bursts[place]))
}

/** Bursts with a record, toward the source's limit (MAX_RECORDS_FROM_RANGES). */
export function countRecorded(db: Queryable, { source, first_at }: Burst): Promise<number> {
  const start = periodOf(first_at) * PAUSE_MS
  const recorded = db
    .selectFrom('imported_bursts')
    .where('source', '=', source)
    .where('first_at', '>=', start)
    .where('first_at', '<', start + PAUSE_MS)
    .where('access_id', 'is not', null)
  return countRows(recorded)
}

export async function markSettled(
  db: Queryable,
  { visitor, first_at }: Burst,
  access_id: number | null,
): Promise<void> {
  await db
    .updateTable('imported_bursts')
    .set({ is_settled: 1, access_id })
    .where('visitor', '=', visitor)
    .where('first_at', '=', first_at)
    .execute()
}
