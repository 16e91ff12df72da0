import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../../../test/support/each-database.ts'
import { connectDatabase, connectOnThread } from '../connect.ts'
import { isUniqueViolation } from '../dialect.ts'
import { migrateDatabase } from '../migrate.ts'
import type { Database } from '../schema.ts'

let db: Database
let onThread: Database
let dispose: () => Promise<void>

beforeAll(async () => {
  const created = await createDatabase('sqlite')
  dispose = created.dispose
  db = await connectDatabase(created.url)
  await migrateDatabase(db)
  onThread = connectOnThread(created.url, db)
})
afterAll(async () => {
  await onThread.destroy()
  await db.destroy()
  await dispose()
})
beforeEach(() => db.deleteFrom('throttles').execute())

const throttle = (key: string) => ({ key, count: 1, resets_at: 0 })
const keys = async (from: Database) => {
  const rows = await from.selectFrom('throttles').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

test('what is written on the thread is seen here, and the other way round', async () => {
  const result = await onThread.insertInto('throttles').values(throttle('a')).executeTakeFirst()
  expect(result.numInsertedOrUpdatedRows).toBe(1n)
  expect(await keys(db)).toEqual(['a'])
  await db.insertInto('throttles').values(throttle('b')).execute()
  expect(await keys(onThread)).toEqual(['a', 'b'])
})

test('an error is the one that the database gave', async () => {
  await db.insertInto('throttles').values(throttle('a')).execute()
  const again = onThread.insertInto('throttles').values(throttle('a')).execute()
  expect(await again.catch(isUniqueViolation)).toBe(true)
  await expect(sql`select no_such_column`.execute(onThread)).rejects.toThrow('no such column')
})

test('waits for a lock that another connection has', async () => {
  let isFree = false
  const writing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('throttles').values(throttle('a')).execute()
    await setTimeout(300)
    isFree = true
  })
  await setTimeout(50)
  await onThread.insertInto('throttles').values(throttle('b')).execute()
  expect(isFree).toBe(true)
  await writing
  expect(await keys(db)).toEqual(['a', 'b'])
})

test('a transaction is whole or not at all', async () => {
  const failing = onThread.transaction().execute(async (transaction) => {
    await transaction.insertInto('throttles').values(throttle('a')).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await keys(db)).toEqual([])
})

test('rows are streamed in pieces, and a reader may stop early', async () => {
  const expected = Array.from({ length: 250 }, (_, i) => String(i).padStart(3, '0'))
  await db.insertInto('throttles').values(expected.map(throttle)).execute()
  const rows = () => onThread.selectFrom('throttles').select('key').orderBy('key').stream(100)
  const streamed: string[] = []
  for await (const { key } of rows()) streamed.push(key)
  expect(streamed).toEqual(expected)

  for await (const { key } of rows()) {
    expect(key).toBe('000')
    break
  }
  await onThread.insertInto('throttles').values(throttle('later')).execute()
  expect(await keys(db)).toHaveLength(251)
})

test('while this thread holds the write lock, the other one waits for it', async () => {
  const writing = await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('throttles').values(throttle('first')).execute()
    return { done: onThread.insertInto('throttles').values(throttle('second')).execute() }
  })
  await writing.done
  expect(await keys(db)).toEqual(['first', 'second'])
})

test('a thread that ended is followed by another', async () => {
  const lost = connectOnThread(`sqlite:/no/such/folder/docket.db`, db)
  await expect(keys(lost)).rejects.toThrow('directory does not exist')
  await expect(keys(lost)).rejects.toThrow('directory does not exist')
  await lost.destroy()
})
