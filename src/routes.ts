import { MAX_FORM_BYTES } from './features/filings/correct-filing.ts'
import { openApiDocument } from './features/site/api-page.tsx'
import type { Features } from './features.ts'
import { apiHandler } from './platform/http/api-schema.ts'
import { anyone, get, post, type Route, withCors, withFiles } from './platform/http/route.ts'

/** The whole site: method, address -> guard -> handler. The guard checks the CSRF token of administrators' forms. */
export function createRoutes(features: Features): Route[] {
  const { guards, accounts, docket, docketApi, documents, subscriptions, site } = features
  const { entryAdmin, documentAdmin, accessAdmin, subscriptionAdmin, notifications } = features
  const { filings } = features
  const { administrator, signedOut, signedOutApi } = guards
  const openApi = apiHandler(openApiDocument, ({ server }, reply) => reply.send(server.swagger()))
  return [
    // Public pages
    get('/', anyone, docket.home),
    get('/print', anyone, docket.print),
    get('/entries/:id', anyone, docket.entry),
    get('/documents/:id', anyone, documents.page),
    get('/documents/:id/text', anyone, documents.text),
    get('/ecf/:reference', anyone, docket.shortLink),
    get('/ECF/:reference', anyone, (request, reply) => reply.redirect(request.url.toLowerCase())),
    get('/documents.zip', anyone, features.zip),
    get('/about', anyone, features.about.about),
    get('/follow', anyone, features.about.follow),
    get('/verify', anyone, features.verify),
    withCors(get('/feed.xml', anyone, docket.feed)),
    withCors(get('/calendar.ics', anyone, features.calendar.all)),
    withCors(get('/events/:id.ics', anyone, features.calendar.one)),
    get('/sitemap.xml', anyone, features.sitemap),
    get('/card.png', anyone, features.card.card),
    get('/apple-touch-icon.png', anyone, features.card.icon),
    get('/manifest.webmanifest', anyone, features.card.manifest),
    get('/robots.txt', anyone, site.robots),
    get('/healthz', anyone, site.alive),
    get('/readyz', anyone, site.ready),
    get('/metrics', anyone, features.metrics.show),

    // API
    withCors(get('/api/docket-entries', anyone, docketApi.list)),
    withCors(get('/api/docket-entries/:id', anyone, docketApi.show)),
    withCors(get('/api/documents/:id/download', anyone, features.download)),
    post('/api/subscribe', anyone, subscriptions.subscribe),
    post('/api/unsubscribe/:token', signedOutApi, subscriptions.unsubscribe),
    get('/api/unsubscribe/:token', anyone, subscriptions.unsubscribeRedirect),
    withCors(get('/api/openapi.json', anyone, openApi)),
    get('/api', anyone, features.apiPage),

    // Links in mail
    get('/subscribe/confirm/:token', signedOut, subscriptions.confirmationPage),
    post('/subscribe/confirm/:token', signedOut, subscriptions.confirm),
    get('/unsubscribe/:token', signedOut, subscriptions.unsubscribePage),
    post('/unsubscribe/:token', anyone, subscriptions.oneClickUnsubscribe),

    // Signing in
    get('/admin/login', signedOut, accounts.showLogin),
    post('/admin/login', signedOut, accounts.login),
    get('/admin/first-run/:code', signedOut, accounts.showFirstRun),
    post('/admin/first-run/:code', signedOut, accounts.firstRun),
    post('/admin/logout', administrator, accounts.logout),

    // Own account, administrators
    get('/admin/account', administrator, accounts.showAccount),
    post('/admin/account/password', administrator, accounts.changePassword),
    get('/admin/account/two-factor', administrator, accounts.showTwoFactor),
    post('/admin/account/two-factor', administrator, accounts.turnOnTwoFactor),
    post('/admin/account/two-factor/off', administrator, accounts.turnOffTwoFactor),
    get('/admin/admins', administrator, accounts.showAdministrators),
    post('/admin/admins', administrator, accounts.createAdministrator),
    post('/admin/admins/:id/disable', administrator, accounts.disableAdministrator),
    post('/admin/admins/:id/enable', administrator, accounts.enableAdministrator),
    get('/admin/audit-log', administrator, accounts.showAuditLog),

    // Docket
    get('/admin', administrator, features.dashboard),
    get('/admin/settings', administrator, features.settings.show),
    post('/admin/settings', administrator, features.settings.change),
    get('/admin/entries', administrator, entryAdmin.list),
    withFiles(post('/admin/entries', administrator, entryAdmin.create)),
    get('/admin/entries/new', administrator, entryAdmin.showNew),
    get('/admin/entries/:id', administrator, entryAdmin.show),
    withFiles(post('/admin/entries/:id', administrator, entryAdmin.change)),
    get('/admin/entries/:id/edit', administrator, entryAdmin.edit),
    get('/admin/entries/:id/delete', administrator, entryAdmin.confirmDelete),
    post('/admin/entries/:id/delete', administrator, entryAdmin.remove),
    post('/admin/entries/:id/restore', administrator, entryAdmin.restore),
    withFiles(post('/admin/entries/:id/documents', administrator, entryAdmin.addDocuments)),
    post('/admin/entries/:id/arrangement', administrator, entryAdmin.arrange),
    post('/admin/entries/:id/publish', administrator, entryAdmin.publish),
    post('/admin/entries/:id/findings', administrator, entryAdmin.review),
    get('/admin/documents/:id', administrator, documentAdmin.edit),
    withFiles(post('/admin/documents/:id', administrator, documentAdmin.change)),
    get('/admin/documents/:id/delete', administrator, documentAdmin.confirmDelete),
    post('/admin/documents/:id/delete', administrator, documentAdmin.remove),
    post('/admin/documents/:id/restore', administrator, documentAdmin.restore),
    post('/admin/documents/:id/pin', administrator, documentAdmin.pin),
    get('/admin/documents/:id/findings/:finding.png', administrator, documentAdmin.picture),
    get('/admin/documents/:id/file', administrator, documentAdmin.file),

    // Filing many documents at once
    get('/admin/filings/new', administrator, filings.showNew),
    withFiles(post('/admin/filings', administrator, filings.open)),
    get('/admin/filings/:id', administrator, filings.show),
    get('/admin/filings/:id.json', administrator, filings.progress),
    post('/admin/filings/:id', { ...administrator, bodyLimit: MAX_FORM_BYTES }, filings.act),
    get('/admin/filings/:id/documents/:document', administrator, filings.file),
    get(
      '/admin/filings/:id/documents/:document/findings/:place.png',
      administrator,
      filings.picture,
    ),

    // Downloads
    get('/admin/document-access', administrator, accessAdmin.show),
    get('/admin/document-access.csv', administrator, accessAdmin.csv),

    // Subscribers
    get('/admin/subscribers', administrator, subscriptionAdmin.listSubscribers),
    get('/admin/subscribers.csv', administrator, subscriptionAdmin.subscribersCsv),
    get('/admin/subscribers/:id', administrator, subscriptionAdmin.showSubscriber),
    post('/admin/subscribers/:id/unsubscribe', administrator, subscriptionAdmin.unsubscribe),
    post('/admin/subscribers/:id/write-again', administrator, subscriptionAdmin.resumeSubscription),
    post('/admin/subscribers/:id/remove', administrator, subscriptionAdmin.remove),

    // Notifications
    get('/admin/entries/:id/notifications/new', administrator, notifications.preview),
    post('/admin/entries/:id/notifications', administrator, notifications.announce),
    get('/admin/notifications', administrator, notifications.list),
    post('/admin/notifications', administrator, notifications.announce),
    get('/admin/notifications/new', administrator, notifications.preview),
    get('/admin/notifications/preview.html', administrator, notifications.previewHtml),
    get('/admin/notifications/closing', administrator, notifications.closing.preview),
    post('/admin/notifications/closing', administrator, notifications.closing.announce),
    get('/admin/notifications/closing.html', administrator, notifications.closing.previewHtml),
    get('/admin/notifications/:id', administrator, notifications.show),
    get('/admin/notifications/:id.json', administrator, notifications.progress),
    get('/admin/notifications/:id.csv', administrator, notifications.csv),
    get('/admin/notifications/:id/message.html', administrator, notifications.messageHtml),
    get('/admin/notifications/:id/stop', administrator, notifications.confirmStop),
    post('/admin/notifications/:id/stop', administrator, notifications.stop),
    post('/admin/notifications/:id/retry', administrator, notifications.retry),
    get('/admin/deliveries/:id/message', administrator, notifications.message),
  ]
}
