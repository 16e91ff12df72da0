import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, it, test } from 'vitest'
import { connectEmpty, eachDatabase, emptyDatabase } from '../../../test/support/each-database.ts'
import { fillEveryTable } from '../../../test/support/fill-every-table.ts'
import { runDocket } from '../../../test/support/run-docket.ts'
import { testFolder } from '../../../test/support/run-for-test.ts'
import { anyOf } from './copy-database.ts'
import { migrateDatabase, migrations } from './migrate.ts'
import { countRows } from './query-results.ts'
import type { Database } from './schema.ts'

eachDatabase('migrating', (database) => {
  it('refuses a database of a newer version; of this version, it leaves it alone', async () => {
    const made = sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2030-01-01T00:00:00Z')`
    await made.execute(database.db)
    await expect(migrateDatabase(database.db)).rejects.toThrow(
      /newer version of this program \(999-tomorrow is unknown here\)/,
    )
    await sql`delete from kysely_migration where name = '999-tomorrow'`.execute(database.db)
    expect(await migrateDatabase(database.db)).toEqual([])
  })
})

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const count = dialect === 'sqlite' ? 3 : 10
  test(`${count} processes may start at once on an empty database`, async () => {
    const environment = { DATA_DIR: testFolder(), DATABASE_URL: await emptyDatabase(dialect) }
    const start = () => runDocket(['database:migrate'], environment)
    for (const { code, stderr } of await Promise.all(Array.from({ length: count }, start)))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('a migration that fails halfway leaves nothing behind, and can be tried again', async () => {
    const { db } = await connectEmpty(dialect)
    const dying = db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('subscriptions_state')) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(migrateDatabase(dying)).rejects.toThrow(/was left unchanged: killed/)
    expect(await db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([])
    expect(await migrateDatabase(db)).toContain('001-first')
  })

  test('each migration runs on a populated database of the version before, and keeps it', async () => {
    const { db } = await connectEmpty(dialect)
    // The last migration is made up, because there is only one real schema so far.
    const tomorrow: Migration = {
      async up(bare) {
        await bare.schema.alterTable('subscriptions').addColumn('language', 'text').execute()
        await sql`update subscriptions set language = 'en'`.execute(bare)
      },
    }
    const steps = Object.entries({ ...migrations, '999-tomorrow': tomorrow })
    for (const [index, [name]] of steps.entries()) {
      const before = index === 0 ? {} : await fillAndCount(db, steps.slice(0, index))
      const earlier = Object.fromEntries(steps.slice(0, index + 1))
      expect(await migrateDatabase(db, earlier)).toEqual([name])
      expect(await countAll(db, Object.keys(before))).toEqual(before)
    }
    expect(await sql`select distinct language from subscriptions`.execute(db)).toMatchObject({
      rows: [{ language: 'en' }],
    })
  })
})

async function fillAndCount(db: Database, made: [string, Migration][]) {
  const counts = await countAll(db, await fillEveryTable(db, Object.fromEntries(made)))
  expect(Object.values(counts)).not.toContain(0)
  return counts
}

async function countAll(db: Database, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table] = await countRows(anyOf(db).selectFrom(table))
  return counts
}
