import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { inDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { copyOf, onCluster, POSTGRES_TEMPLATE } from './database-templates.ts'
import { journeysPostgres } from './environment.ts'

/*
 * Which database belongs to a data folder: the embedded one, or, in the run that has journeys on PostgreSQL
 * (vitest.config.ts), a database on that server.
 */

const cluster = journeysPostgres()

export const usualDialect: DialectName = cluster === undefined ? 'sqlite' : 'postgres'

const made = new Map<string, Promise<string>>()

export async function databaseUrlOf(folder: string): Promise<string> {
  if (cluster === undefined) return `sqlite:${join(folder, 'docket.db')}`
  const url = made.get(folder) ?? createDatabase(cluster, folder)
  made.set(folder, url)
  return url
}

async function createDatabase(server: string, folder: string): Promise<string> {
  const name = `folder_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  await onCluster(server, copyOf(POSTGRES_TEMPLATE, name))
  return `${server}/${name}`
}

/** Opens the database of a data folder without the program. */
export const inDatabaseOf = async <T>(folder: string, work: (db: Database) => Promise<T>) =>
  inDatabase(await databaseUrlOf(folder), work)

/** Settings added to the test's own when the program starts. */
export async function usualEnvironment(folder?: string): Promise<Record<string, string>> {
  if (cluster === undefined || folder === undefined) return {}
  return { DATABASE_URL: await databaseUrlOf(folder) }
}
