import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addEntry, addSubscribers } from '../../../../test/support/delivery.ts'
import { connectEmpty, connectMigrated } from '../../../../test/support/each-database.ts'
import { fillEveryTable } from '../../../../test/support/fill-every-table.ts'
import { putEntryText } from '../../search/page-index.ts'
import { entriesWithOwnText } from '../../search/page-queries.ts'
import { connectDatabase, findRevision } from '../connect.ts'
import { type DialectName, dialectOf } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { copyDatabase } from './copy-database.ts'

async function openFilled(dialect: DialectName) {
  const opened = await connectMigrated(dialect)
  await fillEveryTable(opened.db)
  return opened
}

const SEARCH_INDEX = /^search_\w+_index/

/** As Kysely finds them, which shares nothing with how the copy does. */
async function tablesOf(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => !SEARCH_INDEX.test(name))
}

async function rowsOf(db: Database, table: string) {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
  // What PostgreSQL computes for its search.
  const plain = rows.map(({ words: _, ...row }) => JSON.stringify(Object.entries(row).sort()))
  return plain.sort()
}

async function indexesOf(db: Database): Promise<unknown[]> {
  const { rows } =
    dialectOf(db) === 'postgres'
      ? await sql`select indexname, indexdef from pg_indexes where schemaname = current_schema()
          order by indexname`.execute(db)
      : await sql`select name, sql from sqlite_master where type = 'index' order by name`.execute(
          db,
        )
  return rows
}

const subscribersOf = (db: Database) => db.selectFrom('subscriptions').select('id').execute()

const directions: [DialectName, DialectName][] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
  ['sqlite', 'sqlite'],
]

describe.each(directions)('from %s to %s', (fromDialect, toDialect) => {
  test('every row of every table is copied as it is, once, with every index', async () => {
    const { db: from } = await openFilled(fromDialect)
    const { db: to } = await connectEmpty(toDialect)
    const report = await copyDatabase(from, to)
    const tables = await tablesOf(from)
    expect([...report.tables.keys()].toSorted()).toEqual(tables.toSorted())
    expect((await tablesOf(to)).toSorted()).toEqual(tables.toSorted())
    for (const table of tables) {
      const rows = await rowsOf(from, table)
      expect(rows.length, table).toBeGreaterThan(0)
      expect(await rowsOf(to, table), table).toEqual(rows)
    }
    expect(report.changed).toEqual([])
    const indexes = await indexesOf((await connectMigrated(toDialect)).db)
    expect(indexes.length).toBeGreaterThan(10)
    expect(await indexesOf(to)).toEqual(indexes)
  })

  test('what works by itself works in the copy: ids, search, the revision', async () => {
    const { db: from } = await openFilled(fromDialect)
    await from.deleteFrom('subscriptions').execute()
    await addSubscribers(from, 3)
    const given = (await subscribersOf(from)).map(({ id }) => id).sort((a, b) => a - b)
    await from.deleteFrom('subscriptions').execute()
    await putEntryText(from, 10, { text: 'Funds in escrow', titles: [] })
    const { db: to } = await connectEmpty(toDialect)
    await copyDatabase(from, to)
    await addSubscribers(to, 1)
    // The ids of those that are gone are not given again.
    expect(await subscribersOf(to)).toEqual([{ id: (given.at(-1) ?? 0) + 1 }])
    const found = sql<{
      entry_id: number
    }>`select * from ${entriesWithOwnText(to, [['escrow']])} as found`
    expect((await found.execute(to)).rows).toEqual([{ entry_id: 10 }])
    const before = await findRevision(to)
    expect(before).toBe(await findRevision(from))
    await to.updateTable('case_settings').set({ caption: 'Doe v. Roe' }).execute()
    expect(await findRevision(to)).toBeGreaterThan(before)
  })

  test('what fails half-way leaves nothing, and can be done again', async () => {
    const { db: from } = await openFilled(fromDialect)
    const { db: to } = await connectEmpty(toDialect)
    const dies = (table: string) => {
      if (table === 'subscriptions') throw new Error('killed')
    }
    await expect(copyDatabase(from, to, { onProgress: dies })).rejects.toThrow('killed')
    expect(await subscribersOf(to)).toEqual([])
    await copyDatabase(from, to)
    expect(await subscribersOf(to)).toHaveLength(3)
  })

  test('what is written meanwhile is told, and only a rehearsal is kept without it', async () => {
    const { db: from, url } = await openFilled(fromDialect)
    const { db: to } = await connectEmpty(toDialect)
    const other = await connectDatabase(url)
    onTestFinished(() => other.destroy())
    const onProgress = async (table: string, _: unknown, isDone: boolean) => {
      if (table !== 'subscriptions' || isDone) return
      await other.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
    }
    await expect(copyDatabase(from, to, { onProgress })).rejects.toThrow(
      /changed while it was being copied \(subscriptions\).* nothing was kept/,
    )
    expect(await subscribersOf(to)).toEqual([])
    await other.updateTable('subscriptions').set({ state: 'active' }).execute()
    const { changed } = await copyDatabase(from, to, { onProgress, isSnapshot: true })
    expect(changed).toEqual(['subscriptions'])
    const states = await to.selectFrom('subscriptions').select('state').distinct().execute()
    expect(states).toEqual([{ state: 'active' }])
  })
})

describe('a target', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'on %s that is used is refused, and stays',
    async (dialect) => {
      const { db: from } = await openFilled('sqlite')
      const { db: to } = await connectMigrated(dialect)
      await addEntry(to)
      await expect(copyDatabase(from, to)).rejects.toThrow(
        /--to points to a database that is not empty \(entries\)/,
      )
      expect(await to.selectFrom('entries').select('id').execute()).toHaveLength(1)
    },
  )
})

test('long tables go over in many batches, long texts in small ones', async () => {
  const { db: from } = await connectMigrated('sqlite')
  await addSubscribers(from, 6000)
  await addEntry(from)
  const long = 'word '.repeat(20_000)
  for (let row = 0; row < 60; row += 1) await putEntryText(from, row, { text: long, titles: [] })
  const { db: to } = await connectEmpty('postgres')
  let most = 0
  let before = 0
  await copyDatabase(from, to, {
    onProgress(table, { count }, isDone) {
      if (table !== 'search_entries' || isDone) return
      most = Math.max(most, count - before)
      before = count
    },
  })
  expect(await subscribersOf(to)).toHaveLength(6000)
  expect(before).toBe(60)
  expect(most).toBeLessThanOrEqual(20)
})
