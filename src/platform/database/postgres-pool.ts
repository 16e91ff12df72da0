import { PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Times are milliseconds; 0 means no limit. The address's own query overrides these. */
export interface PostgresOptions {
  poolSize?: number
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  /** Between two statements of a transaction, whose locks are then free again. */
  idleTransactionMs?: number
  /** Told of connections lost while idle; queries report their own. */
  onIdleError?: (error: Error) => void
}

const INT8 = 20
/** So long after the server should have ended a statement, the connection counts as lost. */
const GRACE_MS = 5000

export function postgresDialect(connectionString: string, options: PostgresOptions) {
  return Object.assign(new PostgresDialect({ pool: createPool(connectionString, options) }), {
    createAdapter: () => new LockedPostgresAdapter(),
  })
}

function createPool(
  connectionString: string,
  {
    poolSize = 10,
    connectTimeoutMs = 10_000,
    statementTimeoutMs = 0,
    idleTransactionMs = 0,
    onIdleError = () => {},
  }: PostgresOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    fallback_application_name: 'docket',
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + GRACE_MS,
    }),
    ...(idleTransactionMs > 0 && { idle_in_transaction_session_timeout: idleTransactionMs }),
    // bigint as number: ids and milliseconds stay far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    // The pool watches only its idle connections; one lost between two queries of a transaction would end the process.
    client.on('error', () => {})
    closeWhenOverdue(client)
  })
  return pool
}

type Query = (...given: unknown[]) => Promise<unknown>

/** pg keeps a connection whose answer is overdue; whoever got it next would wait for the same answer. */
function closeWhenOverdue(client: pg.ClientBase & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client) as Query
  const impatient: Query = (...given) =>
    query(...given).catch((error: Error) => {
      if (error.message === 'Query read timeout') client.end?.().catch(() => {})
      throw error
    })
  client.query = impatient as typeof client.query
}

/** Migrations have a lock of their transaction (migrate.ts); Kysely's would outlive its failure. */
class LockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
