import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Config, loadConfig } from '../../src/config.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { createRevision } from '../../src/platform/database/revision.ts'
import { createFileCache } from '../../src/platform/files/file-cache.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import { loadAssets } from '../../src/platform/http/assets.ts'
import { createMailer } from '../../src/platform/mail/outbox-mailer.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { usualDialect } from './database-of.ts'
import { createMigrated } from './each-database.ts'
import { MAIL_NEEDS } from './environment.ts'
import { newFolder } from './new-folder.ts'

/** Everything that features are given, over a fresh database and an empty folder. */
export async function createTestPlatform(
  dialect: DialectName = usualDialect,
  environment: Record<string, string> = {},
  overrides: Partial<Platform> = {},
) {
  const folder = newFolder()
  const database = await createMigrated(dialect)
  const config: Config = loadConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    ...MAIL_NEEDS,
    ...environment,
  })
  const db = await connectDatabase(config.databaseUrl)
  const platform: Platform = {
    config,
    secretKey: 'a key for tests only, of enough characters',
    db,
    revision: createRevision(db),
    files: createFolderStorage(join(folder, 'documents')),
    fileCache: createFileCache(config.documentCacheBytes),
    mailer: createMailer(config.mail),
    clock: Date.now,
    log: pino({ level: 'silent' }),
    assets: loadAssets(),
    ...overrides,
  }
  return {
    platform,
    async dispose() {
      await platform.mailer.close()
      await db.destroy()
      await database.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestPlatform = Awaited<ReturnType<typeof createTestPlatform>>

/** For one test, gone with it. */
export async function newPlatform(...wanted: Parameters<typeof createTestPlatform>) {
  const { platform, dispose } = await createTestPlatform(...wanted)
  onTestFinished(dispose)
  return platform
}
