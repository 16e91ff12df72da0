import { afterAll, beforeAll, describe } from 'vitest'
import type { DialectName } from '../../src/platform/database/dialect.ts'

type Run = <Server extends { close(): Promise<void> }>(
  name: string,
  start: (dialect: DialectName) => Promise<Server>,
  tests: (server: Server, dialect: DialectName) => void,
) => void

const on =
  (...dialects: DialectName[]): Run =>
  (name, start, tests) =>
    describe.each(dialects)(`${name} on %s`, (dialect) => {
      const server = {} as Parameters<typeof tests>[0]
      beforeAll(async () => {
        Object.assign(server, await start(dialect))
      })
      afterAll(() => server.close?.())
      tests(server, dialect)
    })

/** Runs the same tests on SQLite and on PostgreSQL, each with a server of its own: there before the first test. */
export const eachServer = on('sqlite', 'postgres')

/** On SQLite alone: other tests run these queries on both databases. */
export const oneServer = on('sqlite')
