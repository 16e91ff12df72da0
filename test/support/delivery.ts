import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import { announceEntries } from '../../src/features/notifications/announce/announce-entry.ts'
import {
  createDeliveryWorker,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
} from '../../src/features/notifications/deliver/worker.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type {
  Database,
  Delivery,
  Entry,
  SubscriptionState,
} from '../../src/platform/database/schema.ts'
import { createMailer } from '../../src/platform/mail/outbox-mailer.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { entryRow } from './rows.ts'
import { sinkWith } from './smtp-mailing.ts'
import type { SinkOptions } from './smtp-sink.ts'
import { newPlatform } from './test-platform.ts'

export const clerk = { administrator: { id: 1, email: 'clerk@example.com' }, clientIp: '192.0.2.9' }

/** A published entry, to send notifications of. */
export async function addEntry(db: Database, change: Partial<Entry> = {}): Promise<number> {
  const entry = entryRow({
    title: 'Order Granting Motion',
    description: 'The motion is granted.',
    type: 'Order',
    filed_by: 'Hon. Eleanor M. Whitfield',
    ...change,
  })
  return (await insertEntry(db, entry)).id
}

/** `reader0@example.org` and so on. */
export async function addSubscribers(
  db: Database,
  count: number,
  state: SubscriptionState = 'active',
): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, number) => `reader${number}@example.org`)
  const common = { state, created_at: 0, updated_at: 0 }
  for (let start = 0; start < count; start += 1000) {
    const rows = emails
      .slice(start, start + 1000)
      .map((email) => ({ email, email_key: email, token: `token-of-${email}`, ...common }))
    await db.insertInto('subscriptions').values(rows).execute()
  }
  return emails
}

/** A platform with its own real SMTP server; both end with the test. */
export async function openDeliveryFixture(
  dialect: DialectName,
  environment: Record<string, string> = {},
  { overrides = {}, sink: sinkOptions = {} }: PlaceOptions = {},
) {
  const sink = await sinkWith(sinkOptions)
  const settings = { NOTIFICATIONS_MODE: 'live', SMTP_URL: sink.url, ...environment }
  const platform = await newPlatform(dialect, settings, overrides)
  return {
    platform,
    sink,
    startWorker: (options?: DeliveryWorkerOptions) => startWorker(platform, options),
    /** Of a new entry unless one is named. */
    announce: async (entryId?: number, again?: boolean) =>
      announce(platform, entryId ?? (await addEntry(platform.db)), again),
    untilFinished: (notificationId: number) => untilFinished(platform, notificationId),
    readLog: () => readLog(platform),
    readStates: () => readStates(platform),
  }
}

interface PlaceOptions {
  overrides?: Partial<Platform>
  sink?: SinkOptions
}

/** Announces the entry and returns the notification's id. */
export const announce = (
  platform: Parameters<typeof announceEntries>[0],
  entryId: number,
  again = false,
): Promise<number> => announceEntries(platform, { entryIds: [entryId], again, by: clerk })

/** The same with subscribers, and a notification of a new entry queued for them. */
export async function openAnnounced(
  dialect: DialectName,
  recipients: number,
  environment: Record<string, string> = {},
  options: PlaceOptions = {},
) {
  const fixture = await openDeliveryFixture(dialect, environment, options)
  const { db } = fixture.platform
  const emails = await addSubscribers(db, recipients)
  const entryId = await addEntry(db)
  const id = await fixture.announce(entryId)
  const finish = (notificationId = id) => fixture.untilFinished(notificationId)
  return { ...fixture, emails, entryId, id, untilFinished: finish }
}

/** Nobody is mailed any more: the recipient unsubscribed. */
export async function unsubscribe({ db }: Pick<Platform, 'db'>, ...emails: string[]) {
  const subscriptions = db.updateTable('subscriptions').set({ state: 'unsubscribed' })
  await subscriptions.where('email', 'in', emails).execute()
}

/**
 * A notification with some messages sent and, once the worker has started, one in flight on each connection.
 * @param sent after this many messages, the server holds those in flight until `release` is called
 */
export async function openHalfway(
  dialect: DialectName,
  { recipients, connections, sent }: Record<'recipients' | 'connections' | 'sent', number>,
) {
  const environment = { MAIL_CONNECTIONS: String(connections) }
  const fixture = await openAnnounced(dialect, recipients, environment)
  const { sink } = fixture
  const { promise: after, resolve: release } = Promise.withResolvers<void>()
  const kind = 'accept'
  sink.behaveByDefault(() => (sink.received.length > sent ? { kind, after } : { kind }))
  return { ...fixture, release }
}

/** Another process on the same database, with its own connections. */
export async function openSecondProcess(platform: Platform): Promise<Platform> {
  const db = await connectDatabase(platform.config.databaseUrl)
  onTestFinished(() => db.destroy())
  const mailer = createMailer(platform.config.mail)
  onTestFinished(() => mailer.close())
  return { ...platform, db, mailer }
}

/** Polls and retries quickly. */
export const impatient: DeliveryWorkerOptions = {
  pollMs: 20,
  renewEveryMs: 50,
  serverPause: () => 50,
  nextAttemptAt: ({ now }) => now,
}

/** A worker that ends with the test. */
export function startWorker(
  platform: Pick<Platform, 'config' | 'db' | 'mailer' | 'clock' | 'log' | 'secretKey'>,
  options: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const worker = createDeliveryWorker(platform, { ...impatient, ...options })
  onTestFinished(() => worker.stop())
  worker.start()
  return worker
}

type Awaitable<T> = Promise<T> | T

/** Waits for something that must happen if the program is right. */
export async function until<T>(find: () => Awaitable<T | undefined | false>): Promise<T> {
  for (;;) {
    const value = await find()
    if (value !== undefined && value !== false) return value
    await sleep(10)
  }
}

export const untilFinished = ({ db }: Pick<Platform, 'db'>, notificationId: number) =>
  until(() => findFinished(db, notificationId))

export function findFinished(db: Database, notificationId: number) {
  const finished = db.selectFrom('notifications').where('finished_at', 'is not', null)
  return finished.selectAll().where('id', '=', notificationId).executeTakeFirst()
}

/** The delivery log by recipient. */
export async function readLog({ db }: Pick<Platform, 'db'>): Promise<Record<string, Delivery>> {
  const lines = await db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  return Object.fromEntries(lines.map((line) => [line.recipient, line]))
}

export async function readStates(platform: Pick<Platform, 'db'>): Promise<Record<string, string>> {
  const log = await readLog(platform)
  return Object.fromEntries(Object.entries(log).map(([recipient, { state }]) => [recipient, state]))
}
