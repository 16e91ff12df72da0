import { listSettings, readSources } from '../../config.ts'
import { createBackgroundTask } from '../../platform/background-task.ts'
import { readNamedFile } from '../../platform/command-error.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import type { Storage } from '../../platform/files/storage.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPause } from '../notifications/deliver/worker-queries.ts'
import { hasPublished, iteratePublishedFiles, type PublishedFile } from './queries.ts'
import * as rules from './rules.ts'
import { describeUnknown, describeUnused } from './settings-rules.ts'

const HOUR_MS = 3_600_000
/** While files are missing, so that their return is noticed. */
const MINUTE_MS = 60_000

export type HealthWatch = ReturnType<typeof createHealthWatch>

export function createHealthWatch(platform: Platform, { everyMs = HOUR_MS } = {}) {
  const { config, db, files, log } = platform
  const settings = rules.judgeSettings(listSettingProblems(config))
  let seen: Awaited<ReturnType<typeof findMissing>> = { missing: [], count: 0 }

  async function checkFiles(): Promise<void> {
    const now = await findMissing(db, (file) => hasFullSize(files, file), signal)
    // If the whole store is gone, its documents are not listed one by one.
    if (now.missing.length > 0) await files.check()
    if (now.missing.length > 0 && now.missing.join() !== seen.missing.join())
      log.warn(now, 'files of published documents are missing')
    seen = now
  }

  const { signal, ...task } = createBackgroundTask(checkFiles, {
    everyMs: () => (seen.missing.length > 0 ? Math.min(everyMs, MINUTE_MS) : everyMs),
    onError: (err) => log.warn({ err }, 'the documents could not be checked'),
  })

  return {
    ...task,
    async findProblems(): Promise<rules.Check[]> {
      const checks = [
        { name: 'settings', ...settings },
        { name: 'backup', ...(await checkBackup(platform)) },
        { name: 'documents', ...rules.judgeDocuments(seen.missing, seen.count) },
        { name: 'mail', ...rules.judgePause(await findPause(db)) },
      ]
      return checks.filter(({ state }) => state === 'not ok')
    },
    lastBackup: () => findLastBackup(config),
    missing: () => seen.missing.length,
  }
}

export function listSettingProblems(config: Platform['config']): string[] {
  const names = listSettings().map(({ name }) => name)
  return [...describeUnknown(readSources().fromFile, names), ...describeUnused(config)]
}

const MAX_NOTE = 10_000

const findLastBackup = async ({ dataDir }: Platform['config']) =>
  rules.backupTime(
    await readNamedFile(`${dataDir}/last-backup.json`, { max: MAX_NOTE }).catch(() => undefined),
  )

export async function checkBackup(platform: Pick<Platform, 'config' | 'db' | 'clock'>) {
  const now = platform.clock()
  const isPublishing = await hasPublished(platform.db, now - rules.BACKUP_DUE_MS)
  return rules.judgeBackup(await findLastBackup(platform.config), { now, isPublishing })
}

/** One after the other, so that visitors hardly notice. @returns the IDs of published documents that are not whole */
export async function findMissing(
  db: Queryable,
  isThere: (file: PublishedFile) => Promise<boolean>,
  signal?: AbortSignal,
) {
  const missing: number[] = []
  let count = 0
  for await (const file of iteratePublishedFiles(db)) {
    signal?.throwIfAborted()
    if (!(await isThere(file))) missing.push(file.id)
    count += 1
  }
  return { missing, count }
}

export const hasFullSize = async (files: Storage, { storage_key, byte_size }: PublishedFile) =>
  (await files.sizeOf(storage_key)) === byte_size
