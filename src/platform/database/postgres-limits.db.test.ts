import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyDatabase } from '../../../test/support/each-database.ts'
import { connectDatabase, type PostgresOptions } from './connect.ts'
import { isDatabaseUnavailable, readSnapshot } from './dialect.ts'
import type { Queryable } from './schema.ts'

describe('limits on PostgreSQL', () => {
  const open = async (options: PostgresOptions, query = '') => {
    const db = await connectDatabase((await emptyDatabase('postgres')) + query, options)
    onTestFinished(() => db.destroy())
    return db
  }
  const setting = async (db: Queryable, name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]
      ?.value

  it('a statement that takes too long is ended, and the connection goes on', async () => {
    const db = await open({ poolSize: 1, statementTimeoutMs: 500 })
    const error = await sql`select pg_sleep(60)`.execute(db).catch((problem) => problem)
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    await sql`select 1`.execute(db)
  })

  it('a snapshot is read by one process of the server, so that visitors have the others', async () => {
    const db = await open({ poolSize: 1 })
    const workers = (connected: Queryable) => setting(connected, 'max_parallel_workers_per_gather')
    expect(await readSnapshot(db, workers)).toBe('0')
    expect(await workers(db)).not.toBe('0')
  })

  it('a transaction that is idle too long is ended, and its locks are released', async () => {
    const db = await open({ poolSize: 2, idleTransactionMs: 300 })
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

  it.skipIf(process.platform !== 'linux')('a connection that hangs is replaced', async () => {
    const db = await open({ poolSize: 1, statementTimeoutMs: 2000 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const pid = rows[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(pid, 'SIGCONT'))
    const error = await withoutWaiting(() => sql`select 1`.execute(db).catch((problem) => problem))
    expect(error).toMatchObject({ message: 'Query read timeout' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  it('parameters in the address override the settings', async () => {
    const db = await open(
      { statementTimeoutMs: 30_000, idleTransactionMs: 60_000 },
      '?statement_timeout=7000&application_name=annex',
    )
    expect(await setting(db, 'statement_timeout')).toBe('7s')
    expect(await setting(db, 'application_name')).toBe('annex')
    expect(await setting(db, 'idle_in_transaction_session_timeout')).toBe('1min')
  })
})

/** The result of `work`, whose timers elapse at once. */
async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isOver = false
  const result = work().finally(() => {
    isOver = true
  })
  while (!isOver) await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  return result
}
