import { afterAll, beforeAll, describe } from 'vitest'
import type { DialectName } from '../../src/platform/database/dialect.ts'

interface Closable {
  close(): Promise<void>
}

type Run = <Server extends Closable>(
  name: string,
  start: (dialect: DialectName) => Promise<Server>,
  tests: (server: Server, dialect: DialectName) => void,
) => void

/** A server for all tests of a file or group: there before the first, closed after the last. */
export function sharedServer<Server extends Closable>(start: () => Promise<Server>): Server {
  const server = {} as Server
  beforeAll(async () => {
    Object.assign(server, await start())
  })
  afterAll(() => server.close?.())
  return server
}

const on =
  (...dialects: DialectName[]): Run =>
  (name, start, tests) =>
    describe.each(dialects)(`${name} on %s`, (dialect) => {
      const server = sharedServer(() => start(dialect))
      tests(server, dialect)
    })

/** Runs the same tests on SQLite and on PostgreSQL, each with a server of its own. */
export const eachServer = on('sqlite', 'postgres')

/** On SQLite alone: other tests run these queries on both databases. */
export const oneServer = on('sqlite')
