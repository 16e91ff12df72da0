import ipaddr from 'ipaddr.js'
import { hasElapsed } from '../../platform/waits.ts'
import { formatBytes } from '../../shared/document-label.ts'
import { counted } from '../../shared/number-rules.ts'

/** One line of `docket doctor`; the text says what to do, or why it was not checked. */
export interface Check {
  name: string
  state: 'ok' | 'not ok' | 'not checked'
  text: string
}

export const ok = (text: string) => ({ state: 'ok', text }) as const
export const notOk = (text: string) => ({ state: 'not ok', text }) as const
export const notChecked = (text: string) => ({ state: 'not checked', text }) as const
export type CheckResult = Omit<Check, 'name'>

const HOUR_MS = 3_600_000
export const BACKUP_DUE_MS = 48 * HOUR_MS

/** @param text what deploy/backup.sh wrote @returns milliseconds since 1970; undefined if it says nothing */
export function backupTime(text: string | undefined): number | undefined {
  try {
    const time = Date.parse(JSON.parse(text ?? '').finished_at)
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined
  }
}

export function judgeBackup(
  at: number | undefined,
  { now, isPublishing }: { now: number; isPublishing: boolean },
): CheckResult {
  const advice = 'run deploy/backup.sh, and check its timer: systemctl status docket-backup.timer'
  if (at === undefined)
    return isPublishing ? notOk(`there is no backup: ${advice}`) : ok('not needed yet')
  const age = `the last backup ended ${counted(Math.round((now - at) / HOUR_MS), 'hour')} ago`
  return hasElapsed(at, now, BACKUP_DUE_MS) ? notOk(`${age}: ${advice}`) : ok(age)
}

export function judgeDocuments(missing: readonly number[], count: number): CheckResult {
  if (missing.length === 0) return ok(`${counted(count, 'file')} present`)
  const ids = missing.slice(0, 5).join(', ')
  const which = `${missing.length} of ${count} published documents (ID ${ids}${missing.length > 5 ? ', …' : ''})`
  return notOk(`the files of ${which} are missing or damaged: restore them from a backup`)
}

export const judgePause = (pause: { reply: string } | undefined): CheckResult =>
  pause
    ? notOk(`paused because the mail server is not accepting messages: ${pause.reply}`)
    : ok('not paused')

export const judgeSettings = (problems: readonly string[]): CheckResult =>
  problems.length > 0 ? notOk(problems.join('. ')) : ok('valid')

const MIN_FREE_BYTES = 1024 ** 3
const MAX_SKEW_MS = 60_000
const CERTIFICATE_DUE_MS = 14 * 86_400_000
const MODE = 0o777

export function judgeFiles(
  files: readonly { path: string; uid: number; mode: number }[],
  owner: number,
): CheckResult {
  const wrong = files.filter(({ uid, mode }) => uid !== owner || (mode & 0o077) !== 0)
  if (wrong.length === 0) return ok(`${counted(files.length, 'file')} private to the service`)
  const shown = wrong
    .slice(0, 3)
    .map(({ path, uid, mode }) => `${path} (user ${uid}, mode ${(mode & MODE).toString(8)})`)
  return notOk(
    `${wrong.length} of ${files.length} belong to another user or are open to others: ${shown.join(', ')}. Fix them with chown, and chmod 600 (folders 700, .env 640)`,
  )
}

export function judgeSpace({ bavail, bsize }: { bavail: number; bsize: number }): CheckResult {
  const free = bavail * bsize
  const text = `${formatBytes(free)} free`
  return free < MIN_FREE_BYTES
    ? notOk(`only ${text}: make room before uploads are refused`)
    : ok(text)
}

/** TEST-NET-1 (RFC 5737): nobody's. What `docket doctor` claims to be. */
export const FORGED = '192.0.2.1'

/** `seen`: the client as the service saw it; `local`: the address that this machine used. */
export interface OutsideAnswer {
  status: number
  isSameProgram: boolean
  seen: string | null
  local: string
  certificateEnds: number | undefined
}

export function judgeOutside(answer: OutsideAnswer, now: number): CheckResult {
  const { status, isSameProgram, certificateEnds = Number.POSITIVE_INFINITY } = answer
  if (status !== 200 || !isSameProgram)
    return notOk(
      `answers ${status} from another program, or one with another SECRET_KEY: check which address the proxy forwards to`,
    )
  if (certificateEnds - now < CERTIFICATE_DUE_MS)
    return notOk(`the certificate expires on ${new Date(certificateEnds).toISOString()}: renew it`)
  return judgeForwarding(answer)
}

function judgeForwarding({ seen, local }: OutsideAnswer): CheckResult {
  const fix = 'see X-Forwarded-For in deploy/nginx.conf or deploy/Caddyfile'
  if (seen === null) return notOk(`the proxy does not pass on its visitors’ addresses: ${fix}`)
  const isOutside = (address: string) => ipaddr.process(address).range() === 'unicast'
  if (seen === FORGED)
    return isOutside(local)
      ? notOk(`visitors can forge their address: the proxy must replace what they send; ${fix}`)
      : notChecked(
          'answers, but from here, an address that TRUSTED_PROXIES trusts, the proxy cannot be checked',
        )
  if (seen !== local && isOutside(local) && !isOutside(seen))
    return notOk(
      `every visitor appears to have the address ${seen}: list the proxy in TRUSTED_PROXIES`,
    )
  return ok(`answers, and saw this machine as ${seen}`)
}

export function judgeSpf(records: readonly string[], domain: string): CheckResult {
  const own = records.filter((record) => /^v=spf1(?: |$)/i.test(record))
  if (own.length > 1) return notOk(`${domain} has ${own.length} SPF records: keep one`)
  if (/\+all\b/i.test(own[0] ?? ''))
    return notOk('+all lets everyone send as you: end it with ~all')
  return own[0] ? ok(own[0]) : notOk(`add a TXT record to ${domain}: v=spf1 a mx ~all`)
}

/** @param publicKey of DKIM_PRIVATE_KEY_FILE, in base64 */
export function judgeDkim(records: readonly string[], name: string, publicKey: string) {
  const [record] = records.filter((one) => /\bp=/.test(one))
  const published = /\bp=([^;]*)/.exec(record ?? '')?.[1]?.replace(/\s/g, '')
  if (published === publicKey) return ok(`${name} has the key of DKIM_PRIVATE_KEY_FILE`)
  const wrong = published === '' ? 'an empty (revoked) key' : 'another key'
  return notOk(
    `${name} has ${record === undefined ? 'no key' : wrong}: set the TXT record v=DKIM1; k=rsa; p=${publicKey}`,
  )
}

export function judgeDmarc(records: readonly string[], domain: string): CheckResult {
  const [record] = records.filter((one) => /^v=DMARC1\s*;/i.test(one))
  if (record && /;\s*p=(?:none|quarantine|reject)\b/i.test(record)) return ok(record)
  return notOk(`add a TXT record to _dmarc.${domain}: v=DMARC1; p=none`)
}

/** @param peer another clock @param source whose clock it is */
export function judgeClock(now: number, peer: number, source: string): CheckResult {
  const seconds = Math.round(Math.abs(now - peer) / 1000)
  const text = `${counted(seconds, 'second')} from the clock of ${source}`
  return seconds * 1000 > MAX_SKEW_MS ? notOk(`${text}: turn on time synchronization`) : ok(text)
}

/** The domain, and those above it except the top one, where its policy may be. */
export function policyDomains(domain: string): string[] {
  const labels = domain.split('.').slice(-6)
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
