import { createAdminLayout } from '../../src/features/accounts/admin-layout.ts'
import { createDocketHandlers } from '../../src/features/public/routes.tsx'
import { createSearch } from '../../src/features/search/queries.ts'
import { createFindFrame } from '../../src/features/site/site-frame.ts'
import { createLinkHandlers } from '../../src/features/subscriptions/link-routes.tsx'
import { createSubscriptionAdminHandlers } from '../../src/features/subscriptions/list/admin-routes.tsx'
import { createSubscribeHandler } from '../../src/features/subscriptions/subscribe/subscribe-routes.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { createPageCache } from '../../src/platform/http/page-cache.ts'
import { anyone, get, post } from '../../src/platform/http/route.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { listen } from './accounts-server.ts'
import { startServer, type TestServer } from './start-server.ts'
import { createVisitor } from './visitor.ts'

export type SubscriptionsServer = TestServer

/** A real server with the subscription routes, over a fresh database. */
export const startSubscriptions = (
  dialect: DialectName = 'sqlite',
  environment: Record<string, string> = {},
  overrides: Partial<Platform> = {},
): Promise<SubscriptionsServer> => startServer(listenSubscriptions, dialect, environment, overrides)

/** Another server over the platform. */
export function listenSubscriptions(platform: Platform) {
  const findFrame = createFindFrame(platform)
  const sendPage = createPageCache(platform.revision)
  const search = createSearch(platform)
  const { renderHome, home } = createDocketHandlers(platform, { findFrame, sendPage, search })
  const subscribe = createSubscribeHandler(platform, renderHome)
  const links = createLinkHandlers(platform, findFrame)
  const admin = createSubscriptionAdminHandlers(platform, createAdminLayout(platform))
  return listen(platform, ({ administrator }) => [
    get('/', anyone, home),
    post('/api/subscribe', anyone, subscribe),
    get('/subscribe/confirm/:token', anyone, links.confirmationPage),
    post('/api/subscribe/confirm/:token', anyone, links.confirm),
    get('/unsubscribe/:token', anyone, links.unsubscribePage),
    post('/unsubscribe/:token', anyone, links.oneClickUnsubscribe),
    get('/api/unsubscribe/:token', anyone, links.unsubscribeRedirect),
    post('/api/unsubscribe/:token', anyone, links.unsubscribe),
    get('/admin/subscribers', administrator, admin.listSubscribers),
    get('/admin/subscribers.csv', administrator, admin.subscribersCsv),
    get('/admin/subscribers/:id/unsubscribe', administrator, admin.confirmUnsubscribe),
    post('/admin/subscribers/:id/unsubscribe', administrator, admin.unsubscribe),
    post('/admin/subscribers/:id/write-again', administrator, admin.resumeSubscription),
    get('/admin/subscribers/:id/remove', administrator, admin.confirmRemove),
    post('/admin/subscribers/:id/remove', administrator, admin.remove),
  ])
}

/** A request to the JSON API from one client; each has its own throttle. */
export async function callApi(
  { origin }: Pick<SubscriptionsServer, 'origin'>,
  path: string,
  body: unknown,
  { ip = '192.0.2.7', ...headers }: Record<string, string> & { ip?: string } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A browser that sends Accept as browsers do. */
export const newBrowser = ({ origin }: Pick<SubscriptionsServer, 'origin'>, ip = '192.0.2.7') =>
  createVisitor(origin, { 'x-forwarded-for': ip })

let clients = 0

/** Another client each time, so that only the tests of the throttle meet it. */
export const newIp = () => {
  clients += 1
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
}
