import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { addSubscribers, untilFinished } from '../support/delivery.ts'
import { eachDatabase } from '../support/each-database.ts'
import { newDataFolder, type RunningDocket, startDocket } from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

/* Two real `docket serve`, as on one machine (SQLite), and as on two (PostgreSQL). */
eachDatabase('two processes', (database) => {
  let sink: SmtpSink
  let one: RunningDocket
  let other: RunningDocket

  beforeAll(async () => {
    sink = await startSmtpSink()
    const shared = newDataFolder()
    const environment = {
      DATABASE_URL: database.url,
      STORAGE_URL: `file:${join(shared, 'documents')}`,
      SMTP_URL: sink.url,
      NOTIFICATIONS_MODE: 'live',
      SECRET_KEY: 'a key that all machines of the installation share',
    }
    await loadSmallDocket(environment, shared, [20_000, 20_000])
    await addAdministrator(shared, database.url)
    const start = () =>
      startDocket(environment, database.dialect === 'sqlite' ? shared : newDataFolder())
    one = await start()
    other = await start()
  })
  afterAll(async () => {
    await one?.stop('SIGKILL')
    await other?.stop('SIGKILL')
    await sink?.close()
  })

  it('a deleted document is gone at the other immediately, though its file is cached there', async () => {
    const path = '/api/documents/1/download'
    const browser = await signIn(one.url)
    expect((await fetch(other.url + path)).status).toBe(200)
    await browser.post('/admin/entries/1/delete', {})
    expect((await fetch(other.url + path)).status).toBe(404)
    await browser.post(`${other.url}/admin/entries/1/restore`, {})
    expect((await fetch(one.url + path)).status).toBe(200)
  })

  it('pressed at both at once, a notification starts once; each subscriber gets one message', async () => {
    const emails = await addSubscribers(database.db, 300)
    const browsers = [await signIn(one.url), await signIn(other.url)]
    const path = '/admin/entries/2/notifications'
    const answers = await Promise.all(browsers.map((browser) => browser.post(path)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    await untilFinished(database, 1)
    expect([...sink.counts.keys()].toSorted()).toEqual(emails.toSorted())
    expect(new Set(sink.counts.values())).toEqual(new Set([1]))
  })
})
