import { createElement } from 'preact'
import { onTestFinished } from 'vitest'
import { createAdminLayout } from '../../src/features/accounts/admin-layout.ts'
import { findEntry } from '../../src/features/docket/entries/queries.ts'
import { createNotificationAdminHandlers } from '../../src/features/notifications/admin-routes.tsx'
import { entryPanel } from '../../src/features/notifications/announce/entry-panel.tsx'
import {
  createDeliveryWorker,
  type DeliveryWorker,
} from '../../src/features/notifications/deliver/worker.ts'
import { createAccessStatistics } from '../../src/features/statistics/figures/statistics.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { get, post } from '../../src/platform/http/route.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createReadingThread } from '../../src/platform/threads/serving-threads.ts'
import { renderPage } from '../../src/ui/layout/render.tsx'
import { addAdministrator, listen, newSignedIn } from './accounts-server.ts'
import { addEntry, addSubscribers, impatient } from './delivery.ts'
import { createTestPlatform } from './test-platform.ts'
import type { Visitor } from './visitor.ts'

interface NotificationsServer {
  platform: Platform
  origin: string
  worker: DeliveryWorker
  /** Signed in. */
  client: Visitor
  close(): Promise<void>
}

/** A real server with the notifications' routes, a worker that is not started, and a signed-in administrator. */
async function startNotifications(
  dialect: DialectName,
  environment: Record<string, string> = {},
): Promise<NotificationsServer> {
  const { platform, dispose } = await createTestPlatform(dialect, environment)
  const layout = createAdminLayout(platform)
  const worker = createDeliveryWorker(platform, impatient)
  const reading = createReadingThread(platform.config)
  const statistics = createAccessStatistics(platform.config, reading)
  const handlers = createNotificationAdminHandlers(platform, { layout, worker, statistics })
  const { origin, close } = await listen(platform, ({ administrator }) => [
    get('/test/entry-panel/:id', administrator, async (request, reply) => {
      const entry = await findEntry(platform.db, Number((request.params as { id: string }).id))
      if (!entry) throw new Error('no such entry')
      const { action, past } = await entryPanel(platform, entry)
      const page = createElement('div', null, action, past)
      return reply.type('text/html').send(renderPage(page))
    }),
    get('/admin/entries/:id/notifications/new', administrator, handlers.preview),
    post('/admin/entries/:id/notifications', administrator, handlers.announce),
    get('/admin/notifications', administrator, handlers.list),
    post('/admin/notifications', administrator, handlers.announce),
    get('/admin/notifications/new', administrator, handlers.preview),
    get('/admin/notifications/preview.html', administrator, handlers.previewHtml),
    get('/admin/notifications/:id', administrator, handlers.show),
    get('/admin/notifications/:id.json', administrator, handlers.progress),
    get('/admin/notifications/:id.csv', administrator, handlers.csv),
    get('/admin/notifications/:id/message.html', administrator, handlers.messageHtml),
    get('/admin/notifications/:id/stop', administrator, handlers.confirmStop),
    post('/admin/notifications/:id/stop', administrator, handlers.stop),
    post('/admin/notifications/:id/retry', administrator, handlers.retry),
    get('/admin/deliveries/:id/message', administrator, handlers.message),
  ])
  await addAdministrator(platform)
  const client = await newSignedIn({ origin })
  await client.get('/admin/account')
  return {
    platform,
    origin,
    worker,
    client,
    async close() {
      await worker.stop()
      await close()
      await statistics.close()
      await reading.end()
      await dispose()
    },
  }
}

export const LIVE = { NOTIFICATIONS_MODE: 'live' }
export const TESTING = { NOTIFICATIONS_TEST_RECIPIENT: 'trial@example.com' }

/** The same with subscribers and one entry, ending with the test; `path` sends its notification. */
export async function openNotifications(
  dialect: DialectName,
  environment: Record<string, string>,
  subscribers = 3,
) {
  const server = await startNotifications(dialect, environment)
  onTestFinished(server.close)
  await addSubscribers(server.platform.db, subscribers)
  const entryId = await addEntry(server.platform.db, { title: 'Order <b>Granting</b> Motion' })
  return { ...server, entryId, path: `/admin/entries/${entryId}/notifications` }
}
