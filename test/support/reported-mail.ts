import { createBounceAddresses } from '../../src/features/notifications/bounces/bounce-address.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Platform } from '../../src/platform/platform.ts'
import {
  addEntry,
  addSubscribers,
  announce,
  openDeliveryPlace,
  startWorker,
  untilFinished,
} from './delivery.ts'
import { unknownUser } from './report-table.ts'

export const BOUNCE_ADDRESS = 'bounce@docket.example.com'

/** A platform whose subscribers have been sent a notification; `report(1)` returns the first message. */
export async function openReported(
  dialect: DialectName,
  subscribers: number,
  settings: Record<string, string> = {},
) {
  const environment = { MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS, ...settings }
  const { platform } = await openDeliveryPlace(dialect, environment)
  await addSubscribers(platform.db, subscribers)
  const worker = startWorker(platform)
  await untilFinished(platform, await announce(platform, await addEntry(platform.db)))
  await worker.stop()
  const { addressOf } = createBounceAddresses(platform.secretKey, BOUNCE_ADDRESS)
  const report = (delivery: number) =>
    unknownUser
      .replaceAll('BOUNCE', addressOf(delivery))
      .replaceAll('reader0@', `reader${delivery - 1}@`)
  return { platform, addressOf, report }
}

/** The ids of the deliveries that came back. */
export async function listBounced({ db }: Pick<Platform, 'db'>): Promise<number[]> {
  const bounced = db.selectFrom('deliveries').select('id').where('state', '=', 'bounced')
  return (await bounced.orderBy('id').execute()).map(({ id }) => id)
}
