import type { Document, Queryable } from '../../../platform/database/schema.ts'

/* What the search has to read (read-again.ts). */

const toRead = (db: Queryable) => db.selectFrom('documents').where('deleted_at', 'is', null)

/** The newest that is older than `before`. */
export function findNextToRead(
  db: Queryable,
  before: number | undefined,
): Promise<Document | undefined> {
  const query = toRead(db).selectAll().orderBy('id', 'desc').limit(1)
  return (before === undefined ? query : query.where('id', '<', before)).executeTakeFirst()
}

export async function countToRead(db: Queryable): Promise<number> {
  const row = await toRead(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** @returns whether it is still the same file, and not deleted */
export async function markRead(
  db: Queryable,
  { id, sha256 }: Pick<Document, 'id' | 'sha256'>,
  text_pages: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ text_pages })
    .where('id', '=', id)
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function listEntryIds(db: Queryable): Promise<number[]> {
  const rows = await db.selectFrom('entries').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
