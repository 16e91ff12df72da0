import { createAboutHandlers } from './features/about/about-routes.tsx'
import { createOwnAccountHandlers } from './features/accounts/account/account-routes.tsx'
import { createAdminLayout } from './features/accounts/admin-layout.ts'
import { createAdministratorHandlers } from './features/accounts/admin-routes.tsx'
import { createGuards } from './features/accounts/sessions/guard.ts'
import { createSignInHandlers } from './features/accounts/sign-in/sign-in-routes.tsx'
import { createCalendarHandlers } from './features/calendar/calendar-routes.ts'
import { createPdfInspector, type PdfInspector } from './features/checks/inspect-pdf.ts'
import { createDashboardHandler } from './features/dashboard/routes.tsx'
import { createEntryAdminHandlers } from './features/docket-admin/admin-routes.tsx'
import { createDocumentAdminHandlers } from './features/docket-admin/document-routes.tsx'
import { createDownloadRecorder, downloadStoreOf } from './features/downloads/record-download.ts'
import { createDownloadHandler } from './features/downloads/routes.ts'
import { createFilingHandlers } from './features/filings/filing-routes.tsx'
import { createProposer } from './features/filings/proposal/proposal-reader.ts'
import { createFilingReader } from './features/filings/read-filing.ts'
import { createMetrics } from './features/health/metrics.ts'
import { createHealthWatch } from './features/health/watch.ts'
import { createNotificationAdminHandlers } from './features/notifications/admin-routes.tsx'
import { createMailboxWatch } from './features/notifications/bounces/watch-mailbox.ts'
import {
  createDeliveryWorker,
  type DeliveryWorker,
} from './features/notifications/deliver/worker.ts'
import { createDocketApi } from './features/public/api.ts'
import { createCardHandlers } from './features/public/card-routes.ts'
import { createDocumentHandlers } from './features/public/document-routes.tsx'
import { createDocketHandlers } from './features/public/routes.tsx'
import { createSitemapHandler } from './features/public/sitemap/routes.ts'
import { createScanReader } from './features/recognition/recognize-scans.ts'
import { createSearch } from './features/search/queries.ts'
import { createSettingsHandlers } from './features/settings/routes.tsx'
import { createApiPageHandler } from './features/site/api-page.tsx'
import { createSiteHandlers } from './features/site/routes.ts'
import { createFindFrame } from './features/site/site-frame.ts'
import { createAccessAdminHandlers } from './features/statistics/admin-routes.tsx'
import { createIpEraser } from './features/statistics/erase-ips.ts'
import { createAccessStatistics } from './features/statistics/figures/statistics.ts'
import { createLinkHandlers } from './features/subscriptions/link-routes.tsx'
import { createSubscriptionAdminHandlers } from './features/subscriptions/list/admin-routes.tsx'
import { createSubscribeHandler } from './features/subscriptions/subscribe/subscribe-routes.ts'
import { createVerifyHandler } from './features/verify/routes.tsx'
import { createZipHandler } from './features/zip/zip-routes.ts'
import { connectReader, sqliteFile } from './platform/database/connect.ts'
import { createPageCache } from './platform/http/page-cache.ts'
import type { Platform } from './platform/platform.ts'
import { createReadingThread, type Thread } from './platform/threads/thread.ts'
import type { SiteHeader } from './ui/layout/layout.tsx'

export type Features = ReturnType<typeof createFeatures>

/** A search that takes longer, or on SQLite waits longer for the ones before it, gets a 503. */
const SEARCH_TIMEOUT_MS = 10_000

function openSearch({ config, log }: Platform, reading: Thread) {
  // Otherwise the first visitor would wait for the thread. On PostgreSQL, searches do not need it.
  if (sqliteFile(config.databaseUrl) !== undefined) reading.begin()
  return connectReader(config.databaseUrl, reading, {
    poolSize: 4,
    connectTimeoutMs: config.database.connectTimeoutMs,
    statementTimeoutMs: SEARCH_TIMEOUT_MS,
    onIdleError: (error) => log.error({ err: error }, 'database connection lost'),
  })
}

interface Own {
  inspector?: PdfInspector
  worker?: DeliveryWorker | undefined
  archive?: SiteHeader['archive']
}

/** Creates the features and connects them; routes.ts assigns their addresses. Tests bring parts of their own. */
export function createFeatures(
  platform: Platform,
  { inspector = createPdfInspector(), worker = createDeliveryWorker(platform), archive }: Own = {},
) {
  const findFrame = createFindFrame(platform, archive)
  const layout = createAdminLayout(platform, findFrame)
  const proposer = createProposer()
  const { propose } = proposer
  const reader = createFilingReader(platform, { inspector, propose })
  const recorder = createDownloadRecorder(downloadStoreOf(platform))
  const reading = createReadingThread(platform.config)
  // A separate thread, or a visitor's search would wait for a year's statistics.
  const counting = createReadingThread(platform.config)
  const statistics = createAccessStatistics(platform.config, counting)
  const ipEraser = createIpEraser(platform, statistics)
  const sendPage = createPageCache(platform.revision)
  const mailbox = createMailboxWatch(platform)
  const scans = createScanReader(platform)
  const searchDb = openSearch(platform, reading)
  const search = createSearch(platform, searchDb)
  const health = createHealthWatch(platform)
  const metrics = createMetrics(platform, searchDb, health)
  const recordDownloads = metrics.countDownloads(recorder)
  const docket = createDocketHandlers(platform, { findFrame, sendPage, search })
  return {
    findFrame,
    worker,
    mailbox,
    scans,
    ipEraser,
    guards: createGuards(platform),
    health,
    metrics,
    site: createSiteHandlers(platform, health.findProblems),
    settings: createSettingsHandlers(platform, layout),
    accounts: {
      ...createSignInHandlers(platform, findFrame),
      ...createOwnAccountHandlers(platform, layout),
      ...createAdministratorHandlers(platform, layout),
    },
    docket,
    card: createCardHandlers(platform, { findFrame, inspector }),
    about: createAboutHandlers(platform, { findFrame, sendPage }),
    verify: createVerifyHandler(platform, findFrame),
    calendar: createCalendarHandlers(platform, { findFrame, sendPage }),
    docketApi: createDocketApi(platform, search),
    zip: createZipHandler(platform, { search, recordDownloads }),
    sitemap: createSitemapHandler(platform, sendPage),
    apiPage: createApiPageHandler({ findFrame, sendPage }),
    documents: createDocumentHandlers(platform, { findFrame, sendPage }),
    download: createDownloadHandler(platform, recordDownloads),
    entryAdmin: createEntryAdminHandlers(platform, { inspector, layout, statistics }),
    documentAdmin: createDocumentAdminHandlers(platform, { inspector, layout }),
    filings: createFilingHandlers(platform, { inspector, reader, layout }),
    reader,
    subscriptions: {
      subscribe: createSubscribeHandler(platform, docket.renderHome),
      ...createLinkHandlers(platform, findFrame),
    },
    subscriptionAdmin: createSubscriptionAdminHandlers(platform, layout),
    accessAdmin: createAccessAdminHandlers(platform, { layout, statistics }),
    notifications: createNotificationAdminHandlers(platform, { layout, worker, statistics }),
    dashboard: createDashboardHandler(platform, layout, { statistics, health }),
    async close() {
      for (const work of [health, mailbox, scans, ipEraser]) await work.stop()
      for (const part of [recorder, statistics, reader, proposer, inspector]) await part.close()
      await searchDb.destroy()
      for (const thread of [reading, counting]) await thread.end()
    },
  }
}
