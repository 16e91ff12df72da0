import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import { importDocket } from '../../src/features/import-export/import-docket.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createWebServer } from '../../src/web-server.ts'
import { copyPdfs } from './import-recap.ts'
import { newFolder } from './new-folder.ts'
import { entryRow } from './rows.ts'
import { sharedInspector } from './shared-inspector.ts'
import { createTestPlatform } from './test-platform.ts'

/** Hostile text, which must be escaped wherever it is shown. */
const CASE_NAME = 'Doe v. <Roe> & "Sons" </script>'
/** By entry: its text, and the PDF of its main document and of its first attachment. */
const ENTRIES = [
  { description: 'MOTION to Compel by Acme', files: ['order', 'notice'] },
  { description: 'Minute Entry for proceedings held before Judge Doe', files: [] },
  { description: 'ORDER granting Motion to Compel', files: ['opinion'] },
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
  try {
    const docket_entries = ENTRIES.map(({ description, files }, index) => {
      for (const [attachment, file] of files.entries()) {
        const name = attachment === 0 ? `${index + 1}` : `${index + 1}-${attachment}`
        copyPdfs(folder, file, name)
      }
      return {
        document_number: files.length > 0 ? String(index + 1) : null,
        date_filed: `2026-07-0${index + 1}`,
        description,
        attachments: files
          .slice(1)
          .map((_, at) => ({ attachment_number: at + 1, description: 'Exhibit A' })),
      }
    })
    const file = join(folder, 'docket.json')
    writeFileSync(file, JSON.stringify({ case_name: CASE_NAME, docket_entries }))
    await importDocket(platform, {
      file,
      documents: join(folder, 'pdfs'),
      inspector: sharedInspector,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
