import { spawnSync } from 'node:child_process'
import { hash, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inDatabase } from '../../src/platform/database/connect.ts'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { onCluster } from '../support/database-templates.ts'
import { newFolder } from '../support/new-folder.ts'
import { type Cluster, openCluster } from '../support/postgres-cluster.ts'
import { repeatDuring } from '../support/repeat-during.ts'
import { type RunningDocket, runScript, startDocket, subscribeAt } from '../support/run-docket.ts'
import { startForTest } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/*
 * A PostgreSQL of the version whose pg_dump is on this machine: the run's own cluster comes from npm, which has no
 * pg_dump, and pg_dump refuses a server that is newer than itself.
 */

const version = /\d+/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')
/** Where Debian and its derivatives put the server. */
const programs = `/usr/lib/postgresql/${version?.[0]}`

/** Why there is none; undefined if there is one. */
function findProblem(): string | undefined {
  if (version === null)
    return 'no pg_dump on this machine (Debian: apt-get install postgresql-client-15 postgresql-15)'
  if (existsSync(`${programs}/bin/postgres`)) return undefined
  return `pg_dump ${version[0]} is here, but no PostgreSQL ${version[0]} in ${programs}`
}
const postgresProblem = findProblem()

const PASSWORD = 'p@ss/w#rd'

/** As the owner of the databases, who is no superuser. */
const addressOf = (database: string, user = 'docket') => {
  const address = new URL(`${cluster.url}/${database}`)
  address.username = user
  address.password = PASSWORD
  return address.href
}

const query = (database: string, text: string, user?: string) =>
  inDatabase(addressOf(database, user), async (db) => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db)
    return rows
  })

/* deploy/backup.sh and deploy/restore.sh on PostgreSQL, while visitors come and go. */

/** A parameter that the service understands and libpq does not: it must not reach pg_dump. */
const QUERY = '?application_name=docket&statement_timeout=60000'

let cluster: Cluster
let docket: RunningDocket

/** A visitor who subscribes and downloads; both succeed. */
async function visit(): Promise<void> {
  const email = `visitor-${crypto.randomUUID()}@example.com`
  const headers = { 'x-forwarded-for': `203.0.${randomInt(256)}.${randomInt(256)}` }
  expect(await subscribeAt(docket.url, email, headers)).toBe(201)
  const file = await fetch(`${docket.url}/api/documents/1/download`, { headers })
  await file.arrayBuffer()
  expect(file.status).toBe(200)
}

