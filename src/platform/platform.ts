import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from './database/schema.ts'
import type { FileCache } from './files/file-cache.ts'
import type { Storage } from './files/storage.ts'
import type { Assets } from './http/assets.ts'
import type { Mailer } from './mail/mail.ts'
import type { Thread } from './threads/thread.ts'

/** Passed to every feature; created once, in app.ts. */
export interface Platform {
  config: Config
  secretKey: string
  db: Database
  /** Only for a service on SQLite; `db` also writes through it. */
  writing?: Thread | undefined
  /** Changes whenever public content changes, in any process. */
  revision: { current(): Promise<number> }
  files: Storage
  fileCache: FileCache
  mailer: Mailer
  /** Milliseconds since 1970 UTC. */
  clock: () => number
  log: Logger
  assets: Assets
}

export type Deps = Pick<Platform, 'db' | 'clock'>

export type StoringDeps = Deps & Pick<Platform, 'files'>

export type SigningDeps = Deps & Pick<Platform, 'secretKey'>
