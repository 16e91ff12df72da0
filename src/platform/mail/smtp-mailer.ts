import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type PoolMail from 'nodemailer/lib/mailer/mail-message'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPPool, { type Options } from 'nodemailer/lib/smtp-pool'
import { createComposer, notWritten, type WrittenMail } from './compose-mail.ts'
import type { Mailer, MailMessage, MailSettings, SendResult } from './mail.ts'
import { isThisMachine, outcomeOf, result } from './smtp-outcome.ts'

interface SendAttempt {
  error?: NodemailerError
  response?: string | undefined
  /** nodemailer starts reading the message only after the server has answered DATA with 354. */
  handedOver: boolean
}

const IDLE_MS = 30_000

/** Sends over nodemailer's pool, which keeps a few connections open (docs/decisions/008). */
export function createSmtpMailer(
  smtpUrl: string,
  { connections, dkim }: { connections: number; dkim?: MailSettings['dkim'] },
): Mailer {
  const options = smtpOptionsOf(smtpUrl)
  const server = serverName(options)
  const compose = createComposer(dkim)
  const pool = new SMTPPool({
    ...options,
    maxConnections: connections,
    idleTimeout: IDLE_MS,
    // Otherwise it could send a message twice, since it does not check whether it was handed over.
    maxRequeues: 0,
  })
  const inFlight = new Set<Promise<SendResult>>()

  async function sendMessage(message: MailMessage): Promise<SendResult> {
    const mail = await compose(message).catch((error: Error) => error)
    if (mail instanceof Error) return notWritten(mail)
    let attempt = await offer(mail)
    if (wasClosedByServer(attempt)) attempt = await offer(mail)
    const { error, response, handedOver } = attempt
    return error ? outcomeOf(error, { server, handedOver }) : result('sent', response)
  }

  async function offer({ messageId, envelope, content }: WrittenMail): Promise<SendAttempt> {
    const body = Readable.from([content])
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), options.messageTimeout)
    const mail = {
      data: { signal: late.signal },
      message: {
        getEnvelope: () => ({ ...envelope }),
        messageId: () => messageId,
        getHeader: () => messageId,
        createReadStream: () => body,
      },
    } as unknown as PoolMail<SMTPPool.SentMessageInfo>
    const answer = await new Promise<Omit<SendAttempt, 'handedOver'>>((resolve) => {
      pool.send(mail, (error, info) => resolve(error ? { error } : { response: info?.response }))
    })
    clearTimeout(timer)
    if (late.signal.aborted) {
      answer.error = Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' })
    }
    return { ...answer, handedOver: body.readableDidRead }
  }

  return {
    connections,
    async send(message) {
      const sending = sendMessage(message)
      inFlight.add(sending)
      return sending.finally(() => inFlight.delete(sending))
    },
    async close() {
      pool.close()
      await Promise.allSettled(inFlight)
    },
  }
}

/** Connects and signs in, without a message. @returns what is wrong */
export async function checkSmtp(smtpUrl: string, withinMs: number): Promise<string | undefined> {
  const options = smtpOptionsOf(smtpUrl)
  const limits = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs }
  const pool = new SMTPPool({ ...options, ...limits, dnsTimeout: withinMs })
  try {
    await pool.verify()
    return undefined
  } catch (error) {
    const moment = { server: serverName(options), handedOver: false }
    return outcomeOf(error as NodemailerError, moment).reply
  } finally {
    pool.close()
  }
}

/** It closed a connection that was idle or had carried many messages. Without requeues, the pool names no command then. */
const wasClosedByServer = ({ error, handedOver }: SendAttempt) =>
  !handedOver && error?.code === 'ECONNECTION' && !error.command

interface SmtpOptions extends Options {
  host: string
  /** Milliseconds for one message, from MAIL FROM to the last reply, even if the server keeps sending data. */
  messageTimeout: number
}

/** Milliseconds. Long, as RFC 5321 4.5.3.2 asks: after giving up early, nobody knows whether the message was accepted. */
const TIMEOUTS = {
  dnsTimeout: 15_000,
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: 300_000,
  messageTimeout: 600_000,
}

/** A query may set options of nodemailer's (environment.ts), such as `?ignoreTLS=true` for a relay on the same machine. */
function smtpOptionsOf(url: string): SmtpOptions {
  const { auth, secure, ...fromUrl } = parseConnectionUrl(url)
  const options = { ...TIMEOUTS, host: 'localhost', ...fromUrl } as SmtpOptions
  // smtp:// with port 465 is a common mistake: that port uses TLS from the first byte.
  options.secure = secure === true || Number(options.port) === 465
  if (auth) {
    options.auth = auth
    // Otherwise an attacker could strip STARTTLS and read the password.
    if (!isThisMachine(options.host) && !options.ignoreTLS) options.requireTLS ??= true
  }
  return options
}

const serverName = ({ host, port, secure }: SmtpOptions) =>
  `${host.includes(':') ? `[${host}]` : host}:${port ?? (secure ? 465 : 587)}`
