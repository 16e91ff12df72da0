import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { emptyDatabase } from '../../../test/support/each-database.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { connectDatabase, inDatabase, refuseServer, unlessDuplicate } from './connect.ts'
import { explainDatabaseError } from './database-error.ts'
import { migrateDatabase } from './migrate.ts'

it('on PostgreSQL reads what others have committed, whatever the default of the server is', async () => {
  const url = await emptyDatabase('postgres')
  const own = sql.ref(new URL(url).pathname.slice(1))
  const change = sql`alter database ${own} set default_transaction_isolation = 'serializable'`
  await inDatabase(url, (db) => change.execute(db))
  const level = sql`select current_setting('transaction_isolation') as level`
  const { rows } = await inDatabase(url, (db) => level.execute(db))
  expect(rows).toEqual([{ level: 'read committed' }])
})

describe('a database file that cannot be used', () => {
  const folder = newFolder()

  it('is refused when it is another kind of file, and is left alone', async () => {
    const file = join(folder, 'letter.txt')
    const letter = 'Dear Sir or Madam, this is no database.'
    writeFileSync(file, letter)
    await expect(connectDatabase(`sqlite:${file}`)).rejects.toThrow(
      /DATABASE_URL.*not a database.*move it aside to start empty.*letter\.txt/,
    )
    expect(readFileSync(file, 'utf8')).toBe(letter)
  })

  it('is refused when another program owns it', async () => {
    const file = join(folder, 'foreign.db')
    new SQLite(file).exec('create table invoices (id integer)').close()
    const migrating = inDatabase(`sqlite:${file}`, (db) => migrateDatabase(db))
    await expect(migrating).rejects.toThrow(/belongs to another program/)
  })

  it('is refused when it is damaged', async () => {
    const file = join(folder, 'damaged.db')
    writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]))
    await expect(connectDatabase(`sqlite:${file}`)).rejects.toThrow(/DATABASE_URL cannot be opened/)
  })

  it('says that nothing answers, and never the password', async () => {
    const attempt = connectDatabase('postgres://docket:hunter2@127.0.0.1:1/docket')
    await expect(attempt).rejects.toThrow(/nothing is listening at that host and port/)
    await expect(attempt).rejects.not.toThrow(/hunter2/)
  })

  it('says that PgBouncer refuses the limits', () => {
    const refusal = { code: '08P01', message: 'unsupported startup parameter: statement_timeout' }
    expect(explainDatabaseError(refusal)).toMatch(/^PgBouncer .*ignore_startup_parameters/)
  })

  it('says that the server is too old', () => {
    const server = (version: number) => () => refuseServer({ version, encoding: 'UTF8' })
    expect(server(13)).toThrow(/DATABASE_URL points to PostgreSQL 13, .*14 or newer/)
    expect(server(14)).not.toThrow()
  })
})

it('a transaction that PostgreSQL ended for a deadlock is run again, but not for ever', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const insert = vi.fn(async () => 'done').mockRejectedValueOnce(deadlock)
  expect(await unlessDuplicate(insert)).toBe('done')
  await expect(unlessDuplicate(() => Promise.reject(deadlock))).rejects.toBe(deadlock)
})
