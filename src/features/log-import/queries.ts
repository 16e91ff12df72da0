import { hasRows } from '../../platform/database/answers.ts'
import { onRows } from '../../platform/database/row-statement.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import { PAUSE_MS, periodOf, type Span } from '../downloads/download-rules.ts'

/** The time of the first download that the service itself recorded, in milliseconds. */
export async function findServiceStart(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('document_accesses')
    .select('accessed_at')
    .where('source', '=', 'service')
    .orderBy('accessed_at')
    .limit(1)
    .executeTakeFirst()
  return row?.accessed_at
}

/** Deleted ones too: their downloads have happened. */
export async function listAllDocumentIds(db: Queryable): Promise<number[]> {
  const rows = await db.selectFrom('documents').select('id').execute()
  return rows.map(({ id }) => id)
}

export interface LineKey {
  place: number
  period: number
  visitor: number
  at: number
  line: number
}

export interface LineCount {
  place: number
  copies: number
  /** The reading of a file that met it last, and how often that one did. */
  file: number
  seen: number
}

const KEY = { period: 'integer', visitor: 'bigint', at: 'bigint', line: 'bigint' } as const

export const listLineCounts = onRows<LineKey, LineCount>(
  { place: 'integer', ...KEY },
  `select v.place, l.copies, l.file, l.seen from v cross join imported_lines l
    where l.period = v.period and l.visitor = v.visitor and l.at = v.at and l.line = v.line`,
)

export const saveLines = onRows<LineKey & LineCount>(
  { ...KEY, copies: 'integer', file: 'bigint', seen: 'integer' },
  `insert into imported_lines (period, visitor, at, line, copies, file, seen)
    select period, visitor, at, line, copies, file, seen from v where true
    on conflict (period, visitor, at, line) do update
    set copies = excluded.copies, file = excluded.file, seen = excluded.seen`,
)

export async function findLastPeriod(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('imported_lines')
    .select('period')
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.period
}

interface ImportedRecord {
  document_id: number
  accessed_at: number
  user_agent: string
  is_robot: number
}

const RECORD = {
  document_id: 'integer',
  accessed_at: 'bigint',
  user_agent: 'text',
  is_robot: 'integer',
} as const

const INSERT = `insert into document_accesses
  (document_id, accessed_at, client_ip, user_agent, is_robot, source)
  select document_id, accessed_at, null, user_agent, is_robot, 'access_log' from v`

export const insertImported = onRows<ImportedRecord>(RECORD, INSERT)

const insertReturning = onRows<ImportedRecord, { id: number }>(RECORD, `${INSERT} returning id`)

/** @returns their ids, in the order of the rows: ids are given in it */
export async function insertWithIds(db: Queryable, rows: ImportedRecord[]): Promise<number[]> {
  const ids = await insertReturning(db, rows)
  return ids.map(({ id }) => id).sort((a, b) => a - b)
}

const deleteRows = onRows<{ id: number }>(
  { id: 'bigint' },
  'delete from document_accesses where id in (select id from v)',
)

export const deleteImported = (db: Queryable, ids: number[]) =>
  deleteRows(
    db,
    ids.map((id) => ({ id })),
  )

/** Ranges of one document by one client with no pause of half an hour between them. */
export interface Burst extends Span {
  visitor: number
  source: number
  document_id: number
  user_agent: string
  access_id: number | null
}

const SPAN = { visitor: 'bigint', first_at: 'bigint', last_at: 'bigint' } as const
const BURST = {
  ...SPAN,
  source: 'bigint',
  document_id: 'integer',
  user_agent: 'text',
  access_id: 'bigint',
  run: 'bigint',
} as const

const findTouching = onRows<Burst, Burst>(
  SPAN,
  `select distinct b.visitor, b.source, b.first_at, b.last_at, b.document_id, b.user_agent, b.access_id
    from v cross join imported_bursts b where b.visitor = v.visitor
    and b.first_at < v.last_at + ${PAUSE_MS} and b.last_at > v.first_at - ${PAUSE_MS}`,
)

/** Same client and document, and no pause between them. */
export async function listTouching(db: Queryable, bursts: Burst[]): Promise<Burst[]> {
  const touching = await findTouching(db, bursts)
  // One that touches two of them may come twice.
  return [
    ...new Map(touching.map((burst) => [`${burst.visitor} ${burst.first_at}`, burst])).values(),
  ]
}

