import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Config } from '../../config.ts'
import { DOCTOR_HEADERS, isSame, sign } from '../../platform/http/signing.ts'
import { createMailer } from '../../platform/mail/outbox-mailer.ts'
import { checkSmtp } from '../../platform/mail/smtp-mailer.ts'
import { checkMailbox } from '../notifications/bounces/open-mailbox.ts'
import * as rules from './rules.ts'
import { type CheckResult, notChecked, notOk, ok } from './rules.ts'

const ANSWER_MS = 10_000

const EXPIRED =
  'the certificate has expired, so no browser opens the site: let the proxy renew it (docs/troubleshooting.md)'

const UNREACHABLE = 'cannot be reached: is the service running, and do DNS and the proxy lead here?'

/** From outside in: through DNS, the proxy, and its certificate. @returns also the peer's clock */
export async function requestHealth({ publicUrl }: Config, secretKey: string) {
  const nonce = randomUUID()
  const { get } = publicUrl.startsWith('https:') ? https : http
  const headers = { [DOCTOR_HEADERS.nonce]: nonce, 'x-forwarded-for': rules.FORGED }
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    get(`${publicUrl}/healthz`, { headers, signal }, resolve).on('error', reject)
  }).catch((error: Error & { code?: string }) => {
    if (error.code === 'CERT_HAS_EXPIRED') throw new Error(EXPIRED)
    throw new Error(`${UNREACHABLE}: ${error.message}`)
  })
  const socket = answer.socket as TLSSocket
  const header = (name: string) => String(answer.headers[name])
  const seen = header(DOCTOR_HEADERS.seen)
  const end = socket.getPeerCertificate?.().valid_to
  const outside = {
    status: answer.statusCode ?? 0,
    isSameProgram: isSame(sign(secretKey, 'doctor', nonce), header(DOCTOR_HEADERS.proof)),
    seen: isIP(seen) ? seen : null,
    local: socket.localAddress ?? '127.0.0.1',
    certificateEnds: end ? Date.parse(end) : undefined,
  }
  // Its body may never end.
  answer.on('error', () => {}).destroy()
  return {
    result: rules.judgeOutside(outside, Date.now()),
    date: Date.parse(answer.headers.date ?? ''),
  }
}

export async function checkMailServer({ mail, notifications }: Config, send: boolean) {
  if (!mail.smtpUrl)
    return notChecked('SMTP_URL is not set: messages become files in DATA_DIR/outbox')
  const problem = await checkSmtp(mail.smtpUrl, ANSWER_MS)
  if (problem !== undefined) return notOk(problem)
  if (!send) return ok('accepts mail from here; --send sends a test message')
  const to = notifications.testRecipient
  if (!to) return notOk('--send needs NOTIFICATIONS_TEST_RECIPIENT: set it')
  const mailer = createMailer(mail)
  const text = 'docket doctor sent this message. If you can read it, mail arrives.'
  const { outcome, reply } = await mailer.send({
    from: mail.from,
    to,
    subject: 'Test message from docket doctor',
    headers: {},
    text,
    html: `<p>${text}</p>`,
    messageId: `<doctor.${randomUUID()}@${domainOf(mail.from)}>`,
  })
  await mailer.close()
  return outcome === 'sent'
    ? ok(`sent a message to ${to}: ${reply}`)
    : notOk(`${outcome}: ${reply}`)
}

export async function checkBounceMailbox({ mail }: Config): Promise<CheckResult> {
  if (!mail.bounceMailbox) return notChecked('BOUNCE_MAILBOX is not set')
  const problem = await checkMailbox(mail.bounceMailbox)
  return problem === undefined ? ok('can be opened') : notOk(problem)
}

const domainOf = (from: string) => /@([^<>@\s]+)>?$/.exec(from)?.[1] ?? ''

export function createDnsChecks({ mail }: Config, findTexts = resolveTexts) {
  const domain = domainOf(mail.from)
  const check = async (probe: () => Promise<CheckResult>): Promise<CheckResult> => {
    if (!mail.smtpUrl) return notChecked('SMTP_URL is not set')
    if (!domain.includes('.')) return notChecked(`MAIL_FROM has no public domain: ${domain}`)
    return probe().catch((error: Error) => notChecked(`DNS does not answer: ${error.message}`))
  }
  return {
    spf: () => check(async () => rules.judgeSpf(await findTexts(domain), domain)),
    dkim: () =>
      check(async () => {
        if (!mail.dkim)
          return notChecked('DKIM_DOMAIN is not set; the mail server may sign instead')
        const name = `${mail.dkim.keySelector}._domainkey.${mail.dkim.domainName}`
        const key = createPublicKey(createPrivateKey(mail.dkim.privateKey))
        const spki = key.export({ type: 'spki', format: 'der' }).toString('base64')
        return rules.judgeDkim(await findTexts(name), name, spki)
      }),
    dmarc: () =>
      check(async () => {
        for (const one of rules.policyDomains(domain)) {
          const result = rules.judgeDmarc(await findTexts(`_dmarc.${one}`), one)
          if (result.state === 'ok') return result
        }
        return rules.judgeDmarc([], domain)
      }),
  }
}

async function resolveTexts(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw error
  }
}
