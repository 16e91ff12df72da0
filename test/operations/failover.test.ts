import { expect, onTestFinished, test } from 'vitest'
import { inDatabase } from '../../src/platform/database/connect.ts'
import { onCluster } from '../support/database-templates.ts'
import { until } from '../support/delivery.ts'
import { openCluster } from '../support/postgres-cluster.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const DOWNLOADS = 20

test('PostgreSQL fails over to a replica: nothing that was answered is lost', async () => {
  const primary = await openCluster()
  onTestFinished(primary.remove)
  await onCluster(primary.url, 'create database docket')
  const folder = testFolder()
  const old = { DATABASE_URL: `${primary.url}/docket` }
  await loadSmallDocket(old, folder, [20_000])
  const replica = await primary.startReplica()
  onTestFinished(replica.remove)

  const docket = await startForTest(old, folder)
  for (let count = 0; count < DOWNLOADS; count += 1) {
    const response = await fetch(`${docket.url}/api/documents/1/download`)
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(20_000)
  }
  await primary.kill()
  const readyz = async () => (await fetch(`${docket.url}/readyz`)).status
  await until(async () => (await readyz()) === 503)
  expect(await docket.stop()).toBe(0)

  await onCluster(replica.url, 'select pg_promote()')
  const now = { DATABASE_URL: `${replica.url}/docket` }
  const again = await startForTest(now, folder)
  expect((await fetch(`${again.url}/api/documents/1/download`)).status).toBe(200)
  const records = () =>
    inDatabase(now.DATABASE_URL, (db) => db.selectFrom('document_accesses').select('id').execute())
  await expect.poll(records).toHaveLength(DOWNLOADS + 1)
})
