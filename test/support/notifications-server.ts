import { onTestFinished } from 'vitest'
import { createDeliveryWorker } from '../../src/features/notifications/deliver/worker.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { addAdministrator, newSignedIn } from './accounts-server.ts'
import { addEntry, addSubscribers, impatient, untilFinished } from './delivery.ts'
import { listen } from './start-server.ts'
import { newPlatform } from './test-platform.ts'

export const LIVE = { NOTIFICATIONS_MODE: 'live' }
export const TESTING = { NOTIFICATIONS_TEST_RECIPIENT: 'trial@example.com' }

/**
 * A server with subscribers, one entry, a worker that is not started, and a signed-in administrator, ending with the
 * test; `path` sends the entry's notification.
 */
export async function openNotifications(
  dialect: DialectName,
  environment: Record<string, string>,
  subscribers = 3,
) {
  const platform = await newPlatform(dialect, environment)
  const worker = createDeliveryWorker(platform, impatient)
  const { origin, close } = await listen(platform, { worker })
  onTestFinished(close)
  await addAdministrator(platform)
  const client = await newSignedIn({ origin })
  await client.get('/admin/account')
  await addSubscribers(platform.db, subscribers)
  const entryId = await addEntry(platform.db, { title: 'Order <b>Granting</b> Motion' })
  const path = `/admin/entries/${entryId}/notifications`
  /** Lets the worker finish the notification of this page. */
  let isWorking = false
  const finish = (pageUrl: string | null) => {
    if (!isWorking) worker.start()
    isWorking = true
    return untilFinished(platform, Number(pageUrl?.split('/').at(-1)))
  }
  return { platform, origin, worker, client, entryId, path, finish }
}
