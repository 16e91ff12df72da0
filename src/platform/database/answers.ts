import { type SelectQueryBuilder, sql, type UpdateResult } from 'kysely'

type Rows<DB, From extends keyof DB> = SelectQueryBuilder<DB, From, Record<never, never>>

export async function countRows<DB, From extends keyof DB>(rows: Rows<DB, From>) {
  const row = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}

export const hasRows = async <DB, From extends keyof DB>(rows: Rows<DB, From>) =>
  (await rows.select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined

export const hasChanged = async (update: { executeTakeFirst(): Promise<UpdateResult> }) =>
  (await update.executeTakeFirst()).numUpdatedRows > 0n
