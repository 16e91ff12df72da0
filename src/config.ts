import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import dotenv from 'dotenv'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** A configuration that cannot be used; its message is one line for the operator. */
export class ConfigurationError extends Error {}

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const text = (schema: z.ZodType) => z.preprocess(blankIsUnset, schema)

/** `message` is shown after the variable's name: what is wrong, then an example. */
const wholeNumber = (least: number, most: number, fallback: number) =>
  text(
    z.coerce
      .number(`must be a whole number from ${least} to ${most}, for example ${fallback}`)
      .int(`must be a whole number, for example ${fallback}`)
      .min(least, `must be at least ${least}, for example ${fallback}`)
      .max(most, `must be at most ${most}, for example ${fallback}`)
      .default(fallback),
  ) as z.ZodType<number>

const optional = (schema: z.ZodString) => text(schema.optional()) as z.ZodType<string | undefined>

const url = (protocols: string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `is not an address this program knows, for example ${example}`,
  })

const isTimeZone = (value: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value })
    return true
  } catch {
    return false
  }
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']
const isProxy = (value: string) =>
  proxyNames.includes(value) || ipaddr.isValid(value) || ipaddr.isValidCIDR(value)

/** `127.0.0.1:9464` or `[::1]:9464` */
const listenAddress = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i

const mailbox = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const Environment = z.object({
  HOST: text(z.string().default('127.0.0.1')) as z.ZodType<string>,
  PORT: wholeNumber(0, 65_535, 3000),
  WEB_CONCURRENCY: wholeNumber(1, 256, 1),
  PUBLIC_URL: optional(url(['http:', 'https:'], 'https://docket.example.com')),
  DATA_DIR: text(z.string().default('./data')) as z.ZodType<string>,
  DATABASE_URL: optional(
    z
      .string()
      .regex(
        /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
        'must start with sqlite: or postgres://, for example postgres://docket:secret@localhost/docket',
      )
      .refine(
        (value) => value.startsWith('sqlite:') || URL.canParse(value),
        'is not an address; write signs such as @, / and # of a password as %40, %2F and %23, for example postgres://docket:pass%40word@localhost/docket',
      ),
  ),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000, 10),
  DATABASE_CONNECT_TIMEOUT_SECONDS: wholeNumber(1, 600, 5),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(0, 86_400, 30),
  DATABASE_IDLE_TRANSACTION_SECONDS: wholeNumber(0, 86_400, 60),
  STORAGE_URL: optional(
    z
      .string()
      .regex(
        /^(file:.+|s3:\/\/.+)$/,
        'must start with file: or s3://, for example s3://bucket/filings?region=us-east-1',
      ),
  ),
  STORAGE_DOWNLOADS: text(
    z
      .enum(['stream', 'redirect'], 'must be stream or redirect, for example stream')
      .default('stream'),
  ) as z.ZodType<'stream' | 'redirect'>,
  AWS_REGION: optional(z.string()),
  AWS_DEFAULT_REGION: optional(z.string()),
  SMTP_URL: optional(url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587')),
  MAIL_FROM: text(
    z
      .string()
      .regex(mailbox, 'is not a sender, for example Docket Notifications <docket@example.com>')
      .default('Docket Notifications <docket@localhost>'),
  ) as z.ZodType<string>,
  MAIL_RATE_PER_SECOND: wholeNumber(0, 100_000, 0),
  MAIL_CONNECTIONS: wholeNumber(1, 100, 10),
  NOTIFICATIONS_MODE: text(
    z.enum(['test', 'live'], 'must be test or live, for example test').default('test'),
  ) as z.ZodType<'test' | 'live'>,
  NOTIFICATIONS_TEST_RECIPIENT: optional(
    z
      .string()
      .regex(
        /^[^<>@\s,;"]+@[^<>@\s,;"]+$/,
        'must be one e-mail address, for example clerk@example.com',
      ),
  ),
  SUBSCRIBE_CONFIRMATION: text(
    z.enum(['on', 'off'], 'must be on or off, for example off').default('off'),
  ) as z.ZodType<'on' | 'off'>,
  TRUSTED_PROXIES: text(
    z
      .string()
      .default(proxyNames.join(','))
      .transform((value) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .refine(
        (parts) => parts.every((part) => part === 'none' || isProxy(part)),
        'must list names (loopback, linklocal, uniquelocal), addresses or CIDRs, for example loopback,10.0.0.0/8',
      ),
  ) as z.ZodType<string[]>,
  SITE_TIME_ZONE: text(
    z
      .string()
      .default('America/New_York')
      .refine(isTimeZone, 'is not a time zone, for example America/New_York'),
  ) as z.ZodType<string>,
  VISITOR_IP_RETENTION_DAYS: wholeNumber(0, 36_500, 0),
  SECRET_KEY: optional(
    z
      .string()
      .min(32, 'must have at least 32 characters, for example the output of: openssl rand -hex 32'),
  ),
  UPLOAD_MAX_MB: wholeNumber(1, 10_000, 200),
  DOCUMENT_CACHE_MB: wholeNumber(0, 100_000, 64),
  SESSION_IDLE_MINUTES: wholeNumber(1, 1440, 120),
  SESSION_MAX_HOURS: wholeNumber(1, 168, 12),
  SHUTDOWN_SECONDS: wholeNumber(0, 3600, 30),
  DKIM_DOMAIN: optional(
    z.string().regex(/^[a-z0-9.-]+$/i, 'must be a domain, for example example.com'),
  ),
  DKIM_SELECTOR: optional(
    z.string().regex(/^[a-z0-9._-]+$/i, 'must be a DNS label, for example docket'),
  ),
  DKIM_PRIVATE_KEY_FILE: optional(z.string()),
  METRICS_ADDRESS: optional(
    z.string().regex(listenAddress, 'must be an address and a port, for example 127.0.0.1:9464'),
  ),
  LOG_LEVEL: text(
    z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'must be one of trace, debug, info, warn, error, fatal, silent',
      )
      .default('info'),
  ) as z.ZodType<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'>,
  NODE_ENV: z.string().optional(),
})

