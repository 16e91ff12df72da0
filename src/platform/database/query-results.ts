import { type DeleteResult, type SelectQueryBuilder, sql, type UpdateResult } from 'kysely'

type RowQuery<DB, From extends keyof DB> = SelectQueryBuilder<DB, From, Record<never, never>>

export async function countRows<DB, From extends keyof DB>(rows: RowQuery<DB, From>) {
  const row = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}

export const hasRows = async <DB, From extends keyof DB>(rows: RowQuery<DB, From>) =>
  (await rows.select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined

const BATCH_LENGTH = 1000

/** Reads rows in batches, so that a slow reader holds neither memory nor a connection in between. */
export async function* inBatches<Row>(
  read: (last: Row | undefined, length: number) => Promise<Row[]>,
  length = BATCH_LENGTH,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const batch = await read(last, length)
    yield* batch
    last = batch.at(-1)
    if (batch.length < length) return
  }
}

export const hasChanged = async (update: { executeTakeFirst(): Promise<UpdateResult> }) =>
  (await update.executeTakeFirst()).numUpdatedRows > 0n

export const hasRemoved = async (removal: { executeTakeFirst(): Promise<DeleteResult> }) =>
  (await removal.executeTakeFirst()).numDeletedRows > 0n
