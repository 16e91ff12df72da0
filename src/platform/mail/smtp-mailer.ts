import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type PoolMail from 'nodemailer/lib/mailer/mail-message'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { createComposer, type Envelope, notWritten } from './compose-mail.ts'
import type { DkimKey, Mailer, MailMessage, SendResult } from './mail.ts'
import { serverName, smtpOptionsOf } from './smtp-options.ts'
import { outcomeOf, problemWith, result } from './smtp-outcome.ts'

export interface SmtpMailerSettings {
  smtpUrl: string
  connections: number
  dkim?: DkimKey | undefined
}

interface Mail {
  messageId: string
  envelope: Envelope
  content: Buffer
}

interface Attempt {
  error?: NodemailerError
  response?: string | undefined
  /** The message is read for the first time when the server has answered DATA with 354, and not before. */
  handedOver: boolean
}

/** Before the server ends an idle connection. */
const idleMs = 30_000

/** Sends over nodemailer's pool, which keeps a few connections open (docs/decisions/008). */
export function createSmtpMailer(settings: SmtpMailerSettings): Mailer {
  const options = smtpOptionsOf(settings.smtpUrl)
  const server = serverName(options)
  const compose = createComposer(settings.dkim)
  // With requeues the pool could send a message twice: it does not ask whether it had been handed over.
  const pool = new SMTPPool({
    ...options,
    maxConnections: settings.connections,
    maxRequeues: 0,
    idleTimeout: idleMs,
  })
  const inFlight = new Set<Promise<SendResult>>()

  async function deliver(message: MailMessage): Promise<SendResult> {
    const mail = await compose(message).catch((error: Error) => error)
    if (mail instanceof Error) return notWritten(mail)
    const { messageId } = message
    let attempt = await offer({ messageId, ...mail })
    if (wasEnded(attempt)) attempt = await offer({ messageId, ...mail })
    const { error, response, handedOver } = attempt
    return error ? outcomeOf(error, { server, handedOver }) : result('sent', response)
  }

  async function offer({ messageId, envelope, content }: Mail): Promise<Attempt> {
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
    const answer = await new Promise<Omit<Attempt, 'handedOver'>>((resolve) => {
      pool.send(mail, (error, info) => resolve(error ? { error } : { response: info?.response }))
    })
    clearTimeout(timer)
    if (late.signal.aborted)
      answer.error = Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' })
    return { ...answer, handedOver: body.readableDidRead }
  }

  return {
    connections: settings.connections,
    async send(message) {
      const delivery = deliver(message)
      inFlight.add(delivery)
      return delivery.finally(() => inFlight.delete(delivery))
    },
    async check() {
      try {
        await pool.verify()
        return undefined
      } catch (error) {
        return problemWith(error as Error, server)
      }
    },
    async close() {
      pool.close()
      await Promise.allSettled(inFlight)
    },
  }
}

/**
 * The server ended a connection that was idle or carried many messages, as servers do, before this message was handed
 * over. All that the pool says of it, without requeues, is an error of its own that names no command.
 */
function wasEnded({ error, handedOver }: Attempt): boolean {
  return !handedOver && error?.code === 'ECONNECTION' && !error.command
}
