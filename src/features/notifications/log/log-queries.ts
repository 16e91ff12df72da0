import { sql } from 'kysely'
import type { Delivery, DeliveryState, Queryable } from '../../../platform/database/schema.ts'

/* The delivery log as administrators read it. */

export interface LogFilter {
  state: DeliveryState | undefined
  /** A part of the recipient's address, whatever its case; empty for all. */
  q: string
}

export type LogLine = Pick<
  Delivery,
  'id' | 'recipient' | 'state' | 'attempts' | 'server_reply' | 'message_id' | 'updated_at'
>

const line = [
  'id',
  'recipient',
  'state',
  'attempts',
  'server_reply',
  'message_id',
  'updated_at',
] as const

/** In the order in which they were queued. */
export function listDeliveries(
  db: Queryable,
  page: { notificationId: number; filter: LogFilter; limit: number; offset: number },
): Promise<LogLine[]> {
  return filtered(db, page.notificationId, page.filter)
    .select(line)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countLogLines(
  db: Queryable,
  notificationId: number,
  filter: LogFilter,
): Promise<number> {
  const row = await filtered(db, notificationId, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The whole log, read in pieces: a slow reader holds no connection between two of them. */
export async function* iterateDeliveries(
  db: Queryable,
  notificationId: number,
  pieceLength = 1000,
): AsyncGenerator<LogLine> {
  let after = 0
  for (;;) {
    const piece = await filtered(db, notificationId, { state: undefined, q: '' })
      .select(line)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pieceLength)
      .execute()
    yield* piece
    const last = piece.at(-1)
    if (!last || piece.length < pieceLength) return
    after = last.id
  }
}

export function findDelivery(db: Queryable, id: number): Promise<Delivery | undefined> {
  return db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The deferred delivery with the latest news: why the others wait, and when the next attempt is due. */
export function findLatestDeferral(
  db: Queryable,
  notificationId: number,
): Promise<Pick<Delivery, 'server_reply' | 'next_attempt_at'> | undefined> {
  return db
    .selectFrom('deliveries')
    .select(['server_reply', 'next_attempt_at'])
    .where('notification_id', '=', notificationId)
    .where('state', '=', 'deferred')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function filtered(db: Queryable, notificationId: number, { state, q }: LogFilter) {
  let query = db.selectFrom('deliveries').where('notification_id', '=', notificationId)
  if (state) query = query.where('state', '=', state)
  if (q) {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(recipient) like ${pattern} escape '\\'`)
  }
  return query
}
