import { createComposer, type Envelope, notWritten } from './compose-mail.ts'
import type { DkimKey, Mailer, MailMessage, SendResult } from './mail.ts'
import { serverName, smtpOptionsOf } from './smtp-options.ts'
import { outcomeOf, problemWith, result } from './smtp-outcome.ts'
import { SmtpSession } from './smtp-session.ts'

export interface SmtpMailerSettings {
  smtpUrl: string
  connections: number
  dkim?: DkimKey | undefined
}

/** Many servers end a connection after so many messages; leaving before they do costs nobody an error. */
const messagesPerSession = 100
const idleMs = 30_000

/**
 * Sends over a few connections that stay open. It drives nodemailer's connection itself rather than its pool, because
 * the pool does not tell whether a message's data had been handed over when the connection broke (docs/decisions/008).
 */
export function createSmtpMailer(settings: SmtpMailerSettings): Mailer {
  const options = smtpOptionsOf(settings.smtpUrl)
  const compose = createComposer(settings.dkim)
  const idle: SmtpSession[] = []
  const waiting: (() => void)[] = []
  const inFlight = new Set<Promise<SendResult>>()
  let busy = 0
  let closing = false

  async function send(message: MailMessage): Promise<SendResult> {
    const turn = takeTurn()
    if (turn) await turn
    try {
      if (closing) return result('deferred', 'The mailer was stopped before this message', 'server')
      const delivery = deliver(message)
      inFlight.add(delivery)
      return await delivery.finally(() => inFlight.delete(delivery))
    } finally {
      passTurn()
    }
  }

  async function deliver(message: MailMessage): Promise<SendResult> {
    const mail = await compose(message).catch((error: Error) => error)
    if (mail instanceof Error) return notWritten(mail)
    const reused = takeIdle()
    if (reused) {
      const { retriable, ...attempt } = await offer(reused, mail.envelope, mail.content)
      if (!retriable) return attempt
    }
    const fresh = await SmtpSession.open(options).catch((error: Error) => error)
    if (fresh instanceof Error) {
      return outcomeOf(fresh, { server: serverName(options), handedOver: false })
    }
    const { retriable, ...attempt } = await offer(fresh, mail.envelope, mail.content)
    return attempt
  }

  async function offer(session: SmtpSession, envelope: Envelope, content: Buffer) {
    const attempt = await session.send(envelope, content)
    if (session.messages >= messagesPerSession) void session.quit()
    else if (session.usable) keep(session)
    return attempt
  }

  function keep(session: SmtpSession): void {
    idle.push(session)
    session.quitAfter(idleMs)
  }

  function takeIdle(): SmtpSession | undefined {
    for (let session = idle.pop(); session; session = idle.pop()) if (session.usable) return session
    return undefined
  }

  function takeTurn(): Promise<void> | undefined {
    if (busy >= settings.connections) return new Promise((resolve) => waiting.push(resolve))
    busy += 1
    return undefined
  }

  function passTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  return {
    send,
    connections: settings.connections,
    async check() {
      try {
        await (await SmtpSession.open(options)).quit()
        return undefined
      } catch (error) {
        return problemWith(error as Error, serverName(options))
      }
    },
    async close() {
      closing = true
      await Promise.allSettled(inFlight)
      await Promise.all(idle.splice(0).map((session) => session.quit()))
    },
  }
}
