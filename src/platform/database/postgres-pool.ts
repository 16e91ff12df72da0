import { PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Times in milliseconds; 0 means no limit. Parameters in the address override these. */
export interface PostgresOptions {
  poolSize?: number
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  /** Between two statements of a transaction; afterward its locks are released. */
  idleTransactionMs?: number
  /** Called for connections lost while idle; queries report their own errors. */
  onIdleError?: (error: Error) => void
}

const INT8 = 20
/** If the server has not ended a statement this long after its timeout, the connection counts as lost. */
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
    // Reads bigint as number: ids and milliseconds stay far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    // The pool watches only idle connections; losing one between two queries of a transaction would crash the process.
    client.on('error', () => {})
    closeWhenOverdue(client)
  })
  return pool
}

type Query = (...args: unknown[]) => Promise<unknown>

/** pg keeps a connection whose answer is overdue; its next user would wait for the same answer. */
function closeWhenOverdue(client: pg.ClientBase & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client) as Query
  const impatient: Query = (...args) =>
    query(...args).catch((error: Error) => {
      if (error.message === 'Query read timeout') client.end?.().catch(() => {})
      throw error
    })
  client.query = impatient as typeof client.query
}

/** Migrations use a transaction lock (migrate.ts); Kysely's own lock would outlive a failure. */
class LockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
