import type { Config } from '../../config.ts'

const SECRET_NAMES = /(?:KEY|KEY_ID|TOKEN|PASSWORD)$/
const SECRET_PARAMETERS = /pass|secret|key|token/i
const LOGIN = /\/\/[^@/]*@/
const MASK = '***'

export function maskSecret({ name, value }: { name: string; value: string }): string {
  if (SECRET_NAMES.test(name)) return value && MASK
  if (!URL.canParse(value)) return value.replace(LOGIN, `//${MASK}@`)
  const url = new URL(value)
  const secrets = [...url.searchParams]
    .filter(([key, parameter]) => SECRET_PARAMETERS.test(key) || LOGIN.test(parameter))
    .map(([key]) => key)
  if (url.password === '' && secrets.length === 0) return value
  if (url.password !== '') url.password = MASK
  for (const key of secrets) url.searchParams.set(key, MASK)
  return url.href
}

/** Read by libraries, by the system, or by deploy/compose.yaml. */
const OTHERS =
  /^(?:AWS_|PG|NODE_|DOCKET_|(?:SITE_HOST|DATABASE_PASSWORD|STORE_(?:ACCESS|SECRET)_KEY|TZ|HOME|USER|LANG|PATH)$)/

/** @param inFile the variables that `.env` sets: elsewhere, most are none of ours */
export const describeUnknown = (inFile: Iterable<string>, names: readonly string[]): string[] =>
  [...inFile]
    .filter((name) => !names.includes(name) && !OTHERS.test(name))
    .map((name) => `${name} is not a setting; see .env.example`)

export function describeUnused({ mail, hstsPreload, publicUrl }: Config): string[] {
  const settings = [
    ['MAIL_BOUNCE_ADDRESS', mail.bounceAddress && !mail.smtpUrl, 'SMTP_URL is not set'],
    ['DKIM_DOMAIN', mail.dkim && !mail.smtpUrl, 'SMTP_URL is not set'],
    ['HSTS_PRELOAD', hstsPreload && !publicUrl.startsWith('https:'), 'PUBLIC_URL is not https'],
  ] as const
  const unused = settings.filter(([, isUnused]) => isUnused)
  return unused.map(([name, , reason]) => `${name} has no effect: ${reason}`)
}
