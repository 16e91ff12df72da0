import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { environmentWith } from '../../config.ts'
import { CommandError } from '../command-error.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { inDatabase, sqliteFile } from './connect.ts'
import type { Database } from './schema.ts'
import { upgradeDatabase } from './schema-version.ts'

/** While the service runs (PROMISES 26): for SQLite as a database, for PostgreSQL in pg_dump's custom format. */
export async function backUpDatabase(url: string, file: string) {
  const target = resolve(file)
  const database = sqliteFile(url)
  if (existsSync(target)) throw new CommandError(`${target} already exists: choose a new file name`)
  try {
    await writeAtomically(target, async (unfinished) => {
      if (database !== undefined) return copySqlite(database, unfinished)
      // Of extensions only the built-in one: only a superuser could restore those that monitoring needs.
      const words = ['--format=custom', '--extension=plpgsql', `--file=${unfinished}`]
      await runPostgresProgram('pg_dump', url, words)
    })
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`the backup could not be written: ${(error as Error).message}`)
  }
  console.log(`The database was backed up to ${target}.`)
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
    copy.pragma('journal_mode = DELETE')
    const result = copy.pragma('integrity_check', { simple: true })
    if (result !== 'ok') throw new CommandError(`the copy is not intact: ${String(result)}`)
  } finally {
    copy.close()
  }
}

/** Called on the restored database before anything continues from it. */
type Settle = (db: Database) => Promise<unknown>

/** Overwrites nothing, leaves nothing half-restored. */
export async function restoreDatabase(url: string, file: string, settle: Settle): Promise<void> {
  const source = resolve(file)
  if (!existsSync(source)) throw new CommandError(`${source} does not exist`)
  const target = sqliteFile(url)
  if (target !== undefined) await restoreSqlite(source, target, settle)
  else {
    await restorePostgres(source, url)
    await bringUp(url, settle)
  }
  console.log('The database was restored.')
}

async function restoreSqlite(source: string, target: string, settle: Settle): Promise<void> {
  // SQLite would apply an old log to the new file.
  for (const old of [target, `${target}-wal`, `${target}-shm`]) {
    if (existsSync(old)) throw new CommandError(`${old} already exists: move it away first`)
  }
  await mkdir(dirname(target), { recursive: true })
  await writeAtomically(target, async (unfinished) => {
    // Left by a restore that was killed.
    for (const old of ['-wal', '-shm']) await rm(`${unfinished}${old}`, { force: true })
    await copyFile(source, unfinished, constants.COPYFILE_FICLONE)
    await chmod(unfinished, 0o600)
    await bringUp(`sqlite:${unfinished}`, settle)
  })
}

/** Refuses another program's database. */
const bringUp = (url: string, settle: Settle) =>
  inDatabase(url, async (db) => {
    await upgradeDatabase(db)
    await settle(db)
  })

/** The tables will belong to the user in DATABASE_URL, because roles may have other names on this server. */
async function restorePostgres(source: string, url: string): Promise<void> {
  const tables = await inDatabase(url, ({ introspection }) =>
    introspection.getTables({ withInternalKyselyTables: true }),
  )
  if (tables.some(({ isView }) => !isView)) {
    throw new CommandError(
      'DATABASE_URL points to a database that already has tables: restore into an empty one, for example one made with createdb',
    )
  }
  const words = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await runPostgresProgram('pg_restore', url, [...words, source])
}

/** libpq refuses other parameters, which only the service's own connections understand. */
const KNOWN_TO_LIBPQ =
  /^(application_name|channel_binding|connect_timeout|gssencmode|host|hostaddr|options|port|sslcert|sslcrl|sslkey|sslmode|sslrootcert|target_session_attrs|user)$/

/** For PostgreSQL's own programs. Keeps the password out of the arguments, which everyone on the machine can see. */
export function forLibpq(address: string): { url: string; password: string | undefined } {
  const url = new URL(address)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) {
    if (!KNOWN_TO_LIBPQ.test(name)) url.searchParams.delete(name)
  }
  // `no-verify` is specific to node-postgres.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  return { url: url.href, password: password || undefined }
}

async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  address: string,
  words: string[],
): Promise<void> {
  const { url, password } = forLibpq(address)
  const env = environmentWith(password === undefined ? {} : { PGPASSWORD: password })
  try {
    await promisify(execFile)(program, [...words, `--dbname=${url}`], { env })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string | number; stderr?: string }
    if (typeof code !== 'string') throw new CommandError(`${program} failed: ${stderr.trim()}`)
    throw new CommandError(
      `${program} is needed to ${program === 'pg_dump' ? 'back up' : 'restore'} PostgreSQL: install the postgresql-client package for the server’s version`,
    )
  }
}
