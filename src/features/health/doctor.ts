import { existsSync } from 'node:fs'
import { lstat, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigurationError, loadConfig, loadSecretKey } from '../../config.ts'
import { connectDatabase, sqliteFile } from '../../platform/database/connect.ts'
import { dialectOf } from '../../platform/database/dialect.ts'
import { listPending } from '../../platform/database/migrate.ts'
import type { Database } from '../../platform/database/schema.ts'
import { refuseOtherSchema } from '../../platform/database/schema-version.ts'
import { openStorage } from '../../platform/files/open-storage.ts'
import { hashOf, type Storage } from '../../platform/files/storage.ts'
import { cutText, oneLine } from '../../shared/clean-text.ts'
import {
  checkBounceMailbox,
  checkMailServer,
  createDnsChecks,
  requestHealth,
} from './doctor-network.ts'
import { judgeClock, judgeFiles, judgeSpace } from './doctor-rules.ts'
import { findDatabaseTime, type PublishedFile } from './queries.ts'
import {
  type Check,
  type Finding,
  judgeDocuments,
  judgeSettings,
  notChecked,
  notOk,
  ok,
} from './rules.ts'
import { checkBackup, findMissing, isWhole, listSettingProblems } from './watch.ts'

interface DoctorOptions {
  hashes: boolean
  send: boolean
}

const SECONDS = 1000
const HOURS = 3_600_000
const MAX_FILES = 200_000
const MAX_TEXT = 1000

/** `docket doctor [--hashes] [--send] [--json]` @returns 1 if something is wrong */
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
    return await checkAll(config, db, options)
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

type Look = () => Finding | Promise<Finding>
type NamedLook = [name: string, look: Look, withinMs?: number]

const checkAll = (...of: Parameters<typeof listLooks>): Promise<Check[]> =>
  Promise.all(
    listLooks(...of).map(async ([name, look, withinMs = 30 * SECONDS]) => ({
      name,
      ...(await within(withinMs, look)),
    })),
  )

function listLooks(config: Config, db: Database | Error, options: DoctorOptions): NamedLook[] {
  const dns = createDnsChecks(config)
  const documentsMs = (options.hashes ? 12 : 1) * HOURS
  const inDataFolder = (look: (config: Config) => Promise<Finding>) => () =>
    existsSync(config.dataDir) ? look(config) : notChecked('DATA_DIR does not exist yet')
  const withDatabase = (look: (db: Database) => Promise<Finding>) => () =>
    db instanceof Error ? notChecked('fix the database first') : look(db)
  const outside = canSign(config)
    ? requestHealth(config, loadSecretKey(config))
    : Promise.reject(new Error('the service has not started here yet'))
  return [
    ['settings', () => judgeSettings(listSettingProblems(config))],
    ['files', inDataFolder(checkFiles), 120 * SECONDS],
    ['disk', inDataFolder(checkSpace)],
    ['database', () => (db instanceof Error ? notOk(db.message) : ok('can be opened'))],
    ['documents', withDatabase((own) => checkDocuments(config, own, options.hashes)), documentsMs],
    ['backup', withDatabase((own) => checkBackup({ config, db: own, clock: Date.now }))],
    ['PUBLIC_URL', async () => (await outside).finding],
    ['mail server', () => checkMailServer(config, options.send), 120 * SECONDS],
    ['SPF', dns.spf],
    ['DKIM', dns.dkim],
    ['DMARC', dns.dmarc],
    ['bounce mailbox', () => checkBounceMailbox(config)],
    ['clock', () => checkClock(db, outside)],
  ]
}

async function within(ms: number, look: Look): Promise<Finding> {
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(
    () => late.resolve(notOk(`no answer within ${ms / SECONDS} seconds`)),
    ms,
  )
  const looking = Promise.resolve()
    .then(look)
    .catch((error: Error) => notOk(error.message))
  const { state, text } = await Promise.race([looking, late.promise])
  clearTimeout(timer)
  // Some of it comes from other servers.
  return { state, text: cutText(oneLine(text), MAX_TEXT) }
}

const canSign = ({ secretKey, dataDir }: Config) =>
  secretKey !== undefined || existsSync(join(dataDir, 'secret-key'))

async function checkFiles({ dataDir, databaseUrl, storageUrl }: Config): Promise<Finding> {
  const elsewhere = [sqliteFile(databaseUrl), storageUrl.split('file:')[1]]
    .filter((path) => path !== undefined)
    .filter((path) => !path.startsWith(`${dataDir}/`) && existsSync(path))
  const inside = await readdir(dataDir, { recursive: true })
  const paths = [dataDir, ...inside.map((name) => join(dataDir, name)), ...elsewhere]
  const { uid: owner } = await stat(dataDir)
  const files = []
  for (const path of paths.slice(0, MAX_FILES)) {
    // A file may have gone since.
    const stats = await lstat(path).catch(() => undefined)
    if (stats && !stats.isSymbolicLink()) files.push({ path, uid: stats.uid, mode: stats.mode })
  }
  // Its group may read it, and root may own it.
  const env = await stat('.env').catch(() => undefined)
  if (env) files.push({ path: '.env', uid: owner, mode: env.mode & 0o707 })
  return judgeFiles(files, owner)
}

async function checkSpace({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  return judgeSpace(bavail * bsize)
}

async function checkDocuments(config: Config, db: Database, withHashes: boolean): Promise<Finding> {
  const { storageUrl, incomingDir: incoming, awsRegion: region } = config
  const files = await openStorage(storageUrl, { incoming, region })
  const isThere = async (file: PublishedFile) =>
    (await isWhole(files, file)) &&
    (withHashes ? isIntact(files, file) : isReadable(files, file)).catch(() => false)
  const { missing, count } = await findMissing(db, isThere)
  return judgeDocuments(missing, count)
}

const isReadable = async (files: Storage, { storage_key }: PublishedFile) =>
  Boolean(await files.open(storage_key, 0, 0).toArray())

const isIntact = async (files: Storage, { storage_key, byte_size, sha256 }: PublishedFile) =>
  (await hashOf(files.open(storage_key, 0, byte_size - 1))) === sha256

/** PostgreSQL's clock may be another machine's; otherwise the one of whoever answers at PUBLIC_URL. */
async function checkClock(
  db: Database | Error,
  outside: Promise<{ date: number }>,
): Promise<Finding> {
  if (!(db instanceof Error) && dialectOf(db) === 'postgres')
    return judgeClock(Date.now(), await findDatabaseTime(db), 'the database')
  const answer = await outside.catch(() => undefined)
  if (!answer || Number.isNaN(answer.date)) return notChecked('no other clock to compare with')
  return judgeClock(Date.now(), answer.date, 'the server at PUBLIC_URL')
}
