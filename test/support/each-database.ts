import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, inject, onTestFinished } from 'vitest'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { copyOf, onCluster, POSTGRES_TEMPLATE } from './database-templates.ts'

export interface TestDatabase {
  /** Set before the first test; empty except for the migrations. */
  db: Database
  url: string
  dialect: DialectName
}

/** Runs the same tests on SQLite and on PostgreSQL, each with a fresh, migrated database. */
export function eachDatabase(name: string, tests: (database: TestDatabase) => void): void {
  describe.each(['sqlite', 'postgres'] as const)(`${name} on %s`, (dialect) => {
    const database = { dialect } as TestDatabase
    beforeAll(async () => {
      const { url, dispose } = await createMigrated(dialect)
      const db = await connectDatabase(url)
      Object.assign(database, { url, db })
      return async () => {
        await db.destroy()
        await dispose()
      }
    })
    tests(database)
  })
}

/** What vitest.config.ts prepares for the kinds of tests that need databases. */
function prepared(name: 'postgresUrl' | 'sqliteTemplate'): string {
  const input = inject(name)
  if (!input) throw new Error('This test needs a database: name its file *.db.test.ts.')
  return input
}

/** A fresh, empty database: its address, and a function that removes it. */
export const createDatabase = async (dialect: DialectName) =>
  dialect === 'sqlite' ? newFile() : newOnCluster('template1')

/** The same with the tables of this version: a copy of the run's template (database-templates.ts). */
export async function createMigrated(dialect: DialectName) {
  if (dialect === 'postgres') return newOnCluster(POSTGRES_TEMPLATE)
  const created = newFile()
  copyFileSync(prepared('sqliteTemplate'), created.url.slice('sqlite:'.length))
  return created
}

const newName = () => `docket_${randomUUID().replaceAll('-', '')}`

function newFile() {
  const file = join(tmpdir(), `${newName()}.db`)
  return {
    url: `sqlite:${file}`,
    async dispose() {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    },
  }
}

async function newOnCluster(template: string) {
  const cluster = prepared('postgresUrl')
  const name = newName()
  await onCluster(cluster, copyOf(template, name))
  const dispose = () => onCluster(cluster, `drop database ${name} with (force)`)
  return { url: `${cluster}/${name}`, dispose }
}

/** An empty one for one test, gone with it. @returns its address */
export const emptyDatabase = (dialect: DialectName): Promise<string> =>
  forTest(createDatabase(dialect))

/** The same, connected. */
export const connectEmpty = async (dialect: DialectName) => connect(await emptyDatabase(dialect))

/** The same with the tables of this version. */
export const connectMigrated = async (dialect: DialectName) =>
  connect(await forTest(createMigrated(dialect)))

async function forTest(created: ReturnType<typeof createDatabase>): Promise<string> {
  const { url, dispose } = await created
  onTestFinished(dispose)
  return url
}

async function connect(url: string): Promise<Pick<TestDatabase, 'db' | 'url'>> {
  const db = await connectDatabase(url)
  onTestFinished(() => db.destroy())
  return { db, url }
}
