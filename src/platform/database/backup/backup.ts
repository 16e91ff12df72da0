import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import SQLite from 'better-sqlite3'
import { CommandError } from '../../command-error.ts'
import type { Platform } from '../../platform.ts'
import { runPostgresProgram } from './postgres-programs.ts'

/**
 * Copies the database into `file` while the service runs (PROMISES 26): on SQLite a database, on PostgreSQL pg_dump's
 * custom format. The file appears only when it is complete.
 */
export async function backUpDatabase(
  { config }: Pick<Platform, 'config'>,
  file: string,
): Promise<void> {
  const target = resolve(file)
  if (existsSync(target)) throw new CommandError(`${target} already exists: name a new file`)
  const unfinished = `${target}.part`
  try {
    if (config.databaseUrl.startsWith('sqlite:'))
      await copySqlite(config.databaseUrl.slice('sqlite:'.length), unfinished)
    else {
      const words = ['--format=custom', `--file=${unfinished}`]
      await runPostgresProgram('pg_dump', config.databaseUrl, words)
    }
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (error instanceof CommandError) throw error
    throw new CommandError(`the backup could not be written: ${(error as Error).message}`)
  }
  console.log(`The database is in ${target}.`)
}

async function copySqlite(source: string, target: string): Promise<void> {
  const database = new SQLite(source, { readonly: true })
  try {
    await database.backup(target)
  } finally {
    database.close()
  }
  const copy = new SQLite(target)
  try {
    // One file, without a log beside it.
    copy.pragma('journal_mode = DELETE')
    const result = copy.pragma('integrity_check', { simple: true })
    if (result !== 'ok') throw new CommandError(`the copy is not intact: ${String(result)}`)
  } finally {
    copy.close()
  }
}
