import { afterAll, beforeAll, describe } from 'vitest'
import type { DialectName } from '../../src/platform/database/dialect.ts'

/** Runs the same tests on SQLite and on PostgreSQL, each with a server of its own: there before the first test. */
export function eachServer<Server extends { close(): Promise<void> }>(
  name: string,
  start: (dialect: DialectName) => Promise<Server>,
  tests: (server: Server, dialect: DialectName) => void,
): void {
  describe.each(['sqlite', 'postgres'] as const)(`${name} on %s`, (dialect) => {
    const server = {} as Server
    beforeAll(async () => {
      Object.assign(server, await start(dialect))
    })
    afterAll(() => server.close?.())
    tests(server, dialect)
  })
}
