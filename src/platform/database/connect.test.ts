import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase, eachDatabase } from '../../../test/support/each-database.ts'
import { connectDatabase, findRevision, refuseOld, unlessTaken } from './connect.ts'
import { isDatabaseUnavailable } from './dialect.ts'
import { migrateDatabase } from './migrate.ts'
import type { PostgresOptions } from './postgres-pool.ts'
import type { Database } from './schema.ts'

eachDatabase('the database', (database) => {
  it('raises the revision with every change of what the public sees', async () => {
    const before = await findRevision(database.db)
    await database.db.updateTable('case_settings').set({ caption: 'Doe v. Roe' }).execute()
    expect(await findRevision(database.db)).toBeGreaterThan(before)
  })

  it('returns times as numbers', async () => {
    const row = await database.db
      .selectFrom('case_settings')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    expect(row.updated_at).toBe(0)
  })
})

describe('a database file that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-connect-'))

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
    const db = await connectDatabase(`sqlite:${file}`)
    await expect(migrateDatabase(db)).rejects.toThrow(/belongs to another program/)
    await db.destroy()
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
  it('says that the server is too old', () => {
    expect(() => refuseOld(13)).toThrow(/DATABASE_URL points to PostgreSQL 13, .*14 or newer/)
    expect(() => refuseOld(14)).not.toThrow()
  })
})

describe('limits on PostgreSQL', () => {
  const open = async (options: PostgresOptions, query = '') => {
    const { url, dispose } = await createDatabase('postgres')
    const db = await connectDatabase(url + query, options)
    onTestFinished(async () => {
      await db.destroy()
      await dispose()
    })
    return db
  }
  const setting = async (db: Database, name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]
      ?.value

  it('a statement that takes too long is ended, and the connection goes on', async () => {
    const db = await open({ poolSize: 1, statementTimeoutMs: 2000 })
    const error = await sql`select pg_sleep(60)`.execute(db).catch((problem) => problem)
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    await sql`select 1`.execute(db)
  })

  it('a transaction that rests too long is ended, and its locks are free', async () => {
    const db = await open({ poolSize: 2, idleTransactionMs: 2000 })
    await sql`create table held (id integer)`.execute(db)
    const resting = db.transaction().execute(async (trx) => {
      await sql`lock table held`.execute(trx)
      // Waits for the lock and so for the other transaction to end.
      await sql`insert into held values (1)`.execute(db)
      await sql`insert into held values (2)`.execute(trx)
    })
    const error = await resting.catch((problem) => problem)
    expect(isDatabaseUnavailable(error)).toBe(true)
    const { rows } = await sql`select id from held`.execute(db)
    expect(rows).toEqual([{ id: 1 }])
  })

  it.skipIf(process.platform !== 'linux')(
    'a connection that hangs is closed, and the next one is another',
    async () => {
      const db = await open({ poolSize: 1, statementTimeoutMs: 2000 })
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const pid = rows[0]?.pid ?? 0
      process.kill(pid, 'SIGSTOP')
      onTestFinished(() => void process.kill(pid, 'SIGCONT'))
      const error = await sql`select 1`.execute(db).catch((problem) => problem)
      expect(error).toMatchObject({ message: 'Query read timeout' })
      expect(isDatabaseUnavailable(error)).toBe(true)
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    },
  )

  it('the address goes before the settings', async () => {
    const db = await open(
      { statementTimeoutMs: 30_000, idleTransactionMs: 60_000 },
      '?statement_timeout=7000&application_name=annex',
    )
    expect(await setting(db, 'statement_timeout')).toBe('7s')
    expect(await setting(db, 'application_name')).toBe('annex')
    expect(await setting(db, 'idle_in_transaction_session_timeout')).toBe('1min')
  })
})

describe('a transaction that PostgreSQL ended for a deadlock', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

  it('is run once more', async () => {
    let runs = 0
    const insert = async () => {
      runs += 1
      if (runs === 1) throw deadlock
      return 'done'
    }
    expect(await unlessTaken(insert)).toBe('done')
  })

  it('is not run for ever', async () => {
    await expect(unlessTaken(() => Promise.reject(deadlock))).rejects.toBe(deadlock)
  })
})
