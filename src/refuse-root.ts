import { statSync } from 'node:fs'
import { type Config, ConfigurationError, loadConfig } from './config.ts'
import { CommandError } from './platform/command-error.ts'
import { sqliteFile } from './platform/database/connect.ts'
import { storageFolder } from './platform/files/open-storage.ts'

/** The service could not read files that root leaves in the data of its user. @throws CommandError */
export function refuseRoot(): void {
  if (process.getuid?.() !== 0) return
  const config = findConfig()
  if (!config) return
  const { dataDir, databaseUrl, storageUrl } = config
  for (const path of [dataDir, sqliteFile(databaseUrl), storageFolder(storageUrl)])
    if (path && statSync(path, { throwIfNoEntry: false })?.uid)
      throw new CommandError(`${path} belongs to another user: run this as that user, not as root`)
}

/** If a setting is wrong, the command refuses it, or does without the data. */
function findConfig(): Config | undefined {
  try {
    return loadConfig()
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined
    throw error
  }
}
