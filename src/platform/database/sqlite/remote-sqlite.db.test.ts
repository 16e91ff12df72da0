import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/support/each-database.ts'
import { createReadingThread, createWritingThread } from '../../threads/thread.ts'
import { connectDatabase, connectReader } from '../connect.ts'
import { isDatabaseUnavailable, isUniqueViolation } from '../dialect.ts'
import { migrateDatabase } from '../migrate.ts'
import type { Database } from '../schema.ts'

let db: Database
let file: string

beforeEach(async () => {
  const { url, dispose } = await createDatabase('sqlite')
  db = await connectApart(url)
  await migrateDatabase(db)
  file = url.slice('sqlite:'.length)
  return async () => {
    await db.destroy()
    await dispose()
  }
})

const insert = (key: string, into: Pick<Database, 'insertInto'> = db) =>
  into.insertInto('throttles').values({ key, count: 1, resets_at: 0 }).executeTakeFirst()
const keys = async (from: Pick<Database, 'selectFrom'> = db) => {
  const rows = await from.selectFrom('throttles').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

/** Like another process, holds the file's lock until released. */
function holdLock() {
  const other = new SQLite(file)
  other.exec('begin immediate')
  onTestFinished(() => void other.close())
  return { letGo: () => other.exec('commit') }
}

test('both connections write ahead and make every commit durable', async () => {
  const pragmas = async (from: Pick<Database, 'getExecutor'>) => {
    const { rows } = await sql`select journal_mode, synchronous
      from pragma_journal_mode, pragma_synchronous`.execute(from)
    return rows[0]
  }
  const durable = { journal_mode: 'wal', synchronous: 2 }
  expect(await pragmas(db)).toEqual(durable)
  expect(await db.transaction().execute(pragmas)).toEqual(durable)
})

test('a read waits for no transaction under way, and sees what is committed', async () => {
  await db.transaction().execute(async (trx) => {
    await insert('a', trx)
    expect(await keys(trx)).toEqual(['a'])
    expect(await keys()).toEqual([])
  })
  expect(await keys()).toEqual(['a'])
})

test('what writes waits for the transaction before it, in the order they came', async () => {
  const seen: string[][] = []
  const first = db.transaction().execute(async (trx) => {
    await insert('a', trx)
    await sleep(30)
    seen.push(await keys(trx))
  })
  const second = insert('b').then(async () => seen.push(await keys()))
  const third = db.transaction().execute(async (trx) => {
    seen.push(await keys(trx))
    await insert('c', trx)
  })
  await Promise.all([first, second, third])
  expect(seen).toContainEqual(['a'])
  expect(seen.at(-1)).toEqual(['a', 'b'])
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test.each([
  ['a statement', () => insert('a')],
  ['a transaction', () => db.transaction().execute((trx) => insert('a', trx))],
])('%s that waits for another process keeps nobody from being served', async (_, write) => {
  const lock = holdLock()
  let isWritten = false
  const writing = write().then(() => {
    isWritten = true
  })
  expect(await keys()).toEqual([])
  // A write that blocked this thread would not let it get here.
  await sleep(20)
  expect(isWritten).toBe(false)
  lock.letGo()
  await writing
  expect(await keys()).toEqual(['a'])
})

const ROLLED_BACK = sql`insert or rollback into throttles select * from throttles`
test.each([
  ['fails', sql`select no_such_column`, 'no such column'],
  ['SQLite itself rolls back', ROLLED_BACK, 'UNIQUE constraint failed'],
  ['may not be committed', sql`insert into children values (1)`, 'FOREIGN KEY constraint failed'],
])('a transaction that %s leaves nothing, and the next one begins', async (_, query, problem) => {
  await sql`create table parents (id integer primary key)`.execute(db)
  await sql`create table children (id references parents deferrable initially deferred)`.execute(db)
  const failing = db.transaction().execute(async (trx) => {
    await insert('a', trx)
    await query.execute(trx)
  })
  await expect(failing).rejects.toThrow(problem)
  await db.transaction().execute((trx) => insert('b', trx))
  expect(await keys()).toEqual(['b'])
})

test('an answer, or an error, is the one that the database gave', async () => {
  expect((await insert('a')).numInsertedOrUpdatedRows).toBe(1n)
  expect(await insert('a').catch(isUniqueViolation)).toBe(true)
  await expect(sql`select no_such_column`.execute(db)).rejects.toThrow('no such column')
})

test('what waits too long for the reading thread is refused, and what comes later is answered', async () => {
  const databaseUrl = `sqlite:${file}`
  const reading = createReadingThread({ databaseUrl, timeZone: 'America/New_York' })
  const reader = connectReader(databaseUrl, reading, { statementTimeoutMs: 200 })
  onTestFinished(async () => {
    await reader.destroy()
    await reading.end()
  })
  const count = (to: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})
      select max(i) as last from n`.execute(reader)
  // Without a deadline: the thread starts with it.
  await reading.call('run', { sql: 'select 1', parameters: [], transaction: 0 })
  const slow = count(3_000_000)
  expect(await count(1).catch(isDatabaseUnavailable)).toBe(true)
  expect((await slow).rows).toEqual([{ last: 3_000_000 }])
  expect((await count(1)).rows).toEqual([{ last: 1 }])
})

test('closing waits for the writer under way', async () => {
  const other = await connectApart(`sqlite:${file}`)
  const lock = holdLock()
  const writing = insert('a', other)
  await sleep(20)
  const closing = other.destroy()
  await sleep(20)
  lock.letGo()
  await Promise.all([writing, closing])
  expect(await keys()).toEqual(['a'])
})

/** A connection like another process's: it waits for SQLite's lock on a separate thread. */
async function connectApart(databaseUrl: string): Promise<Database> {
  const writing = createWritingThread({ databaseUrl, timeZone: 'America/New_York' })
  const db = await connectDatabase(databaseUrl, { poolSize: 1, writing })
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await writing.call('closeDatabase')
    await writing.end()
    await destroy()
  }
  return db
}
