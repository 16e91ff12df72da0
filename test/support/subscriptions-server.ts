import { readdir, readFile } from 'node:fs/promises'
import PostalMime, { type Email } from 'postal-mime'
import { beforeEach, onTestFinished } from 'vitest'
import { insertSubscription } from '../../src/features/subscriptions/queries.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Subscription, SubscriptionState } from '../../src/platform/database/schema.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { oneServer } from './each-server.ts'
import { startServer, type TestServer } from './start-server.ts'
import { createVisitor } from './visitor.ts'

/** A token that no one has. */
export const UNKNOWN = 'u'.repeat(43)

export const ONE_CLICK = 'List-Unsubscribe=One-Click'
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }

export type SubscriptionsServer = Awaited<ReturnType<typeof startSubscriptions>>

/** A server, and what its subscribers do with it. */
export async function startSubscriptions(...options: Parameters<typeof startServer>) {
  const server = await startServer(...options)
  return { ...server, ...subscribersOf(server) }
}

/** The same for one test, gone with it: new subscribers must confirm by a link in a message. */
export async function newConfirming(
  dialect: DialectName = 'sqlite',
  overrides: Partial<Platform> = {},
  environment: Record<string, string> = { NOTIFICATIONS_MODE: 'live' },
) {
  const settings = { SUBSCRIBE_CONFIRMATION: 'on', ...environment }
  const server = await startSubscriptions(dialect, settings, overrides)
  onTestFinished(server.close)
  return server
}

/** Runs the tests with a server; every test begins unthrottled. */
export function onSubscriptions(name: string, tests: (server: SubscriptionsServer) => void): void {
  oneServer(name, startSubscriptions, (server) => {
    beforeEach(async () => {
      await server.platform.db.deleteFrom('throttles').execute()
    })
    tests(server)
  })
}

let people = 0
let clients = 0

/** Another client each time, so that only the tests of the throttle meet it. */
function newIp() {
  clients += 1
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
}

export function subscribersOf({ platform, origin }: Pick<TestServer, 'platform' | 'origin'>) {
  const subscriptions = () =>
    platform.db.selectFrom('subscriptions').selectAll().orderBy('id').execute()

  /** Someone new. */
  async function addReader(state: SubscriptionState = 'active'): Promise<Subscription> {
    people += 1
    const email = `reader${people}@example.com`
    const token = `${people}`.padStart(43, '-_aZ09')
    const reader = { email, email_key: email, token, state }
    const row = await insertSubscription(platform.db, reader, 1000)
    if (!row) throw new Error('already there')
    return row
  }

  const stateOf = async ({ id }: Subscription) =>
    (await subscriptions()).find((one) => one.id === id)?.state

  /** As a mail provider's servers send it: no cookie, no Origin, no browser headers. */
  const oneClick = (token: string, body: string | Blob | FormData = ONE_CLICK, headers = {}) =>
    fetch(`${origin}/unsubscribe/${token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: typeof body === 'string' ? { ...URLENCODED, ...headers } : headers,
      body,
    })

  /** A program’s request to subscribe. */
  async function post(
    body: unknown,
    { ip = newIp(), ...headers }: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const answer = await fetch(`${origin}/api/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }

  const newBrowser = (ip = newIp()) => createVisitor(origin, { 'x-forwarded-for': ip })

  /** The messages in the outbox folder, as a mail program reads them, oldest first. */
  async function readOutbox(): Promise<Email[]> {
    const folder = platform.config.mail.outboxDir
    const names = await readdir(folder).catch(() => [])
    const files = names.filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(`${folder}/${name}`))),
    )
  }

  /** The path of the link in the newest message. */
  async function confirmPath(): Promise<string> {
    const text = (await readOutbox()).at(-1)?.text ?? ''
    const link = /https?:\/\/\S+\/subscribe\/confirm\/\S+/.exec(text)?.[0] ?? ''
    if (!link.startsWith(`${platform.config.publicUrl}/`)) throw new Error(`a link: ${link}`)
    return new URL(link).pathname
  }

  return { subscriptions, addReader, stateOf, oneClick, post, newBrowser, readOutbox, confirmPath }
}
