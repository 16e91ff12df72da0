import * as z from 'zod'
import { createClientAddress } from './platform/http/request/client-address.ts'
import { isSender } from './platform/mail/mailbox.ts'

/* The allowed values of each variable (CONTRACT section 2), and its default. */

/** Messages are shown after the variable's name: what is wrong, then an example. */
const oneOf = <const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>) => {
  const isPair = values.length === 2
  const list = isPair ? values.join(' or ') : `one of ${values.join(', ')}`
  return z.enum(values, `must be ${list}, for example ${fallback}`).default(fallback)
}

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message)

const wholeNumber = (min: number, max: number, fallback: number) => {
  const message = `must be a whole number from ${min} to ${max}, for example ${fallback}`
  return matching(/^[0-9]{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(fallback)
}

const url = (protocol: RegExp, example: string) => {
  const error = `is not a supported URL, for example ${example}`
  return z.url({ protocol, hostname: /./, error, abort: true })
}

const hasLogin = (value: string) => {
  const { username, password } = new URL(value)
  return username !== '' && password !== ''
}

const succeeds = (attempt: () => unknown): boolean => {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

const isDecodable = (value: string) => succeeds(() => decodeURIComponent(value))

/** The options of nodemailer that a query may set: it would ignore a wrong one, or fail at the first message. */
const smtpParameters = [
  [/^(ignore|require|opportunistic)TLS$/, /^(true|false)$/, 'true or false'],
  [/^tls\.rejectUnauthorized$/, /^(true|false)$/, 'true or false'],
  [/^(dns|connection|greeting|socket|message)Timeout$/, /^[1-9]\d{0,8}$/, 'milliseconds above 0'],
  [/^socketCloseTimeout$/, /^\d{1,9}$/, 'milliseconds'],
  [/^maxMessages$/, /^[1-9]\d{0,8}$/, 'a number above 0'],
  [/^(name|servername|localAddress|authMethod)$/, /./, 'text'],
  [/^tls\.(servername|ca|cert|key|passphrase|ciphers|(min|max)Version)$/, /./, 'text'],
] as const

/** Says no value and no unknown name: a password with a ? in it may have become one. */
function findSmtpProblem(url: string): string | undefined {
  const example = 'for example smtp://mail.example.com:587?messageTimeout=600000'
  const names = new Set<string>()
  for (const [name, value] of new URL(url).searchParams) {
    const [, pattern, kind] = smtpParameters.find(([known]) => known.test(name)) ?? []
    if (!pattern) return `has an unknown parameter; in a password, write ? as %3F, ${example}`
    if (!pattern.test(value)) return `must have ${kind} as ${name}, ${example}`
    if (names.has(name)) return `must have ${name} once, ${example}`
    names.add(name)
  }
  return undefined
}

/** Pages link to `/…`, and other links are built by appending it. */
const isBase = (value: string) => {
  const { username, password, pathname, search, hash } = new URL(value)
  return [username, password, search, hash, pathname.replaceAll('/', '')].join('') === ''
}

const mailbox = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

export const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 3000),
  PUBLIC_URL: url(/^(http|https)$/, 'https://docket.example.com')
    .refine(
      isBase,
      'must be a URL without a path, a password, a ?, or a #, for example https://docket.example.com',
    )
    // Normalizes the case, because cookies and headers depend on `https`.
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: matching(
    /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
    'must start with sqlite: or postgres://, for example postgres://docket:secret@localhost/docket',
  )
    .refine(
      (value) => value.startsWith('sqlite:') || (URL.canParse(value) && isDecodable(value)),
      'is not a valid URL; in a password, write %, @, /, and # as %25, %40, %2F, and %23, for example postgres://docket:pass%40word@localhost/docket',
    )
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000, 10),
  STORAGE_URL: matching(
    /^(file:.+|s3:\/\/.+)$/,
    'must start with file: or s3://, for example s3://bucket/filings?region=us-east-1',
  ).optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  SMTP_URL: url(/^(smtp|smtps)$/, 'smtp://user:password@mail.example.com:587')
    .refine((value) => findSmtpProblem(value) === undefined, {
      error: ({ input }) => findSmtpProblem(String(input)),
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (value) => mailbox.test(value) && isSender(value),
      'is not a valid sender, for example Docket Notifications <docket@example.com>',
    )
    .optional(),
  MAIL_BOUNCE_ADDRESS: matching(
    /^[\w.-]+@[a-z0-9.-]+$/i,
    'must be one e-mail address without a +, for example bounce@docket.example.com',
  )
    // RFC 5321, 4.5.3.1.1: 64 octets, of which the delivery's number and its signature need 40.
    .refine(
      (value) => value.indexOf('@') <= 24,
      'can have at most 24 characters before the @ sign, for example bounce@docket.example.com',
    )
    .optional(),
  BOUNCE_MAILBOX: url(/^(imap|imaps)$/, 'imaps://user:password@mail.example.com/INBOX')
    .refine(
      hasLogin,
      'must have a user and a password, for example imaps://user:password@mail.example.com/INBOX',
    )
    .refine(
      isDecodable,
      'has a % that encodes no character; write the % of a password as %25, for example imaps://user:50%25off@mail.example.com/INBOX',
    )
    .optional(),
  MAIL_RATE_PER_SECOND: wholeNumber(0, 100_000, 0),
  MAIL_CONNECTIONS: wholeNumber(1, 100, 10),
  NOTIFICATIONS_MODE: oneOf(['test', 'live'], 'test'),
  NOTIFICATIONS_TEST_RECIPIENT: matching(
    /^[^<>@\s,;"]+@[^<>@\s,;"]+$/,
    'must be one e-mail address, for example clerk@example.com',
  ).optional(),
  SUBSCRIBE_CONFIRMATION: oneOf(['on', 'off'], 'off'),
  TRUSTED_PROXIES: z
    .string()
    .trim()
    .default('loopback')
    .transform((value) => value.split(/\s*,\s*/).filter(Boolean))
    .refine(
      (parts) => succeeds(() => createClientAddress(parts)),
      'must list names (loopback, linklocal, uniquelocal), addresses, or CIDRs, for example loopback,10.0.0.0/8',
    ),
  SITE_TIME_ZONE: z
    .string()
    .default('America/New_York')
    .refine(
      (timeZone) => succeeds(() => new Intl.DateTimeFormat('en-US', { timeZone })),
      'is not a time zone, for example America/New_York',
    ),
  VISITOR_IP_RETENTION_DAYS: wholeNumber(0, 36_500, 0),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters, for example the output of: openssl rand -hex 32')
    .optional(),
  UPLOAD_MAX_MB: wholeNumber(1, 10_000, 200),
  DOCUMENT_RECOGNITION: oneOf(['on', 'off'], 'on'),
  DOCUMENT_CACHE_MB: wholeNumber(0, 100_000, 64),
  SESSION_IDLE_MINUTES: wholeNumber(1, 1440, 120),
  SESSION_MAX_HOURS: wholeNumber(1, 168, 12),
  SHUTDOWN_SECONDS: wholeNumber(0, 3600, 30),
  HSTS_PRELOAD: oneOf(['true', 'false'], 'false'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters, for example the output of: openssl rand -hex 32')
    .optional(),
  DKIM_DOMAIN: matching(/^[a-z0-9.-]+$/i, 'must be a domain, for example example.com').optional(),
  DKIM_SELECTOR: matching(/^[a-z0-9._-]+$/i, 'must be a DNS label, for example docket').optional(),
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
})

export type EnvironmentValues = z.infer<typeof Environment>
