import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createWholeIndex } from '../../search/index-tables.ts'
import { titleStems } from '../../search/page-index.ts'
import { putWhole } from '../../search/whole-index.ts'
import { dialectOf } from '../dialect.ts'
import type { Queryable } from '../schema.ts'

/** The search by whole entries (platform/search/whole-index.ts), and of an entry's own text its title apart. */
async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('search_entries')
    .addColumn('title_stems', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  if (dialectOf(db) === 'postgres') {
    // It is read of many entries at once, and must not lie apart as the long columns do.
    await sql`alter table search_entries alter column title_stems set storage main`.execute(db)
  }
  await db.schema
    .createTable('search_wholes')
    .addColumn('entry_id', 'integer', (c) => c.primaryKey())
    .addColumn('stems', 'text', (c) => c.notNull())
    .execute()
  await fill(db as unknown as Queryable)
  await createWholeIndex(db)
}

/** One entry at a time: all texts together may be larger than the memory. */
async function fill(db: Queryable): Promise<void> {
  const ids = await sql<{ id: number }>`select id from entries order by id`.execute(db)
  for (const { id } of ids.rows) {
    const { rows } = await sql<{ title: string; type: string }>`
      select title, type from entries where id = ${id}`.execute(db)
    const titles = rows.flatMap(({ title, type }) => [title, type])
    await db
      .updateTable('search_entries')
      .set({ title_stems: titleStems(titles) })
      .where('entry_id', '=', id)
      .execute()
    await putWhole(db, id)
  }
}

export const wholeEntries: Migration = { up }