const deleteBursts = onRows<Burst>(
  SPAN,
  `delete from imported_bursts where (visitor, first_at) in (select visitor, first_at from v)`,
)

const insertBursts = onRows<UnsettledBurst>(
  BURST,
  `insert into imported_bursts
    (visitor, source, first_at, last_at, document_id, user_agent, access_id, is_settled, run)
    select visitor, source, first_at, last_at, document_id, user_agent, access_id, 0, run from v`,
)

/** @param run the bursts are of this run and have to be settled at its end */
export async function replaceBursts(
  db: Queryable,
  run: number,
  { stored, merged }: { stored: Burst[]; merged: Burst[] },
): Promise<void> {
  await deleteBursts(db, stored)
  await insertBursts(
    db,
    merged.map((burst) => ({ ...burst, run })),
  )
}

/** For settled bursts that now have one of these whole downloads beside them. */
export const unsettleBeside = onRows<Pick<LineKey, 'visitor' | 'at'>>(
  { visitor: 'bigint', at: 'bigint' },
  `update imported_bursts set is_settled = 0 where (visitor, first_at) in (
    select b.visitor, b.first_at from v cross join imported_bursts b
    where b.visitor = v.visitor and b.is_settled = 1
    and b.first_at < v.at + ${PAUSE_MS} and b.last_at > v.at - ${PAUSE_MS})`,
)

export interface UnsettledBurst extends Burst {
  run: number
}

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

export const hasSettledBursts = (db: Queryable) =>
  hasRows(db.selectFrom('imported_bursts').where('is_settled', '=', 1))

/** The half hours in which a whole download would be beside the burst. */
function periodsBeside({ first_at, last_at }: Span): number[] {
  const first = periodOf(first_at - PAUSE_MS)
  const last = periodOf(last_at + PAUSE_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const listPlacesBeside = onRows<object, { place: number }>(
  { place: 'integer', period: 'integer', ...SPAN },
  `select distinct v.place from v cross join imported_lines l
    where l.period = v.period and l.visitor = v.visitor
    and l.at > v.first_at - ${PAUSE_MS} and l.at < v.last_at + ${PAUSE_MS}`,
)

/** Places in the list of those with a whole download by the same client within half an hour of any of their lines. */
export async function findBesideWhole(db: Queryable, bursts: Burst[]): Promise<Set<number>> {
  const asked = bursts.flatMap((burst, place) => {
    const { visitor, first_at, last_at } = burst
    return periodsBeside(burst).map((period) => ({ place, period, visitor, first_at, last_at }))
  })
  const rows = await listPlacesBeside(db, asked)
  return new Set(rows.map(({ place }) => place))
}

interface SourcePeriod {
  source: number
  period: number
}

const countOfSources = onRows<SourcePeriod, SourcePeriod & { count: number }>(
  { source: 'bigint', period: 'bigint' },
  `select v.source, v.period, count(*) as count from v cross join imported_bursts b
    where b.source = v.source and b.first_at >= v.period * ${PAUSE_MS}
    and b.first_at < (v.period + 1) * ${PAUSE_MS} and b.access_id is not null
    group by v.source, v.period`,
)

/** Of each source, how many bursts of the half hour in which the given one begins have a record. */
export async function countRecorded(db: Queryable, bursts: Burst[]): Promise<Map<string, number>> {
  const asked = new Map(
    bursts.map(({ source, first_at }) => [
      sourcePeriod({ source, first_at }),
      { source, period: periodOf(first_at) },
    ]),
  )
  const rows = await countOfSources(db, [...asked.values()])
  return new Map(rows.map(({ source, period, count }) => [`${source} ${period}`, count]))
}

/** What shares a limit (MOST_FROM_RANGES). */
export const sourcePeriod = ({ source, first_at }: Pick<Burst, 'source' | 'first_at'>) =>
  `${source} ${periodOf(first_at)}`

export const markSettled = onRows<Burst>(
  { visitor: 'bigint', first_at: 'bigint', access_id: 'bigint' },
  `update imported_bursts set is_settled = 1, access_id = v.access_id from v
    where v.visitor = imported_bursts.visitor and v.first_at = imported_bursts.first_at`,
)
