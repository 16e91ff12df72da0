import { sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import {
  importAccessLog,
  type LogImportOptions,
} from '../../src/features/log-import/import-access-log.ts'
import {
  combined,
  importing,
  insertDocuments,
  type LoggedRequest,
  logFolder,
} from './access-log.ts'
import { eachDatabase, type TestDatabase } from './each-database.ts'

const START = Date.UTC(2025, 2, 1, 12)
/** This many minutes after the beginning of these tests' logs, in milliseconds since 1970 UTC. */
export const at = (minutes: number) => START + minutes * 60_000

/** A log of the combined format. */
export const log = (requests: LoggedRequest[]) =>
  requests.map((request) => `${combined(request)}\n`).join('')

/** Runs the same tests of the import on SQLite and on PostgreSQL; documents 1 to 3 are there, and no download yet. */
export function eachImport(
  name: string,
  tests: (importer: Importer, database: TestDatabase) => void,
): void {
  eachDatabase(name, (database) => {
    const importer = createImporter(database)
    beforeAll(() => insertDocuments(database.db, [1, 2, 3]))
    beforeEach(importer.forget)
    tests(importer, database)
  })
}

type Importer = ReturnType<typeof createImporter>

function createImporter(database: TestDatabase) {
  const run = (files: string[], changes: Partial<LogImportOptions> = {}) =>
    importAccessLog(
      { db: database.db, clock: Date.now, config: { timeZone: 'America/New_York' } as never },
      importing(files, changes),
    )
  const records = () =>
    database.db
      .selectFrom('document_accesses')
      .select(['document_id', 'accessed_at', 'client_ip', 'user_agent', 'is_robot', 'source'])
      .orderBy('accessed_at')
      .orderBy('document_id')
      .orderBy('user_agent')
      .execute()
  const recordedAt = async () => (await records()).map(({ accessed_at }) => accessed_at)
  async function forget() {
    for (const table of ['document_accesses', 'imported_lines', 'imported_bursts', 'audit_log'])
      await sql`delete from ${sql.table(table)}`.execute(database.db)
  }
  /** @returns the log's path */
  const write = (name: string, requests: LoggedRequest[], more = '') =>
    logFolder()(name, log(requests) + more)
  return { run, write, records, recordedAt, forget }
}
