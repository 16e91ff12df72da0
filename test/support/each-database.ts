import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { migrateDatabase } from '../../src/platform/database/migrate.ts'
import type { Database } from '../../src/platform/database/schema.ts'

export interface TestDatabase {
  /** Set before the first test; empty but for the migrations. */
  db: Database
  url: string
  dialect: DialectName
}

/** Runs the same tests on SQLite and on PostgreSQL, each with a fresh, migrated database. */
export function eachDatabase(name: string, tests: (database: TestDatabase) => void): void {
  describe.each(['sqlite', 'postgres'] as const)(`${name} on %s`, (dialect) => {
    const database = { dialect } as TestDatabase
    let dispose: () => Promise<void>
    beforeAll(async () => {
      const created = await createDatabase(dialect)
      database.url = created.url
      database.db = await connectDatabase(created.url)
      dispose = created.dispose
      await migrateDatabase(database.db)
    })
    afterAll(async () => {
      await database.db?.destroy()
      await dispose?.()
    })
    tests(database)
  })
}

/** A fresh, empty database: its address, and how to be rid of it. */
export async function createDatabase(
  dialect: DialectName,
): Promise<{ url: string; dispose: () => Promise<void> }> {
  const name = `docket_${randomUUID().replaceAll('-', '')}`
  if (dialect === 'sqlite') {
    const file = join(tmpdir(), `${name}.db`)
    const dispose = async () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    }
    return { url: `sqlite:${file}`, dispose }
  }
  const cluster = inject('postgresUrl')
  await onCluster(cluster, `create database ${name}`)
  return {
    url: `${cluster}/${name}`,
    dispose: () => onCluster(cluster, `drop database ${name} with (force)`),
  }
}

/** The same for one test, gone with it. @returns its address */
export async function emptyDatabase(dialect: DialectName): Promise<string> {
  const { url, dispose } = await createDatabase(dialect)
  onTestFinished(dispose)
  return url
}

/** The same, connected. */
export async function connectEmpty(
  dialect: DialectName,
): Promise<Pick<TestDatabase, 'db' | 'url'>> {
  const url = await emptyDatabase(dialect)
  const db = await connectDatabase(url)
  onTestFinished(() => db.destroy())
  return { db, url }
}

async function onCluster(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client(`${cluster}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
