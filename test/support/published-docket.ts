import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createWebServer } from '../../src/web-server.ts'
import { loadDocket, putPdfs, writeDocket } from './dockets.ts'
import { recapEntries } from './import-recap.ts'
import { newFolder } from './new-folder.ts'
import { entryRow } from './rows.ts'
import { createTestPlatform } from './test-platform.ts'

/** Hostile text, which must be escaped wherever it is shown. */
const CASE_NAME = 'Doe v. <Roe> & "Sons" </script>'
const ENTRIES = [
  '1 2026-07-01 MOTION to Compel by Acme',
  '1-1 Exhibit A',
  '2026-07-02 Minute Entry for proceedings held before Judge Doe',
  '3 2026-07-03 ORDER granting Motion to Compel',
]

/**
 * The whole service over a small docket: entry 1 with two documents, a minute entry, entry 3 with one, a draft and a
 * deleted entry.
 */
export async function startPublishedDocket(
  dialect: DialectName = 'sqlite',
  environment: Record<string, string> = {},
) {
  const { platform, dispose } = await createTestPlatform(dialect, environment)
  await load(platform)
  const hidden = { filed_on: '2026-07-09', created_at: platform.clock() }
  const unseen = [
    { title: 'A secret draft', status: 'draft' as const },
    { title: 'A deleted secret', deleted_at: platform.clock() },
  ]
  for (const one of unseen) await insertEntry(platform.db, entryRow({ ...hidden, ...one }))
  const web = await createWebServer(platform)
  const origin = await web.server.listen({ port: 0, host: '127.0.0.1' })
  return {
    platform,
    origin,
    async close() {
      await web.server.close()
      await web.features.close()
      await dispose()
    },
  }
}

export type PublishedDocket = Awaited<ReturnType<typeof startPublishedDocket>>

async function load(platform: Platform): Promise<void> {
  const folder = newFolder()
  putPdfs(folder, { 1: 'order', '1-1': 'notice', 3: 'opinion' })
  const docket = { case_name: CASE_NAME, docket_entries: recapEntries(ENTRIES) }
  await loadDocket(platform, writeDocket(docket), folder)
}
