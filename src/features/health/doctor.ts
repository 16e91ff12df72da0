import { existsSync } from 'node:fs'
import { lstat, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigurationError, loadConfig, loadSecretKey } from '../../config.ts'
import { connectDatabase, requireWritable, sqliteFile } from '../../platform/database/connect.ts'
import { dialectOf, findDatabaseTime } from '../../platform/database/dialect.ts'
import { listPending } from '../../platform/database/migrate.ts'
import type { Database } from '../../platform/database/schema.ts'
import { refuseOtherSchema } from '../../platform/database/schema-version.ts'
import { openStorage } from '../../platform/files/open-storage.ts'
import { hashOf, type Storage } from '../../platform/files/storage.ts'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import { checkKey } from '../accounts/passwords/secret-key.ts'
import * as network from './doctor-network.ts'
import type { PublishedFile } from './queries.ts'
import * as rules from './rules.ts'
import { type Check, type CheckResult, notChecked, notOk, ok } from './rules.ts'
import { checkBackup, findMissing, hasFullSize, listSettingProblems } from './watch.ts'

type DoctorOptions = Record<'hashes' | 'send', boolean>

const MAX_TEXT = 1000

export async function runDoctor(options: DoctorOptions, isJson: boolean): Promise<number> {
  const checks = await examine(options)
  const isOk = checks.every(({ state }) => state !== 'not ok')
  if (isJson) console.log(JSON.stringify({ ok: isOk, checks }, null, 2))
  else
    for (const { name, state, text } of checks)
      console.log(`${state.padEnd(12)} ${name.padEnd(14)} ${text}`)
  return isOk ? 0 : 1
}

async function examine(options: DoctorOptions): Promise<Check[]> {
  let db: Database | Error | undefined
  try {
    const config = loadConfig()
    db = await openDatabase(config).catch((error: Error) => error)
    return await Promise.all(listProbes(config, db, options).map(check))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const rest = { name: 'the rest', ...notChecked('fix the settings first') }
    return [{ name: 'settings', ...notOk(error.message) }, rest]
  } finally {
    if (db && !(db instanceof Error)) await db.destroy()
  }
}

/** Neither creates nor upgrades it. */
async function openDatabase({ databaseUrl: url, database }: Config): Promise<Database> {
  const file = sqliteFile(url)
  if (file !== undefined && !existsSync(file))
    throw new Error(`${file} does not exist yet: start the service`)
  const db = await connectDatabase(url, { ...database, poolSize: 2 })
  try {
    if ((await listPending(db)).length > 0)
      throw new Error('its tables are not of this version yet: start the service')
    await refuseOtherSchema(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

type NamedProbe = [name: string, probe: () => CheckResult | Promise<CheckResult>]

async function check([name, probe]: NamedProbe): Promise<Check> {
  const run = async () => probe()
  const { state, text } = await run().catch((error: Error) => notOk(error.message))
  // The text may quote other servers.
  return { name, state, text: cutText(oneLine(text), MAX_TEXT) }
}

function listProbes(config: Config, db: Database | Error, options: DoctorOptions): NamedProbe[] {
  const dns = network.createDnsChecks(config)
  const inDataFolder = (probe: (config: Config) => Promise<CheckResult>) => () =>
    existsSync(config.dataDir) ? probe(config) : notChecked('DATA_DIR does not exist yet')
  const withDatabase = (probe: (db: Database) => Promise<CheckResult>) => () =>
    db instanceof Error ? notChecked('fix the database first') : probe(db)
  const hasKey = config.secretKey !== undefined || existsSync(join(config.dataDir, 'secret-key'))
  const secretKey = hasKey ? loadSecretKey(config) : undefined
  const checkDatabase = async (own: Database) => {
    await checkKey(own, secretKey)
    await requireWritable(own)
    return ok('can be opened')
  }
  const outside = secretKey
    ? network.requestHealth(config, secretKey)
    : Promise.reject(new Error('the service has not started here yet'))
  return [
    ['settings', () => rules.judgeSettings(listSettingProblems(config))],
    ['files', inDataFolder(checkFiles)],
    ['disk', inDataFolder(async ({ dataDir }) => rules.judgeSpace(await statfs(dataDir)))],
    ['database', () => (db instanceof Error ? notOk(db.message) : checkDatabase(db))],
    ['documents', withDatabase((own) => checkDocuments(config, own, options.hashes))],
    ['backup', withDatabase((own) => checkBackup({ config, db: own, clock: Date.now }))],
    ['PUBLIC_URL', async () => (await outside).result],
    ['mail server', () => network.checkMailServer(config, options.send)],
    ['SPF', dns.spf],
    ['DKIM', dns.dkim],
    ['DMARC', dns.dmarc],
    ['bounce mailbox', () => network.checkBounceMailbox(config)],
    ['clock', () => checkClock(db, outside)],
  ]
}

async function checkFiles({ dataDir, databaseUrl, storageUrl }: Config): Promise<CheckResult> {
  const elsewhere = [sqliteFile(databaseUrl), storageUrl.split('file:')[1]]
    .filter((path) => path !== undefined)
    .filter((path) => !path.startsWith(`${dataDir}/`) && existsSync(path))
  const inside = await readdir(dataDir, { recursive: true })
  const paths = [dataDir, ...inside.map((name) => join(dataDir, name)), ...elsewhere]
  const { uid: owner } = await stat(dataDir)
  const files = []
  for (const path of paths) {
    // A file may have been removed since it was listed.
    const stats = await lstat(path).catch(() => undefined)
    if (stats && !stats.isSymbolicLink()) files.push({ path, uid: stats.uid, mode: stats.mode })
  }
  // .env may be readable by its group, and may belong to root.
  const env = await stat('.env').catch(() => undefined)
  if (env) files.push({ path: '.env', uid: owner, mode: env.mode & 0o707 })
  return rules.judgeFiles(files, owner)
}

async function checkDocuments(config: Config, db: Database, withHashes: boolean) {
  const { storageUrl, incomingDir: incoming, awsRegion: region } = config
  const files = await openStorage(storageUrl, { incoming, region })
  const isThere = async (file: PublishedFile) =>
    (await hasFullSize(files, file)) &&
    (withHashes ? isIntact(files, file) : isReadable(files, file)).catch(() => false)
  const { missing, count } = await findMissing(db, isThere)
  return rules.judgeDocuments(missing, count)
}

const isReadable = async (files: Storage, { storage_key }: PublishedFile) =>
  Boolean(await files.open(storage_key, 0, 0).toArray())

const isIntact = async (files: Storage, { storage_key, byte_size, sha256 }: PublishedFile) =>
  (await hashOf(files.open(storage_key, 0, byte_size - 1))) === sha256

/** Compares with PostgreSQL's clock, which may be another machine's; on SQLite, with that of the server at PUBLIC_URL. */
async function checkClock(db: Database | Error, outside: Promise<{ date: number }>) {
  if (!(db instanceof Error) && dialectOf(db) === 'postgres')
    return rules.judgeClock(Date.now(), await findDatabaseTime(db), 'the database')
  const answer = await outside.catch(() => undefined)
  if (!answer || Number.isNaN(answer.date)) return notChecked('no other clock to compare with')
  return rules.judgeClock(Date.now(), answer.date, 'the server at PUBLIC_URL')
}
