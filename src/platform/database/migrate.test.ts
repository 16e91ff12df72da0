import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, it, test } from 'vitest'
import { addEntry, addSubscribers } from '../../../test/support/delivery.ts'
import { connectEmpty, eachDatabase, emptyDatabase } from '../../../test/support/each-database.ts'
import { runDocket } from '../../../test/support/run-docket.ts'
import { testFolder } from '../../../test/support/run-for-test.ts'
import { migrateDatabase } from './migrate.ts'
import { first } from './migrations/001-first.ts'

eachDatabase('migrating', (database) => {
  it('has nothing to do the second time', async () => {
    expect(await migrateDatabase(database.db)).toEqual([])
  })

  it('refuses a database of a newer version, and leaves it alone', async () => {
    const made = sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2030-01-01T00:00:00Z')`
    await made.execute(database.db)
    await expect(migrateDatabase(database.db)).rejects.toThrow(
      /newer version of this program \(999-tomorrow is not known here\)/,
    )
    await sql`delete from kysely_migration where name = '999-tomorrow'`.execute(database.db)
    expect(await migrateDatabase(database.db)).toEqual([])
  })
})

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test.each([dialect === 'sqlite' ? 3 : 10])(
    '%i processes may start at once on an empty database',
    async (count) => {
      const environment = { DATA_DIR: testFolder(), DATABASE_URL: await emptyDatabase(dialect) }
      const started = Array.from({ length: count }, () =>
        runDocket(['database:migrate'], environment),
      )
      for (const { code, stderr } of await Promise.all(started)) {
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      }
    },
  )

  test('what fails half-way leaves nothing behind, and can be tried again', async () => {
    const { db } = await connectEmpty(dialect)
    const dying = db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('subscriptions_state')) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(migrateDatabase(dying)).rejects.toThrow(/stays as it was: killed/)
    expect(await db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([])
    expect(await migrateDatabase(db)).toContain('001-first')
  })

  test('each later migration runs on a populated database of the first version, and keeps it', async () => {
    const { db } = await connectEmpty(dialect)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => ({ '001-first': first }) },
    })
    expect((await migrator.migrateToLatest()).error).toBeUndefined()
    await addEntry(db)
    await addSubscribers(db, 100)
    const read = () =>
      db.selectFrom('subscriptions').select(['id', 'email', 'token']).orderBy('id').execute()
    const before = await read()
    expect(await migrateDatabase(db)).toContain('004-installation')
    expect(await read()).toEqual(before)
    expect(await addEntry(db)).toBe(2)
  })
})
