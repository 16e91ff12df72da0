import { createReadStream } from 'node:fs'
import { CommandError, describeReadError } from '../../../platform/command-error.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { openStorage } from '../../../platform/files/open-storage.ts'
import { hashOf, type Storage, StorageError } from '../../../platform/files/storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { showProgress } from '../../../platform/show-progress.ts'
import { formatBytes } from '../../../shared/document-label.ts'
import { listStoredFiles, type StoredFile } from './file-queries.ts'
import { withStoredFile } from './store-files.ts'

/** `storage:copy`. @returns 1 when a file could not be copied; all others were */
export async function runStorageCopy(platform: Platform, values: Record<string, unknown>) {
  const { db, files: from } = platform
  const url = String(values.to)
  const to = await openTarget(platform, url)
  const summary = await copyStorage({ db, from, to, quick: values.quick === true })
  const { files, copied, present, failed, bytes } = summary
  console.log(
    `Files: ${files}. ${copied} copied (${formatBytes(bytes)}), ${present} already there, ${failed.length} failed.`,
  )
  for (const { file, reason } of failed) console.log(`  ${file.storage_key}: ${reason}`)
  console.log(failed.length > 0 ? 'Fix these, then run the command again.' : switchingTo(url))
  return failed.length > 0 ? 1 : 0
}

const switchingTo = (url: string) =>
  `To switch: stop the service, run this command again with --quick to pick up new filings,
set STORAGE_URL=${url}
and start the service. Keep the old files until you have verified that it works.`

async function openTarget({ config }: Platform, url: string): Promise<Storage> {
  if (!/^(file:.|s3:\/\/)/.test(url)) {
    throw new CommandError(
      '--to must start with file: or s3://, for example s3://bucket/filings?region=us-east-1',
    )
  }
  if (url === config.storageUrl) {
    throw new CommandError('--to names the storage that is already in use (STORAGE_URL)')
  }
  try {
    const places = { incoming: config.incomingDir, region: config.awsRegion }
    const target = await openStorage(url, places)
    await target.check()
    return target
  } catch (error) {
    const { message } = error as Error
    throw new CommandError(
      error instanceof StorageError ? `--to ${message}` : `--to cannot be used: ${message}`,
    )
  }
}

export interface CopyStorage {
  db: Queryable
  from: Storage
  to: Storage
  quick: boolean
}

/** Skips intact copies, so a second run finishes an interrupted one. Safe while the service runs: files never change. */
export async function copyStorage(copy: CopyStorage) {
  const failed: { file: StoredFile; reason: string }[] = []
  const summary = { files: 0, copied: 0, present: 0, failed, bytes: 0 }
  const send = showProgress('files')
  const files = await listStoredFiles(copy.db)
  for (const file of files) {
    try {
      if (await isThere(copy, file)) {
        summary.present += 1
      } else {
        await transfer(copy, file)
        summary.copied += 1
        summary.bytes += file.byte_size
      }
    } catch (error) {
      failed.push({ file, reason: explainFailure(error) })
    }
    summary.files += 1
    send(summary.files, files.length)
  }
  return summary
}

/** Of this file alone; whatever would stop every file, such as a full disk, ends the command. */
function explainFailure(error: unknown): string {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (error instanceof CommandError) return error.message
  if (!['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOTDIR'].includes(code)) throw error
  return `${path ?? 'the file'} cannot be used: ${describeReadError(error)}`
}

async function isThere({ to, quick }: CopyStorage, file: StoredFile): Promise<boolean> {
  if ((await to.sizeOf(file.storage_key)) !== file.byte_size) return false
  return quick || (await hashStored(to, file)) === file.sha256
}

async function transfer({ from, to }: CopyStorage, file: StoredFile): Promise<void> {
  const { storage_key: key, byte_size: size } = file
  const stored = await from.sizeOf(key)
  if (stored === undefined) fail('the source file is missing: restore it from a backup')
  if (stored !== size) fail('the source file is damaged (wrong length): restore it from a backup')
  // On the disk of the copy, which may be another one.
  await withStoredFile({ ...from, incomingPath: to.incomingPath }, file, async (path) => {
    if ((await hashOf(createReadStream(path))) !== file.sha256) {
      fail('the source file is damaged (SHA-256 differs): restore it from a backup')
    }
    await to.store(key, path)
    // A remote store has already read the file back.
    if (!to.isRemote && (await hashStored(to, file)) !== file.sha256) {
      fail('the copy is damaged: check the disk')
    }
  })
}

function fail(reason: string): never {
  throw new CommandError(reason)
}

const hashStored = (storage: Storage, file: StoredFile) =>
  hashOf(storage.pieces(file.storage_key, 0, file.byte_size - 1))
