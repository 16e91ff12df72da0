import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectEmpty } from '../../../../test/support/each-database.ts'
import { first } from './001-first.ts'
import { statistics } from './002-statistics.ts'
import { accessLogImport } from './003-access-log-import.ts'

test.each(['sqlite', 'postgres'] as const)(
  'on %s, records, their ids and their triggers outlive the column of keys',
  async (dialect) => {
    const { db } = await connectEmpty(dialect)
    const bare = db as unknown as Kysely<never>
    await first.up(bare)
    await statistics.up(bare)
    const insert = (at: number) => sql<{ id: number }>`insert into document_accesses
      (document_id, accessed_at, user_agent, is_robot, source) values (7, ${at}, 'Firefox', 0, 'service') returning id`
    for (const at of [1, 2, 3]) await insert(at).execute(db)
    await sql`delete from document_accesses where id = 3`.execute(db)

    await db.transaction().execute((trx) => accessLogImport.up(trx as unknown as Kysely<never>))

    const kept = await db.selectFrom('document_accesses').selectAll().orderBy('id').execute()
    expect(kept).toEqual(
      [1, 2].map((id) => ({
        id,
        document_id: 7,
        accessed_at: id,
        client_ip: null,
        user_agent: 'Firefox',
        is_robot: 0,
        source: 'service',
        ip_erased: 0,
      })),
    )
    expect((await insert(4).execute(db)).rows).toEqual([{ id: 4 }])
    await sql`delete from document_accesses where id = 1`.execute(db)
    const noted = await sql<{
      access_id: number
    }>`select access_id from access_corrections`.execute(db)
    expect(noted.rows.map(({ access_id }) => access_id)).toEqual([3, 1])
    const indexes = (await db.introspection.getTables()).map(({ name }) => name)
    expect(indexes).toContain('imported_lines')
  },
)
