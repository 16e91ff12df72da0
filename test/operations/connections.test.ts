import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { combined } from '../support/access-log.ts'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { newDataFolder, runDocket, startDocket } from '../support/run-docket.ts'
import { runningSite } from '../support/running-site.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* On SQLite, `serve` has at most four connections and three extra threads (docs/decisions/033). */

const site = runningSite(async () => {
  const folder = newDataFolder()
  await addAdministrator(folder)
  await loadSmallDocket({}, folder, [40_000])
  return startDocket({}, folder)
})

const inProcess = (path: string) => `/proc/${site.docket.process.pid}/${path}`

/** Each connection has the database file open once. */
function countConnections(): number {
  const file = join(site.docket.folder, 'docket.db')
  const targets = readdirSync(inProcess('fd')).map((fd) => {
    try {
      return readlinkSync(inProcess(`fd/${fd}`))
    } catch {
      return ''
    }
  })
  return targets.filter((target) => target === file).length
}

/** Found by the name that Node gives worker threads. */
const countThreads = () =>
  readdirSync(inProcess('task')).filter(
    (task) => readFileSync(inProcess(`task/${task}/comm`), 'utf8').trim() === 'WorkerThread',
  ).length

it.runIf(process.platform === 'linux')('has four connections and three threads', async () => {
  const { url, folder } = site.docket
  const ok = async (path: string) => expect((await fetch(url + path)).status).toBe(200)
  await ok('/api/documents/1/download')
  await ok('/?q=order')
  const client = await signIn(url)
  expect((await client.get('/admin/document-access')).status).toBe(200)
  expect((await client.get('/admin')).status).toBe(200)
  expect((await client.get('/admin/document-access.csv?view=download')).status).toBe(200)
  writeFileSync(join(folder, 'access.log'), `${combined({ at: Date.UTC(2025, 2, 1) })}\n`)
  const words = ['documents:import-access-log', join(folder, 'access.log')]
  expect((await runDocket(words, { DATA_DIR: folder })).code).toBe(0)
  await ok('/api/documents/1/download')
  expect(countConnections()).toBe(4)
  expect(countThreads()).toBe(3)
})
