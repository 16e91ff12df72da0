import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inDatabase } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { onCluster } from '../support/database-templates.ts'
import { addSubscribers, until, untilFinished } from '../support/delivery.ts'
import { type Cluster, openCluster } from '../support/postgres-cluster.ts'
import { repeatDuring } from '../support/repeat-during.ts'
import { newDataFolder, type RunningDocket, startDocket } from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import type { Visitor } from '../support/visitor.ts'

/* The PostgreSQL server is stopped and started during traffic and a mailing. */

const SUBSCRIBERS = 300
const FILE = '/api/documents/1/download'
let cluster: Cluster
let sink: SmtpSink
let docket: RunningDocket
let administrator: Visitor
let databaseUrl: string

beforeAll(async () => {
  cluster = await openCluster()
  sink = await startSmtpSink()
  sink.behaveByDefault({ kind: 'accept', afterMs: 50 })
  databaseUrl = `${cluster.url}/docket`
  await onCluster(cluster.url, 'create database docket')
  const folder = newDataFolder()
  const environment = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: sink.url,
    NOTIFICATIONS_MODE: 'live',
    MAIL_CONNECTIONS: '4',
  }
  await loadSmallDocket(environment, folder, [200_000, 20_000])
  await addAdministrator(folder, databaseUrl)
  await inDatabase(databaseUrl, (db) => addSubscribers(db, SUBSCRIBERS))
  docket = await startDocket(environment, folder)
  administrator = await signIn(docket.url)
})

afterAll(async () => {
  await docket?.stop('SIGKILL')
  await sink?.close()
  await cluster?.remove()
})

/** The statuses by URL, and how many files arrived whole. */
const statuses: Record<string, Set<number>> = { '/': new Set(), [FILE]: new Set() }
let files = 0

async function visit(path: string): Promise<void> {
  const response = await fetch(docket.url + path)
  const bytes = (await response.arrayBuffer()).byteLength
  statuses[path]?.add(response.status)
  if (path === FILE && response.status === 200) {
    files += 1
    expect(bytes).toBeGreaterThan(200_000)
  }
  await sleep(5)
}

async function status(path: string): Promise<number> {
  const response = await fetch(docket.url + path)
  // A file that is not read to its end would delay the program's shutdown.
  await response.arrayBuffer()
  return response.status
}

it('a database outage: clear responses meanwhile, nothing lost, no one mailed twice', async () => {
  const { pid } = docket.process
  await administrator.get('/admin/entries/2/notifications/new')
  expect((await administrator.post('/admin/entries/2/notifications', {})).status).toBe(303)
  const visits = ['/', '/', FILE, FILE].map((path) => () => visit(path))
  await repeatDuring(breakDatabase(), visits)
  // Not every visitor meets the outage: a download that waits for its record may outlast it.
  for (const seen of Object.values(statuses)) {
    expect(seen.has(200)).toBe(true)
    expect([...seen].filter((one) => one !== 200 && one !== 503)).toEqual([])
  }
  await pagesAreFresh()
  await everyoneIsMailedOnce()
  await downloadsAreRecorded()
  expect(docket.process.pid).toBe(pid)
  expect(docket.output()).not.toMatch(/unhandled/i)
  expect(await docket.stop()).toBe(0)
})

async function breakDatabase(): Promise<void> {
  await until(() => sink.counts.size >= 50)
  await cluster.stop()
  await until(async () => (await status('/readyz')) === 503)
  await meanwhile()
  await cluster.start()
  await until(async () => (await status('/readyz')) === 200)
}

async function meanwhile(): Promise<void> {
  expect(await status('/healthz')).toBe(200)
  const page = await fetch(docket.url, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await page.text()).toMatch(/The database is not responding\. Nothing was changed/)
  expect((await administrator.get('/admin')).status).toBe(503)
  const body = new URLSearchParams({ email: 'late@example.com' })
  const refused = await fetch(`${docket.url}/api/subscribe`, { method: 'POST', body })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', status: 503 })
  // Cached, but another process may have withdrawn it in the meantime.
  expect(await status(FILE)).toBe(503)
}

async function pagesAreFresh(): Promise<void> {
  for (const caption of ['Roe v. Doe', 'In re Outage']) {
    const rename = (db: Database) => db.updateTable('case_settings').set({ caption }).execute()
    await inDatabase(databaseUrl, rename)
    expect(await (await fetch(docket.url)).text()).toContain(caption)
  }
  expect((await administrator.get('/admin')).status).toBe(200)
}

async function everyoneIsMailedOnce(): Promise<void> {
  await inDatabase(databaseUrl, async (db) => {
    await untilFinished({ db }, 1)
    const log = await db.selectFrom('deliveries').select(['recipient', 'state']).execute()
    expect(log).toHaveLength(SUBSCRIBERS)
    for (const { recipient, state } of log) {
      expect(['sent', 'uncertain']).toContain(state)
      expect(sink.counts.get(recipient) ?? 0).toBeLessThanOrEqual(1)
      if (state === 'sent') expect(sink.counts.get(recipient)).toBe(1)
    }
    expect(log.filter(({ state }) => state === 'uncertain').length).toBeLessThanOrEqual(4)
  })
}

/** Each file sent has a record, or a log line saying that it has none. */
async function downloadsAreRecorded(): Promise<void> {
  const failures = docket.output().match(/download: record failed/g)?.length ?? 0
  const ids = (db: Database) => db.selectFrom('document_accesses').select('id').execute()
  const records = await inDatabase(databaseUrl, ids)
  expect(records.length).toBeLessThanOrEqual(files)
  expect(records.length).toBeGreaterThanOrEqual(files - failures)
}