/** For each table, the number of rows and their checksum, whatever their order. */
async function checksums(database: string): Promise<Record<string, string>> {
  const names = await query(
    database,
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tables: Record<string, string> = {}
  for (const { name } of names) {
    const sum = "md5(string_agg(one::text, '|' order by one::text))"
    const rows = await query(database, `select count(*), ${sum} as sum from "${name}" one`)
    tables[String(name)] = `${rows[0]?.count} rows, ${rows[0]?.sum}`
  }
  return tables
}

async function countRows(database: string): Promise<Record<string, number>> {
  const all = Object.entries(await checksums(database))
  return Object.fromEntries(all.map(([name, text]) => [name, Number.parseInt(text, 10)]))
}

describe.skipIf(postgresProblem)(
  `on PostgreSQL (${postgresProblem ?? 'with its own pg_dump'})`,
  () => {
    let own: { DATABASE_URL: string; DATA_DIR: string }

    beforeAll(async () => {
      cluster = await openCluster(['fsync=off'], { programs })
      await onCluster(cluster.url, `create role docket login password '${PASSWORD}'`)
      await onCluster(cluster.url, `alter user postgres password '${PASSWORD}'`)
      // Monitoring wants it in every database; only a superuser can create it.
      await query('template1', 'create extension pg_stat_statements', 'postgres')
      own = await settings('docket')
      await loadSmallDocket(own, own.DATA_DIR, [300_000, 20_000, 20_000])
      await addAdministrator(own.DATA_DIR, own.DATABASE_URL)
      docket = await startDocket(own, own.DATA_DIR)
    })
    afterAll(async () => {
      await docket?.stop('SIGKILL')
      await cluster?.remove()
    })

    it('a backup taken under load is whole: what is restored serves every document and lets the administrator in', async () => {
      const backup = newFolder()
      const before = await countRows('docket')
      const backingUp = setTimeout(500).then(() => runScript('backup.sh', backup, own))
      await repeatDuring(backingUp, [visit, visit])
      const after = await countRows('docket')

      const restored = await settings('under_load')
      await runScript('restore.sh', backup, restored)
      const rows = await countRows('under_load')
      for (const name of ['subscriptions', 'document_accesses']) {
        expect(rows[name]).toBeGreaterThan(before[name] ?? 0)
        expect(rows[name]).toBeLessThanOrEqual(after[name] ?? 0)
      }
      const again = await startForTest(restored, restored.DATA_DIR)
      await expectWhole(again)
      expect(again.output()).not.toContain('another SECRET_KEY')
    })

    it('a backup of an idle site has every row of every table, and nothing is overwritten', async () => {
      const backup = newFolder()
      await docket.stop()
      await runScript('backup.sh', backup, own)
      // A restored database removes none of the files that the original listed.
      const { unclaimed_files: _, ...before } = await checksums('docket')
      const restored = await settings('quiet')
      await runScript('restore.sh', backup, restored)
      const after = await checksums('quiet')
      expect(after).toMatchObject(before)
      await expect(runScript('restore.sh', backup, restored)).rejects.toThrow('already has tables')
      expect(await checksums('quiet')).toEqual(after)
    })

    it('PostgreSQL is upgraded: the backup is restored into the new server, and an older pg_dump says that it is one', async () => {
      const backup = newFolder()
      await runScript('backup.sh', backup, own)
      const upgraded = await openCluster()
      onTestFinished(upgraded.remove)
      const newer = { DATABASE_URL: `${upgraded.url}/postgres`, DATA_DIR: newFolder() }
      await runScript('restore.sh', backup, newer)
      const again = await startForTest(newer, newer.DATA_DIR)
      await expectWhole(again)
      const tooNew = runScript('backup.sh', newFolder(), newer)
      await expect(tooNew).rejects.toThrow('server version mismatch')
    })

    it('what is not a backup leaves the database empty', async () => {
      const backup = newFolder()
      await runScript('backup.sh', backup, own)
      const spoilt = 'not what it was'
      writeFileSync(join(backup, 'database'), spoilt)
      const manifest = join(backup, 'manifest-sha256.txt')
      const lines = readFileSync(manifest, 'utf8')
      // As if it had been backed up like this: pg_restore itself refuses it.
      writeFileSync(manifest, lines.replace(/^\w+(?= {2}database$)/m, hash('sha256', spoilt)))
      const restored = await settings('spoilt')
      await expect(runScript('restore.sh', backup, restored)).rejects.toThrow('pg_restore failed')
      expect(await checksums('spoilt')).toEqual({})
    })
  },
)

/** An empty database and an empty data folder. */
async function settings(database: string): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  await query('postgres', `create database ${database} owner docket`, 'postgres')
  return { DATABASE_URL: addressOf(database) + QUERY, DATA_DIR: newFolder() }
}

/** The administrator gets in, and every document has the SHA-256 of the API. */
async function expectWhole({ url }: RunningDocket): Promise<void> {
  expect((await (await signIn(url)).get('/admin/entries')).status).toBe(200)
  let next: string | null = `${url}/api/docket-entries`
  while (next) {
    const { items, next_cursor } = await (await fetch(next)).json()
    for (const document of items.flatMap((entry: { documents: unknown[] }) => entry.documents)) {
      const bytes = await (await fetch(url + new URL(document.download_url).pathname)).arrayBuffer()
      expect(hash('sha256', Buffer.from(bytes)), document.url).toBe(document.sha256)
    }
    next = next_cursor && `${url}/api/docket-entries?cursor=${next_cursor}`
  }
}
