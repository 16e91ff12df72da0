import { createBounceAddresses } from '../../src/features/notifications/bounces/bounce-address.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { addSubscribers, openDeliveryFixture } from './delivery.ts'
import { LOST_READER, reportNamed, unknownUser } from './report-table.ts'

export const BOUNCE_ADDRESS = 'bounce@docket.example.com'

/** Subscribers who are sent notifications, and the bounce address of each message. */
export async function openSent(
  dialect: DialectName,
  subscribers = 3,
  { clock = Date.now, settings = {} } = {},
) {
  const environment = { MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS, ...settings }
  const fixture = await openDeliveryFixture(dialect, environment, { overrides: { clock } })
  const { platform, sink } = fixture
  await addSubscribers(platform.db, subscribers)
  const worker = fixture.startWorker()
  async function send() {
    const before = sink.received.length
    const id = await fixture.announce()
    await fixture.untilFinished(id)
    const sent = sink.received.slice(before)
    const messageTo = (recipient: string) => sent.find(({ to }) => to.includes(recipient))
    return { id, envelopeOf: (recipient: string) => messageTo(recipient)?.from ?? 'nobody' }
  }
  return { ...fixture, worker, send }
}

/** A platform whose subscribers have been sent a notification; `report(1)` returns the first message. */
export async function openReported(
  dialect: DialectName,
  subscribers: number,
  settings: Record<string, string> = {},
) {
  const { platform, worker, send } = await openSent(dialect, subscribers, { settings })
  await send()
  await worker.stop()
  const { addressOf } = createBounceAddresses(platform.secretKey, BOUNCE_ADDRESS)
  const report = (delivery: number) =>
    unknownUser
      .replaceAll('BOUNCE', addressOf(delivery))
      .replaceAll('reader0@', `reader${delivery - 1}@`)
  return { platform, addressOf, report }
}

/** To the bounce address of a message. */
export const reportTo = (name: string, address: string, recipient = LOST_READER) =>
  Buffer.from(reportNamed(name).replaceAll('BOUNCE', address).replaceAll(LOST_READER, recipient))

export async function listBounced({ db }: Pick<Platform, 'db'>): Promise<number[]> {
  const bounced = db.selectFrom('deliveries').select('id').where('state', '=', 'bounced')
  return (await bounced.orderBy('id').execute()).map(({ id }) => id)
}

/** The states of the subscriptions. */
export async function readers({ db }: Platform) {
  const rows = await db.selectFrom('subscriptions').select('state').orderBy('id').execute()
  return rows.map(({ state }) => state)
}
