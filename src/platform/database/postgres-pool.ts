import { PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Times are milliseconds; 0 is without an end. What the address itself says in its query goes before these. */
export interface PostgresOptions {
  /** Connections at most. */
  poolSize?: number
  connectTimeoutMs?: number
  /** The server ends a statement that takes longer. */
  statementTimeoutMs?: number
  /** The server ends a transaction that rests longer between two statements, so that its locks are free again. */
  idleTransactionMs?: number
  /** Told of connections lost while idle; queries report their own. */
  onIdleError?: (error: Error) => void
}

const INT8 = 20
/** So long after the server should have ended a statement, the connection is taken for lost. */
const GRACE_MS = 5000

export function postgresDialect(connectionString: string, options: PostgresOptions) {
  return new LockedPostgresDialect({ pool: createPool(connectionString, options) })
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
      if (error.message === OVERDUE) client.end?.().catch(() => {})
      throw error
    })
  client.query = impatient as typeof client.query
}

/** In the words of pg. */
const OVERDUE = 'Query read timeout'

/** Migrations are made in one transaction, under a lock of it (migrate.ts); Kysely's own would outlive its failure. */
class LockedPostgresDialect extends PostgresDialect {
  override createAdapter() {
    return new LockedPostgresAdapter()
  }
}

class LockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
