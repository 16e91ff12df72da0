import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { findDatabaseTime } from '../../../platform/database/dialect.ts'
import type { Document } from '../../../platform/database/schema.ts'
import { type Storage, storageKey } from '../../../platform/files/storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { DAY_MS } from '../../../shared/time-zone.ts'
import type { AcceptedFile } from './accept-files.ts'
import * as queries from './file-queries.ts'

/** Call it before the rows are committed, outside the transaction: no other writer waits for the disk (PROMISES 15). */
export async function storeFiles(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  accepted: readonly Pick<AcceptedFile, 'path' | 'sha256' | 'isStored'>[],
): Promise<void> {
  // The same content is stored once; its other uploads are discarded.
  const arrived = accepted.filter(({ isStored }) => !isStored)
  const paths = new Map(arrived.map(({ sha256, path }) => [storageKey(sha256), path]))
  await queries.addUnclaimedFiles(db, [...paths.keys()])
  for (const [key, path] of paths) await files.store(key, path)
}

export type NamedFile = Pick<Document, 'storage_key' | 'byte_size' | 'file_name'>

/** Calls `use` with the path of a temporary copy, since the storage may not be a folder. */
export async function withStoredFile<T>(
  files: Storage,
  { storage_key, byte_size }: Omit<NamedFile, 'file_name'>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = await files.incomingPath()
  try {
    await pipeline(files.open(storage_key, 0, byte_size - 1), createWriteStream(path))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Only those that this database stored: another one in the same place keeps its own, as after a restored backup. */
export async function removeLeftovers({ db, files, log }: Pick<Platform, 'db' | 'files' | 'log'>) {
  // Not what another process stores meanwhile; one on another machine may have begun long ago.
  const before = (await findDatabaseTime(db)) - (files.isRemote ? DAY_MS : 0)
  const othersAreWriting = await files.sweep((path) =>
    log.warn({ path }, 'belongs to another user and could not be cleaned up'),
  )
  if (othersAreWriting) return
  let removed = 0
  await queries.forgetClaimedFiles(db)
  for (const key of await queries.listUnclaimedFiles(db, before)) {
    try {
      // While the transaction lasts, a process that stores the same bytes again waits to say so.
      await db.transaction().execute(async (trx) => {
        if (!(await queries.forgetUnclaimedFile(trx, key, before))) return
        await files.remove(key)
        removed += 1
      })
    } catch (err) {
      log.warn({ err, key }, 'could not be cleaned up')
    }
  }
  if (removed > 0) log.info({ removed }, 'removed files left by an interrupted process')
}
