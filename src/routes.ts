import type { FastifyRequest } from 'fastify'
import { developmentRoutes } from './development/routes.tsx'
import { inventedSamples } from './features/docket/public/api-schemas.ts'
import { openApiDocument, withSamples } from './features/site/api/openapi.ts'
import { renderErrorPage } from './features/site/pages.tsx'
import type { Features } from './features.ts'
import { type ApiSamples, answering } from './platform/http/api-schema.ts'
import type { ErrorView } from './platform/http/errors.ts'
import { anyone, forAnySite, get, post, type Route, withFiles } from './platform/http/route.ts'
import type { Platform } from './platform/platform.ts'

/** The whole site: method, address -> guard -> handler. Forms of administrators are CSRF-checked by the guard. */
export function createRoutes(platform: Platform, features: Features): Route[] {
  const { guards, docket, docketApi, documents, subscriptions, site } = features
  const { administrator, newcomer } = guards
  const describe = (made: object, samples: ApiSamples) => withSamples(made, routes, samples)
  const openApi = answering(openApiDocument, ({ server }, reply) =>
    reply.send(describe(server.swagger(), inventedSamples(platform.config.publicUrl))),
  )
  const routes: Route[] = [
    // Public pages
    get('/', anyone, docket.home),
    get('/entries/:id', anyone, docket.entry),
    get('/documents/:id', anyone, documents.page),
    get('/ecf/:reference', anyone, docket.shortLink),
    get('/documents.zip', anyone, features.zip),
    get('/verify', anyone, features.verify.page),
    forAnySite(get('/feed.xml', anyone, docket.feed)),
    forAnySite(get('/calendar.ics', anyone, features.calendar.all)),
    forAnySite(get('/events/:id.ics', anyone, features.calendar.one)),
    get('/sitemap.xml', anyone, features.sitemap.all),
    get('/sitemaps/:part', anyone, features.sitemap.part),
    get('/robots.txt', anyone, site.robots),
    get('/healthz', anyone, site.alive),
    get('/readyz', anyone, site.ready),

    // API
    forAnySite(get('/api/docket-entries', anyone, docketApi.list)),
    forAnySite(get('/api/docket-entries/:id', anyone, docketApi.show)),
    forAnySite(get('/api/documents/:id/download', anyone, features.download)),
    forAnySite(get('/api/sha256/:hash', anyone, features.verify.byHash)),
    post('/api/subscribe', anyone, subscriptions.subscribe),
    post('/api/unsubscribe/:token', anyone, subscriptions.unsubscribe),
    get('/api/unsubscribe/:token', anyone, subscriptions.unsubscribeRedirect),
    post('/api/subscribe/confirm/:token', anyone, subscriptions.confirm),
    forAnySite(get('/api/openapi.json', anyone, openApi)),
    get('/api', anyone, (request, reply) => features.apiPage(describe, request, reply)),

    // Links in mail
    get('/subscribe/confirm/:token', anyone, subscriptions.confirmationPage),
    get('/unsubscribe/:token', anyone, subscriptions.unsubscribePage),
    post('/unsubscribe/:token', anyone, subscriptions.oneClickUnsubscribe),

    // Signing in
    get('/admin/login', newcomer, features.accounts.showLogin),
    post('/admin/login', newcomer, features.accounts.login),
    get('/admin/first-run/:code', newcomer, features.accounts.showFirstRun),
    post('/admin/first-run/:code', newcomer, features.accounts.firstRun),
    post('/admin/logout', administrator, features.accounts.logout),

    // Own account, administrators
    get('/admin/account', administrator, features.accounts.showAccount),
    post('/admin/account/password', administrator, features.accounts.changePassword),
    post('/admin/account/sessions/end-others', administrator, features.accounts.endOtherSessions),
    get('/admin/account/two-factor', administrator, features.accounts.showTwoFactor),
    post('/admin/account/two-factor', administrator, features.accounts.turnOnTwoFactor),
    post('/admin/account/two-factor/off', administrator, features.accounts.turnOffTwoFactor),
    post(
      '/admin/account/two-factor/recovery-codes',
      administrator,
      features.accounts.renewRecoveryCodes,
    ),
    get('/admin/admins', administrator, features.accounts.showAdministrators),
    post('/admin/admins', administrator, features.accounts.createAdministrator),
    post('/admin/admins/:id/disable', administrator, features.accounts.disableAdministrator),
    post('/admin/admins/:id/enable', administrator, features.accounts.enableAdministrator),
    get('/admin/audit-log', administrator, features.accounts.showAuditLog),

    // Docket
    get('/admin', administrator, features.dashboard.dashboard),
    get('/admin/settings', administrator, features.settings.show),
    post('/admin/settings', administrator, features.settings.change),
    get('/admin/entries', administrator, features.entryAdmin.list),
    withFiles(post('/admin/entries', administrator, features.entryAdmin.create)),
    get('/admin/entries/new', administrator, features.entryAdmin.showNew),
    get('/admin/entries/:id', administrator, features.entryAdmin.show),
    withFiles(post('/admin/entries/:id', administrator, features.entryAdmin.change)),
    get('/admin/entries/:id/edit', administrator, features.entryAdmin.edit),
    get('/admin/entries/:id/delete', administrator, features.entryAdmin.confirmDelete),
    post('/admin/entries/:id/delete', administrator, features.entryAdmin.remove),
    post('/admin/entries/:id/restore', administrator, features.entryAdmin.restore),
    withFiles(
      post('/admin/entries/:id/documents', administrator, features.entryAdmin.addDocuments),
    ),
    get('/admin/documents/:id', administrator, features.documentAdmin.edit),
    withFiles(post('/admin/documents/:id', administrator, features.documentAdmin.change)),
    post('/admin/documents/:id/delete', administrator, features.documentAdmin.remove),
    post('/admin/documents/:id/restore', administrator, features.documentAdmin.restore),
    get('/admin/documents/:id/file', administrator, features.documentAdmin.file),

    // Downloads
    get('/admin/document-access', administrator, features.accessAdmin.show),
    get('/admin/document-access.csv', administrator, features.accessAdmin.csv),

    // Subscribers
    get('/admin/subscribers', administrator, features.subscriptionAdmin.listSubscribers),
    get('/admin/subscribers.csv', administrator, features.subscriptionAdmin.subscribersCsv),
    get(
      '/admin/subscribers/:id/unsubscribe',
      administrator,
      features.subscriptionAdmin.askUnsubscribe,
    ),
    post(
      '/admin/subscribers/:id/unsubscribe',
      administrator,
      features.subscriptionAdmin.unsubscribe,
    ),
    get('/admin/subscribers/:id/remove', administrator, features.subscriptionAdmin.askRemove),
    post('/admin/subscribers/:id/remove', administrator, features.subscriptionAdmin.remove),

    // Notifications
    get('/admin/entries/:id/notifications/new', administrator, features.notifications.preview),
    get(
      '/admin/entries/:id/notifications/preview.html',
      administrator,
      features.notifications.previewHtml,
    ),
    post('/admin/entries/:id/notifications', administrator, features.notifications.announce),
    get('/admin/notifications', administrator, features.notifications.list),
    get('/admin/notifications/:id', administrator, features.notifications.show),
    get('/admin/notifications/:id.json', administrator, features.notifications.progress),
    get('/admin/notifications/:id.csv', administrator, features.notifications.csv),
    get('/admin/notifications/:id/message.html', administrator, features.notifications.messageHtml),
    get('/admin/notifications/:id/stop', administrator, features.notifications.confirmStop),
    post('/admin/notifications/:id/stop', administrator, features.notifications.stop),
    post('/admin/notifications/:id/retry', administrator, features.notifications.retry),
    get('/admin/deliveries/:id/message', administrator, features.notifications.message),
  ]
  if (platform.config.development) {
    routes.push(...developmentRoutes(platform.config.publicUrl, features.findFrame))
  }
  return routes
}

export const errorRenderer =
  (platform: Platform, { findFrame }: Features) =>
  (request: FastifyRequest, error: ErrorView): Promise<string> =>
    renderErrorPage(platform, findFrame, { ...error, isAdmin: request.url.startsWith('/admin') })