export type Config = Readonly<ReturnType<typeof loadConfig>>

/**
 * Reads and checks the environment (CONTRACT.md section 2), a `.env` file in the working folder below it.
 * @throws ConfigurationError with one line: the variable, what is wrong, an example.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = readEnvironment()) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}`)
  }
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    webConcurrency: env.WEB_CONCURRENCY,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${dataDir}/docket.db`,
    database: Object.freeze({
      poolSize: env.DATABASE_POOL_SIZE,
      connectTimeoutMs: env.DATABASE_CONNECT_TIMEOUT_SECONDS * 1000,
      statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
      idleTransactionMs: env.DATABASE_IDLE_TRANSACTION_SECONDS * 1000,
    }),
    storageUrl: env.STORAGE_URL ?? `file:${dataDir}/documents`,
    storageDownloads: readStorageDownloads(env),
    awsRegion: env.AWS_REGION ?? env.AWS_DEFAULT_REGION,
    /** For files on their way to a store elsewhere. */
    incomingDir: `${dataDir}/incoming`,
    mail: Object.freeze({
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      ratePerSecond: env.MAIL_RATE_PER_SECOND,
      connections: env.MAIL_CONNECTIONS,
      outboxDir: `${dataDir}/outbox`,
      dkim: readDkim(env),
    }),
    notifications: Object.freeze({
      mode: env.NOTIFICATIONS_MODE,
      testRecipient: env.NOTIFICATIONS_TEST_RECIPIENT,
    }),
    subscribeConfirmation: env.SUBSCRIBE_CONFIRMATION === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    timeZone: env.SITE_TIME_ZONE,
    visitorIpRetentionDays: env.VISITOR_IP_RETENTION_DAYS,
    secretKey: env.SECRET_KEY,
    uploadMaxBytes: env.UPLOAD_MAX_MB * 1024 * 1024,
    documentCacheBytes: env.DOCUMENT_CACHE_MB * 1024 * 1024,
    sessionIdleMs: env.SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: env.SESSION_MAX_HOURS * 3_600_000,
    shutdownMs: env.SHUTDOWN_SECONDS * 1000,
    metricsAddress: readListenAddress(env.METRICS_ADDRESS),
    logLevel: env.LOG_LEVEL,
    development: env.NODE_ENV === 'development',
  })
}

/** The key that signs cookies and CSRF tokens: SECRET_KEY, or one made once in DATA_DIR. */
export function loadSecretKey(config: Config): string {
  if (config.secretKey) return config.secretKey
  const file = `${config.dataDir}/secret-key`
  mkdirSync(config.dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

function readEnvironment(): NodeJS.ProcessEnv {
  const file: Record<string, string> = {}
  dotenv.config({ processEnv: file, quiet: true })
  // The AWS parts read the environment themselves, and know nothing of this file.
  for (const [name, value] of Object.entries(file)) {
    if (name.startsWith('AWS_')) process.env[name] ??= value
  }
  return { ...file, ...process.env }
}

function readStorageDownloads(env: z.infer<typeof Environment>) {
  if (env.STORAGE_DOWNLOADS !== 'redirect') return env.STORAGE_DOWNLOADS
  const { STORAGE_URL: store = '', PUBLIC_URL: site = '' } = env
  if (!store.startsWith('s3:')) {
    throw new ConfigurationError(
      'STORAGE_DOWNLOADS=redirect needs an S3-compatible store in STORAGE_URL; with a folder, use stream',
    )
  }
  if (site.startsWith('https:') && /[?&]endpoint=http(:|%3A)/i.test(store)) {
    throw new ConfigurationError(
      'STORAGE_DOWNLOADS=redirect needs an endpoint in STORAGE_URL that visitors reach with https, for example endpoint=https://files.example.com',
    )
  }
  return env.STORAGE_DOWNLOADS
}

function readListenAddress(value: string | undefined) {
  const [, ipv6, host = ipv6, port] = listenAddress.exec(value ?? '') ?? []
  return host === undefined ? undefined : Object.freeze({ host, port: Number(port) })
}

function readDkim(env: z.infer<typeof Environment>) {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY_FILE: file } = env
  if (!domainName && !keySelector && !file) return undefined
  if (!domainName || !keySelector || !file) {
    throw new ConfigurationError(
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE go together: set all three, for example example.com, docket and /etc/docket/dkim.pem',
    )
  }
  try {
    return Object.freeze({ domainName, keySelector, privateKey: readFileSync(file, 'utf8') })
  } catch {
    throw new ConfigurationError(
      `DKIM_PRIVATE_KEY_FILE cannot be read: ${file}, for example /etc/docket/dkim.pem`,
    )
  }
}
