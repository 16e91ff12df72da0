import { createAdminLayout } from './features/accounts/admin-layout.ts'
import { createAccountHandlers } from './features/accounts/admin-routes.ts'
import { recordAudit } from './features/accounts/audit-log/audit.ts'
import { createGuards, signedIn } from './features/accounts/sessions/guard.ts'
import { createCalendarHandlers } from './features/calendar/calendar-routes.ts'
import { createDashboardHandlers } from './features/dashboard/routes.tsx'
import { createEntryAdminHandlers } from './features/docket/admin/admin-routes.tsx'
import { createDocumentAdminHandlers } from './features/docket/admin/document-routes.tsx'
import { createPdfInspector } from './features/docket/inspection/inspect-pdf.ts'
import { createDocketApi } from './features/docket/public/api.ts'
import { createDocumentHandlers } from './features/docket/public/document-routes.tsx'
import { createDocketHandlers } from './features/docket/public/routes.tsx'
import { createSitemapHandlers } from './features/docket/sitemap/routes.ts'
import { createDownloadRecorder } from './features/downloads/record-download.ts'
import { createDownloadHandler } from './features/downloads/routes.ts'
import { tellingOfDownloads } from './features/downloads/tell-of-downloads.ts'
import { createNotificationAdminHandlers } from './features/notifications/admin-routes.tsx'
import { createDeliveryWorker } from './features/notifications/deliver/worker.ts'
import { createSettingsHandlers } from './features/site/admin-routes.tsx'
import { createApiPageHandler } from './features/site/api/api-page-route.tsx'
import { createSiteHandlers } from './features/site/routes.ts'
import { createFindFrame } from './features/site/site-frame.ts'
import { createAccessAdminHandlers } from './features/statistics/admin-routes.tsx'
import { createAccessStatistics } from './features/statistics/figures/statistics.ts'
import { createAccessPageThread } from './features/statistics/pages/access-page-thread.ts'
import { createSubscriptionAdminHandlers } from './features/subscriptions/list/admin-routes.tsx'
import { createSubscriptionHandlers } from './features/subscriptions/routes.tsx'
import { createVerifyHandlers } from './features/verify/routes.tsx'
import { createZipHandler } from './features/zip/zip-routes.ts'
import { createPageCache } from './platform/http/page-cache.ts'
import type { Platform } from './platform/platform.ts'
import { openSearch } from './platform/search/open-search.ts'

export type Features = ReturnType<typeof createFeatures>

/** Every feature with what it needs of the others; routes.ts gives the handlers their addresses. */
export function createFeatures(platform: Platform) {
  const findFrame = createFindFrame(platform)
  const layout = createAdminLayout(platform, findFrame)
  const inspector = createPdfInspector()
  const recorder = createDownloadRecorder(platform.dbOnThread)
  const recordDownloads = tellingOfDownloads(platform, recorder)
  const statistics = createAccessStatistics(platform)
  const pages = createAccessPageThread(platform.config)
  const sendPage = createPageCache(platform.revision)
  const worker = createDeliveryWorker(platform)
  const searchDb = openSearch(platform)
  const docketApi = createDocketApi(platform, searchDb)
  const docket = createDocketHandlers(platform, { findFrame, sendPage, searchDb })
  const notifications = createNotificationAdminHandlers(platform, { layout, worker, statistics })
  return {
    findFrame,
    worker,
    statistics,
    guards: createGuards(platform),
    site: createSiteHandlers(platform),
    settings: createSettingsHandlers(platform, { layout, recordAudit, signedIn }),
    accounts: createAccountHandlers(platform, findFrame),
    docket,
    verify: createVerifyHandlers(platform, findFrame),
    calendar: createCalendarHandlers(platform, { findFrame, sendPage }),
    docketApi,
    zip: createZipHandler(platform, { searchDb, recordDownloads }),
    sitemap: createSitemapHandlers(platform, { sendPage }),
    apiPage: createApiPageHandler({ findFrame, sendPage, findSamples: docketApi.findSamples }),
    documents: createDocumentHandlers(platform, { findFrame, sendPage }),
    download: createDownloadHandler(platform, recordDownloads),
    entryAdmin: createEntryAdminHandlers(platform, {
      inspector,
      layout,
    }),
    documentAdmin: createDocumentAdminHandlers(platform, { inspector, layout }),
    subscriptions: createSubscriptionHandlers(platform, {
      findFrame,
      renderHome: docket.renderHome,
    }),
    subscriptionAdmin: createSubscriptionAdminHandlers(platform, { findLayout: layout }),
    accessAdmin: createAccessAdminHandlers(platform, { layout, statistics, pages }),
    notifications,
    dashboard: createDashboardHandlers(platform, { layout, statistics }),
    async close() {
      await recorder.close()
      await Promise.all([statistics.close(), pages.close()])
      await inspector.close()
      await searchDb.destroy()
    },
  }
}
