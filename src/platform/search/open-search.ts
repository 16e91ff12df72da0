import { connectApart } from '../database/connect.ts'
import type { Database } from '../database/schema.ts'
import type { Platform } from '../platform.ts'

/** A search that has not ended by then is given up (503): nobody waits for it any more. */
const STATEMENT_TIMEOUT_MS = 10_000

/** The database for searches: on SQLite a thread of its own, on PostgreSQL connections of their own. */
export function openSearch({ config, log }: Pick<Platform, 'config' | 'log'>): Database {
  return connectApart(config.databaseUrl, {
    readOnly: true,
    poolSize: 4,
    connectTimeoutMs: config.database.connectTimeoutMs,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: (error) => log.error({ err: error }, 'database connection lost'),
  })
}
