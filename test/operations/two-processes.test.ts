import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, signIn } from '../support/admin-client.ts'
import { addCheapAdministrator } from '../support/cheap-administrator.ts'
import { addSubscribers, untilFinished } from '../support/delivery.ts'
import { createDatabase } from '../support/each-database.ts'
import { newDataFolder, type RunningDocket, startDocket } from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

// Needs more time on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/* Two real `docket serve` on one database: as on one machine (SQLite), and as on two (PostgreSQL). */
describe.each(['sqlite', 'postgres'] as const)('two processes on one %s', (dialect) => {
  let installation: Awaited<ReturnType<typeof openInstallation>>
  let one: RunningDocket
  let other: RunningDocket
  beforeAll(async () => {
    installation = await openInstallation(dialect)
    await addCheapAdministrator(
      { db: installation.db, clock: Date.now },
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
    )
    one = await installation.start()
    other = await installation.start()
  })
  afterAll(() => installation?.close())

  it('a deleted document is gone at the other immediately, though its file is cached there', async () => {
    const path = '/api/documents/1/download'
    const browser = await signIn(one.url)
    expect((await fetch(other.url + path)).status).toBe(200)
    await browser.post('/admin/entries/1/delete', {})
    expect((await fetch(other.url + path)).status).toBe(404)
    await browser.post(`${other.url}/admin/entries/1/restore`, {})
    expect((await fetch(one.url + path)).status).toBe(200)
  })

  it.runIf(dialect === 'postgres')(
    'a document deleted while the other has lost the database is not sent by it',
    async () => {
      const path = '/api/documents/1/download'
      const { host, pathname } = new URL(installation.url)
      const work = (statement: string) => sql.raw(statement).execute(installation.db)
      await work(
        `create role cut_off login password 'cut_off' in role pg_read_all_data, pg_write_all_data`,
      )
      const cutOff = await installation.start(`postgres://cut_off:cut_off@${host}${pathname}`)
      expect((await fetch(cutOff.url + path)).status).toBe(200)
      await work('alter role cut_off connection limit 0')
      await work(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cut_off'`)
      const browser = await signIn(one.url)
      await browser.post('/admin/entries/1/delete', {})
      expect((await fetch(cutOff.url + path)).status).toBe(503)
      await browser.post('/admin/entries/1/restore', {})
    },
  )

  it('pressed at both at once, a notification starts once; each subscriber gets one message', async () => {
    const emails = await addSubscribers(installation.db, 300)
    const browsers = [await signIn(one.url), await signIn(other.url)]
    const path = '/admin/entries/2/notifications'
    const answers = await Promise.all(browsers.map((browser) => browser.post(path)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    await untilFinished(installation, 1)
    expect([...installation.sink.counts.keys()].toSorted()).toEqual(emails.toSorted())
    expect(new Set(installation.sink.counts.values())).toEqual(new Set([1]))
  })
})

/** A docket of two entries. SQLite: one data folder. PostgreSQL: one for each process; files, key and database shared. */
async function openInstallation(dialect: DialectName) {
  const sink = await startSmtpSink()
  const { url, dispose } = await createDatabase(dialect)
  const shared = newDataFolder()
  const environment = {
    DATABASE_URL: url,
    STORAGE_URL: `file:${join(shared, 'documents')}`,
    SMTP_URL: sink.url,
    NOTIFICATIONS_MODE: 'live',
    SECRET_KEY: 'a key that all machines of the installation share',
  }
  await loadSmallDocket(environment, shared, [20_000, 20_000])
  const db = await connectDatabase(url)
  const running: RunningDocket[] = []
  return {
    db,
    url,
    sink,
    async start(databaseUrl = url) {
      const folder = dialect === 'sqlite' ? shared : newDataFolder()
      const docket = await startDocket({ ...environment, DATABASE_URL: databaseUrl }, folder)
      running.push(docket)
      return docket
    },
    async close() {
      for (const docket of running) await docket.stop('SIGKILL')
      await db.destroy()
      await dispose()
      await sink.close()
    },
  }
}
