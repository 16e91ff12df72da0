import { createAdminLayout } from '../../src/features/accounts/admin-layout.ts'
import { createDashboardHandlers } from '../../src/features/dashboard/routes.tsx'
import { createEntryAdminHandlers } from '../../src/features/docket-admin/admin-routes.tsx'
import { createAccessAdminHandlers } from '../../src/features/statistics/admin-routes.tsx'
import { createAccessStatistics } from '../../src/features/statistics/figures/statistics.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { NewDocumentAccess } from '../../src/platform/database/schema.ts'
import { get } from '../../src/platform/http/route.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createReadingThread } from '../../src/platform/threads/serving-threads.ts'
import { addAdministrator, listen, newSignedIn } from './accounts-server.ts'
import { addDocuments } from './expected-figures.ts'
import { sharedInspector } from './shared-inspector.ts'
import { createTestPlatform } from './test-platform.ts'
import type { Visitor } from './visitor.ts'

export interface AccessServer {
  platform: Platform
  origin: string
  /** Signed in. */
  client: Visitor
  /** The service's clock; tests move it. */
  time: { now: number }
  /** Replaces all recorded downloads. */
  record(downloads: readonly Partial<NewDocumentAccess>[]): Promise<void>
  close(): Promise<void>
}

/** A real server with the Document Access page and the dashboard, a few documents, and a signed-in administrator. */
export async function startAccess(dialect: DialectName, documents = 3): Promise<AccessServer> {
  const time = { now: Date.UTC(2026, 10, 21, 17) }
  const { platform, dispose } = await createTestPlatform(
    dialect,
    { SESSION_IDLE_MINUTES: '1440', SESSION_MAX_HOURS: '168' },
    { clock: () => time.now },
  )
  const layout = createAdminLayout(platform)
  const reading = createReadingThread(platform.config)
  const statistics = createAccessStatistics(platform.config, reading)
  const access = createAccessAdminHandlers(platform, { layout, statistics })
  const { dashboard } = createDashboardHandlers(platform, { layout, statistics })
  const entries = createEntryAdminHandlers(platform, {
    inspector: sharedInspector,
    layout,
    statistics,
  })
  const { origin, close } = await listen(platform, ({ administrator }) => [
    get('/admin', administrator, dashboard),
    get('/admin/entries', administrator, entries.list),
    get('/admin/entries/:id', administrator, entries.show),
    get('/admin/document-access', administrator, access.show),
    get('/admin/document-access.csv', administrator, access.csv),
  ])
  await addDocuments(platform.db, documents)
  await addAdministrator(platform)
  return {
    platform,
    origin,
    time,
    client: await newSignedIn({ origin }),
    record: (downloads) => record(platform, downloads),
    async close() {
      await close()
      await statistics.close()
      await reading.end()
      await dispose()
    },
  }
}

const ROWS_AT_ONCE = 500

async function record({ db }: Platform, downloads: readonly Partial<NewDocumentAccess>[]) {
  await db.deleteFrom('document_accesses').execute()
  const rows = downloads.map(
    (download): NewDocumentAccess => ({
      document_id: 1,
      accessed_at: 0,
      client_ip: null,
      user_agent: 'Firefox',
      is_robot: 0,
      source: 'service',
      ...download,
    }),
  )
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE)
    await db.insertInto('document_accesses').values(part).execute()
  }
}
