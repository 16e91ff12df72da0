import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../../config.ts'
import { CommandError } from '../../command-error.ts'
import { connectDatabase } from '../connect.ts'
import { runPostgresProgram } from './postgres-programs.ts'

/** Restores a file of `database:backup` to DATABASE_URL. Overwrites nothing, leaves nothing half-restored. */
export async function restoreDatabase(
  { databaseUrl: url }: Pick<Config, 'databaseUrl'>,
  file: string,
): Promise<void> {
  const source = resolve(file)
  if (!existsSync(source)) throw new CommandError(`${source} does not exist`)
  if (url.startsWith('sqlite:')) await restoreSqlite(source, url.slice('sqlite:'.length))
  else await restorePostgres(source, url)
  console.log('The database is restored.')
}

async function restoreSqlite(source: string, target: string): Promise<void> {
  // SQLite would take an old log for the new file's.
  for (const old of [target, `${target}-wal`, `${target}-shm`]) {
    if (existsSync(old)) throw new CommandError(`${old} is there already: move it away first`)
  }
  await mkdir(dirname(target), { recursive: true })
  const unfinished = `${target}.part`
  try {
    await copyFile(source, unfinished, constants.COPYFILE_FICLONE)
    // The copy has the mode of the backup.
    await chmod(unfinished, 0o600)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The tables will belong to the user of the address: roles may have other names on this server. */
async function restorePostgres(source: string, url: string): Promise<void> {
  await refuseFilled(url)
  const words = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await runPostgresProgram('pg_restore', url, [...words, source])
}

async function refuseFilled(url: string): Promise<void> {
  const db = await connectDatabase(url, { poolSize: 1 })
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    if (tables.length === 0) return
  } finally {
    await db.destroy()
  }
  throw new CommandError(
    'DATABASE_URL names a database that has tables already: restore into an empty one, for example one made by createdb',
  )
}
