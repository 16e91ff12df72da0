import { existsSync, mkdirSync, writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { type Config, ConfigurationError, loadSecretKey } from './config.ts'
import { refuseOtherKey } from './features/accounts/passwords/secret-key.ts'
import { hasDocuments } from './features/docket/documents/queries.ts'
import { connectDatabase, inDatabase, sqliteFile } from './platform/database/connect.ts'
import { createRevision } from './platform/database/revision.ts'
import type { Database } from './platform/database/schema.ts'
import { upgradeDatabase } from './platform/database/schema-version.ts'
import { isDiskFull } from './platform/disk-full.ts'
import { createFileCache } from './platform/files/file-cache.ts'
import { listStored } from './platform/files/folder-storage.ts'
import { makePrivate } from './platform/files/make-private.ts'
import { openStorage, storageFolder } from './platform/files/open-storage.ts'
import { StorageError } from './platform/files/storage.ts'
import { loadAssets } from './platform/http/assets.ts'
import { createMailer } from './platform/mail/outbox-mailer.ts'
import type { Platform } from './platform/platform.ts'
import { createWritingThread } from './platform/threads/thread.ts'

/** Also upgrades the database to this version. @param limits for a service; commands at the terminal have none */
export async function openPlatform(config: Config, limits?: Config['database']): Promise<Platform> {
  const log = createLog(config)
  makeDataFolder(config)
  const isServingSqlite = limits !== undefined && config.databaseUrl.startsWith('sqlite:')
  const writing = isServingSqlite ? createWritingThread(config) : undefined
  writing?.begin()
  // On a separate connection: migrating a large database takes longer than a service's limits allow.
  await inDatabase(config.databaseUrl, upgradeDatabase)
  const db = await connectDatabase(config.databaseUrl, {
    ...limits,
    writing,
    onIdleError: (error) => log.error({ err: error }, 'database connection lost'),
  })
  const files = await openFiles(config, db, log).catch(async (error) => {
    await closeDatabase({ db, writing })
    throw error
  })
  return {
    config,
    secretKey: loadSecretKey(config),
    db,
    writing,
    revision: createRevision(db),
    files,
    fileCache: createFileCache(config.documentCacheBytes),
    mailer: createMailer(config.mail),
    clock: Date.now,
    log,
    assets: loadAssets(),
  }
}

/** For `serve` and `worker`: applies limits, and refuses a key that does not belong to the database. */
export async function openService(config: Config): Promise<Platform> {
  const platform = await openPlatform(config, config.database)
  try {
    await refuseOtherKey(platform)
    // Last, so that files named by mistake are refused before their permissions are changed.
    for (const path of await makeDataPrivate(config))
      platform.log.warn({ path }, 'other users can read this, and its mode cannot be changed')
    return platform
  } catch (error) {
    await closePlatform(platform)
    throw error
  }
}

/** Closes what was left open, as by an older backup. @returns the paths that other users can still read */
async function makeDataPrivate({ dataDir, databaseUrl, storageUrl }: Config): Promise<string[]> {
  const folder = storageFolder(storageUrl)
  const stored = folder === undefined ? [] : await listStored(folder)
  const open = []
  for (const path of [dataDir, sqliteFile(databaseUrl), ...stored])
    if (path !== undefined && !(await makePrivate(path))) open.push(path)
  return open
}

export async function closePlatform(platform: Platform): Promise<void> {
  await platform.mailer.close()
  await closeDatabase(platform)
}

/** The reading connection closes last and so removes the write-ahead log. */
async function closeDatabase({ db, writing }: Pick<Platform, 'db' | 'writing'>): Promise<void> {
  await writing?.call('closeDatabase')
  await writing?.end()
  await db.destroy()
}

function createLog({ logLevel }: Config): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  }
  let waiting = ''
  let isCut = false
  /** All lines of one turn of the event loop in one write, since each costs as much as a small page. */
  function write(line: string): void {
    if (waiting === '') setImmediate(flush)
    waiting += line
  }
  /** Lines that a full disk, or an output that nobody reads, does not take are lost; pino's own destination throws, or waits. */
  function flush(): void {
    // After half a line, so that the next one can be read.
    const bytes = Buffer.from(isCut ? `\n${waiting}` : waiting)
    waiting = ''
    try {
      isCut = writeSync(process.stdout.fd, bytes) < bytes.length
    } catch {}
  }
  process.once('exit', flush)
  return pino(options, { write })
}

/** @throws ConfigurationError if the storage cannot be read and written */
async function openFiles(config: Config, db: Database, log: Logger) {
  const { storageUrl: url, awsRegion: region } = config
  try {
    const folder = storageFolder(url)
    // If documents were stored before, creating an empty folder would hide that they are missing.
    if (folder !== undefined && !existsSync(folder) && (await hasDocuments(db)))
      throw new StorageError(
        `names ${folder}, which does not exist. Put the document files back there`,
      )
    const files = await openStorage(url, { incoming: config.incomingDir, region })
    // A full disk keeps neither a backup to another disk nor a restart from working; `/readyz` says that it is full.
    await files.check().catch((error) => {
      if (!isDiskFull(error)) throw error
      log.error({ err: error }, 'the disk that holds the documents is full: nothing can be filed')
    })
    return files
  } catch (error) {
    const { message } = error as Error
    if (error instanceof StorageError) throw new ConfigurationError(`STORAGE_URL ${message}`)
    throw new ConfigurationError(
      `STORAGE_URL cannot be used: ${message}; examples are file:./data/documents and s3://bucket/filings?region=us-east-1`,
    )
  }
}

function makeDataFolder({ dataDir }: Config): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new ConfigurationError(
      `DATA_DIR cannot be created: ${(error as Error).message}, for example ./data`,
    )
  }
}
