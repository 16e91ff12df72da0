import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandError } from '../../../platform/command-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { importSubscribers } from './import-subscribers.ts'

/** `subscribers:import <file.csv> [--dry-run]` */
export async function runSubscriberImport(
  platform: Platform,
  file: string,
  dryRun: boolean,
): Promise<void> {
  const csv = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`)
  })
  const { added, present } = await importSubscribers(platform, csv, {
    fileName: basename(file),
    dryRun,
  })
  const done = dryRun ? 'would be added' : 'added'
  console.log(`Subscribers: ${added} ${done}, ${present} already here.`)
}
