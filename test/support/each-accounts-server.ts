import { beforeEach } from 'vitest'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { type ClerkServer, startWithClerk } from './accounts-server.ts'
import { eachServer } from './each-server.ts'
import type { TestServer } from './start-server.ts'

/** Each test begins with no one throttled or disabled, and an empty audit log. */
export function eachAccountsServer(
  name: string,
  tests: (server: ClerkServer, dialect: DialectName) => void,
): void {
  eachServer(name, startWithClerk, (server, dialect) => {
    beforeEach(async () => {
      const { db } = server.platform
      await db.deleteFrom('throttles').execute()
      await db.deleteFrom('audit_log').execute()
      await db.updateTable('administrators').set({ disabled_at: null }).execute()
    })
    tests(server, dialect)
  })
}

/** Who did what to whom, and from where, without sign-ins. */
export const actionsOf = async ({ platform }: Pick<TestServer, 'platform'>) =>
  (await platform.db.selectFrom('audit_log').selectAll().orderBy('id').execute())
    .filter(({ action }) => action !== 'administrator.signed_in')
    .map(({ actor, action, subject, client_ip }) => [actor, action, subject, client_ip])
