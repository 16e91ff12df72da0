import { beforeEach } from 'vitest'
import { insertSubscription } from '../../src/features/subscriptions/queries.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Subscription, SubscriptionState } from '../../src/platform/database/schema.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { oneServer } from './each-server.ts'
import { startServer, type TestServer } from './start-server.ts'

/** Runs the tests with a server; every test begins unthrottled. */
export function onSubscriptionsServer(
  name: string,
  overrides: Partial<Platform>,
  tests: (server: TestServer) => void,
): void {
  const start = (dialect: DialectName) => startServer(dialect, {}, overrides)
  oneServer(name, start, (server) => {
    beforeEach(async () => {
      await server.platform.db.deleteFrom('throttles').execute()
    })
    tests(server)
  })
}

let people = 0

/** Someone new. */
export async function addSubscriber(
  { platform }: Pick<TestServer, 'platform'>,
  state: SubscriptionState = 'active',
): Promise<Subscription> {
  people += 1
  const email = `reader${people}@example.com`
  const row = await insertSubscription(
    platform.db,
    { email, email_key: email, token: `${people}`.padStart(43, '-_aZ09'), state },
    1000,
  )
  if (!row) throw new Error('already there')
  return row
}

export const listSubscriptions = ({ platform }: Pick<TestServer, 'platform'>) =>
  platform.db.selectFrom('subscriptions').selectAll().execute()

export const stateOf = async (server: Pick<TestServer, 'platform'>, { id }: Subscription) =>
  (await listSubscriptions(server)).find((one) => one.id === id)?.state

/** A token that no one has. */
export const UNKNOWN = 'u'.repeat(43)

export const ONE_CLICK = 'List-Unsubscribe=One-Click'
export const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }

/** As a mail provider's servers send it: no cookie, no Origin, no browser headers. */
export const mailProvider = (
  { origin }: Pick<TestServer, 'origin'>,
  token: string,
  body: string | Blob | FormData = ONE_CLICK,
  headers = {},
) =>
  fetch(`${origin}/unsubscribe/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: typeof body === 'string' ? { ...URLENCODED, ...headers } : headers,
    body,
  })
