import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Environment, type EnvironmentValues } from './environment.ts'
import { CommandError, describeReadError } from './platform/command-error.ts'

export class ConfigurationError extends CommandError {}

export type Config = Readonly<ReturnType<typeof loadConfig>>

/** CONTRACT.md section 2. @throws ConfigurationError with one line: the variable, what is wrong, an example */
export function loadConfig(environment: NodeJS.ProcessEnv = readSources().values) {
  // An empty variable counts as not set.
  const set = Object.entries(environment).filter(([, value]) => value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}`)
  }
  const env = parsed.data
  const contradiction = findContradiction(env)
  if (contradiction) throw new ConfigurationError(contradiction)
  const dataDir = resolve(env.DATA_DIR)
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${dataDir}/docket.db`,
    database: {
      poolSize: env.DATABASE_POOL_SIZE,
      connectTimeoutMs: 5000,
      statementTimeoutMs: 30_000,
      idleTransactionMs: 60_000,
    },
    storageUrl: env.STORAGE_URL ?? `file:${dataDir}/documents`,
    awsRegion: env.AWS_REGION ?? env.AWS_DEFAULT_REGION,
    incomingDir: `${dataDir}/incoming`,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? 'Docket Notifications <docket@localhost>',
      bounceAddress: env.MAIL_BOUNCE_ADDRESS,
      bounceMailbox: env.BOUNCE_MAILBOX,
      ratePerSecond: env.MAIL_RATE_PER_SECOND,
      connections: env.MAIL_CONNECTIONS,
      outboxDir: `${dataDir}/outbox`,
      dkim: readDkim(env),
    },
    notifications: {
      mode: env.NOTIFICATIONS_MODE,
      testRecipient: env.NOTIFICATIONS_TEST_RECIPIENT,
    },
    subscribeConfirmation: env.SUBSCRIBE_CONFIRMATION === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    hstsPreload: env.HSTS_PRELOAD === 'true',
    timeZone: env.SITE_TIME_ZONE,
    visitorIpRetentionDays: env.VISITOR_IP_RETENTION_DAYS,
    secretKey: env.SECRET_KEY,
    uploadMaxBytes: env.UPLOAD_MAX_MB * 1024 * 1024,
    documentRecognition: env.DOCUMENT_RECOGNITION === 'on',
    documentCacheBytes: env.DOCUMENT_CACHE_MB * 1024 * 1024,
    sessionIdleMs: env.SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: env.SESSION_MAX_HOURS * 3_600_000,
    shutdownMs: env.SHUTDOWN_SECONDS * 1000,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}

function findContradiction(env: EnvironmentValues): string | undefined {
  const isLive = env.NOTIFICATIONS_MODE === 'live'
  if (isLive && env.PUBLIC_URL === undefined)
    return 'PUBLIC_URL must be set when NOTIFICATIONS_MODE=live: every link in the mail starts with it, for example https://docket.example.com'
  if (isLive && env.MAIL_FROM === undefined)
    return 'MAIL_FROM must be set when NOTIFICATIONS_MODE=live: it is the sender of the mail, for example Docket Notifications <docket@example.com>'
  if (env.BOUNCE_MAILBOX !== undefined && env.MAIL_BOUNCE_ADDRESS === undefined)
    return 'MAIL_BOUNCE_ADDRESS must be set when BOUNCE_MAILBOX is: it is the address whose mail arrives in that mailbox, for example bounce@docket.example.com'
  return undefined
}

/** The key that signs cookies and CSRF tokens: SECRET_KEY, or one created once in DATA_DIR, which must exist. */
export function loadSecretKey(config: Config): string {
  if (config.secretKey) return config.secretKey
  const file = `${config.dataDir}/secret-key`
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigurationError(
      `DATA_DIR: ${file} cannot be read: ${describeReadError(error)}. Every file in that folder must belong to the service's user`,
    )
  }
}

/** Values are as text; empty if there is none. */
export function listSettings() {
  const { values, fromFile } = readSources()
  const { publicUrl, dataDir, databaseUrl, storageUrl, mail } = loadConfig(values)
  const own = { PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, STORAGE_URL: storageUrl }
  const defaults = { ...Environment.parse({}), ...own, MAIL_FROM: mail.from }
  const aws = Object.keys(values).filter((name) => name.startsWith('AWS_'))
  const names = new Set([...Object.keys(Environment.shape), ...aws])
  return [...names].map((name) => {
    const source = !values[name] ? 'default' : fromFile.has(name) ? '.env' : 'environment'
    const value = values[name] || String(defaults[name as keyof typeof defaults] ?? '')
    return { name, value: name === 'DATA_DIR' ? dataDir : value, source }
  })
}

/** What is set, whether or not it is a setting. */
export function readSources() {
  const file = parseEnv(readEnvironmentFile())
  const isOwn = (name: string) => (process.env[name] ?? file[name]) === file[name]
  const fromFile = new Set(Object.keys(file).filter(isOwn))
  // The AWS SDK reads only the process environment.
  for (const [name, value] of Object.entries(file)) {
    if (name.startsWith('AWS_')) process.env[name] ??= value ?? ''
  }
  return { values: { ...file, ...process.env }, fromFile }
}

function readEnvironmentFile(): string {
  try {
    return existsSync('.env') ? readFileSync('.env', 'utf8') : ''
  } catch (error) {
    throw new ConfigurationError(
      `.env cannot be read: ${describeReadError(error)}. The service's user must be able to read it, for example after: chgrp docket .env && chmod 640 .env`,
    )
  }
}

export const environmentWith = (more: Record<string, string>) => ({ ...process.env, ...more })

function readDkim(env: EnvironmentValues) {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY_FILE: file } = env
  if (!domainName && !keySelector && !file) return undefined
  if (!domainName || !keySelector || !file) {
    throw new ConfigurationError(
      'DKIM_DOMAIN, DKIM_SELECTOR, and DKIM_PRIVATE_KEY_FILE go together: set all three, for example example.com, docket, and /etc/docket/dkim.pem',
    )
  }
  try {
    return { domainName, keySelector, privateKey: readFileSync(file, 'utf8') }
  } catch {
    throw new ConfigurationError(
      `DKIM_PRIVATE_KEY_FILE cannot be read: ${file}, for example /etc/docket/dkim.pem`,
    )
  }
}
