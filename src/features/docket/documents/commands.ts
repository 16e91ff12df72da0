import { CommandError } from '../../../platform/command-error.ts'
import { openStorage } from '../../../platform/files/open-storage.ts'
import { type Storage, StorageError } from '../../../platform/files/storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatBytes } from '../../../shared/size.ts'
import { type CopySummary, copyStorage } from './copy-storage.ts'

type Values = Record<string, unknown>

/** `storage:copy`. @returns 1 when a file could not be copied; all others were */
export async function runStorageCopy(platform: Platform, values: Values): Promise<number> {
  const url = String(values.to)
  const dryRun = values['dry-run'] === true
  const summary = await copyStorage({
    db: platform.db,
    from: platform.files,
    to: await openTarget(platform, url),
    dryRun,
    quick: values.quick === true,
    ...(process.stderr.isTTY && { onProgress: showProgress }),
  })
  console.log(report(summary, url, dryRun))
  return summary.failed.length > 0 ? 1 : 0
}

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
    const target = await openStorage(url, {
      incoming: config.incomingDir,
      region: config.awsRegion,
    })
    await target.check()
    return target
  } catch (error) {
    const { message } = error as Error
    throw new CommandError(
      error instanceof StorageError ? `--to ${message}` : `--to cannot be used: ${message}`,
    )
  }
}

/** One line that counts up, on a terminal only. */
function showProgress({ files, copied, bytes }: CopySummary): void {
  process.stderr.write(`\r${files} files seen, ${copied} copied (${formatBytes(bytes)})   `)
}

function report(summary: CopySummary, url: string, dryRun: boolean): string {
  const { files, copied, present, failed, bytes } = summary
  const copy = dryRun ? 'to be copied' : 'copied'
  const lines = [
    `Files: ${files}. ${copied} ${copy} (${formatBytes(bytes)}), ${present} already there, ${failed.length} failed.`,
    ...failed.map(({ file, reason }) => `  ${file.storage_key}: ${reason}`),
  ]
  if (failed.length > 0) return [...lines, 'Fix these, then run the command again.'].join('\n')
  if (dryRun) return [...lines, 'Nothing was changed. Run it without --dry-run to copy.'].join('\n')
  return [
    ...lines,
    'To switch: stop the service, run this command again with --quick to pick up new filings,',
    `set STORAGE_URL=${url}`,
    'and start the service. Keep the old files until you have verified that it works.',
  ].join('\n')
}
