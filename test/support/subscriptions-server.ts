import { readdir, readFile } from 'node:fs/promises'
import PostalMime, { type Email } from 'postal-mime'
import { beforeEach } from 'vitest'
import { insertSubscription } from '../../src/features/subscriptions/queries.ts'
import type { Subscription, SubscriptionState } from '../../src/platform/database/schema.ts'
import { oneServer } from './each-server.ts'
import { startServer, type TestServer } from './start-server.ts'
import { createVisitor } from './visitor.ts'

/** Runs the tests with a server; every test begins unthrottled. */
export function onSubscriptionsServer(name: string, tests: (server: TestServer) => void): void {
  oneServer(name, startServer, (server) => {
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
  platform.db.selectFrom('subscriptions').selectAll().orderBy('id').execute()

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

/** A program’s request to subscribe; each client has its own throttle. */
export async function postSubscribe(
  { origin }: Pick<TestServer, 'origin'>,
  body: unknown,
  { ip = '192.0.2.7', ...headers }: Record<string, string> & { ip?: string } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const answer = await fetch(`${origin}/api/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A browser that sends Accept as browsers do. */
export const newBrowser = ({ origin }: Pick<TestServer, 'origin'>, ip = '192.0.2.7') =>
  createVisitor(origin, { 'x-forwarded-for': ip })

let clients = 0

/** Another client each time, so that only the tests of the throttle meet it. */
export const newIp = () => {
  clients += 1
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
}

/** New subscribers must confirm by a link in a message. */
export const WITH_CONFIRMATION = { SUBSCRIBE_CONFIRMATION: 'on', NOTIFICATIONS_MODE: 'live' }

export const subscribe = (server: TestServer, email: string, more = {}) =>
  postSubscribe(server, { email, ...more })

/** The messages in the outbox folder, as a mail program reads them, oldest first. */
export async function readOutbox({ platform }: TestServer): Promise<Email[]> {
  const folder = platform.config.mail.outboxDir
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(`${folder}/${name}`))),
  )
}

/** The path of the link in the newest message. */
export async function confirmationPath(server: TestServer): Promise<string> {
  const text = (await readOutbox(server)).at(-1)?.text ?? ''
  const link = /https?:\/\/\S+\/subscribe\/confirm\/\S+/.exec(text)?.[0] ?? ''
  if (!link.startsWith(`${server.platform.config.publicUrl}/`)) throw new Error(`a link: ${link}`)
  return new URL(link).pathname
}
