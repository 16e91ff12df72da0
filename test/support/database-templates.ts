import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import { migrateDatabase } from '../../src/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A SQLite file with the tables of this version, to be copied. */
    sqliteTemplate: string
  }
}

/** A database with the tables of this version. It can be copied only while no one is connected to it. */
export const POSTGRES_TEMPLATE = 'docket_template'

/** Migrates once for the whole run, after the start of its cluster. */
export default async function makeTemplates({ vitest }: TestProject) {
  const run = vitest.getRootProject()
  const { postgresUrl, sqliteTemplate } = run.getProvidedContext()
  if (sqliteTemplate !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'docket-template-'))
  const file = join(folder, 'docket.db')
  await onCluster(postgresUrl, `create database ${POSTGRES_TEMPLATE}`)
  await Promise.all([migrate(`sqlite:${file}`), migrate(`${postgresUrl}/${POSTGRES_TEMPLATE}`)])
  run.provide('sqliteTemplate', file)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function migrate(url: string): Promise<void> {
  const db = await connectDatabase(url)
  await migrateDatabase(db)
  await db.destroy()
}

export async function onCluster(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client(`${cluster}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Copying files is several times faster than logging each page, because the server does not wait for its disk. */
export const copyOf = (template: string, name: string) =>
  `create database ${name} template ${template} strategy file_copy`
