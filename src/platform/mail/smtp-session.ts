import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Envelope } from './compose-mail.ts'
import type { SendResult } from './mail.ts'
import { type SmtpOptions, serverName } from './smtp-options.ts'
import { outcomeOf, result } from './smtp-outcome.ts'

const goodbyeMs = 2000

/** What became of one attempt; `retriable` where the connection was gone before the message was offered. */
export type Attempt = SendResult & { retriable: boolean }

interface Offered {
  error?: NodemailerError
  response?: string
}

/** One signed-in connection to the mail server, which sends one message at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection
  readonly #options: SmtpOptions
  readonly #ended: Promise<void>
  #usable = true
  #idleTimer: NodeJS.Timeout | undefined
  /** Messages offered so far. */
  messages = 0

  private constructor(connection: SMTPConnection, options: SmtpOptions) {
    this.#connection = connection
    this.#options = options
    this.#ended = new Promise((resolve) => {
      connection.once('end', () => {
        this.#usable = false
        resolve()
      })
    })
    // Errors reach whoever waits for the connection; one that nobody waits for only ends it.
    connection.on('error', () => {
      this.#usable = false
    })
  }

  /** @throws nodemailer's error where there is no connection, no TLS or no sign-in. */
  static open(options: SmtpOptions): Promise<SmtpSession> {
    return new Promise((resolve, reject) => {
      const connection = new SMTPConnection(options)
      const session = new SmtpSession(connection, options)
      const fail = (error: Error) => {
        reject(error)
        connection.close()
      }
      connection.once('error', fail)
      connection.once('end', () => fail(new Error('closed by the server')))
      connection.connect((error) => {
        if (error) return fail(error)
        // A server that offers no AUTH is used without, as a relay on the same machine is.
        if (!options.auth || !connection.allowsAuth) return resolve(session)
        connection.login({ ...options.auth }, (refused) => {
          if (refused) return fail(refused)
          resolve(session)
        })
      })
    })
  }

  get usable(): boolean {
    return this.#usable
  }

  async send(envelope: Envelope, content: Buffer): Promise<Attempt> {
    clearTimeout(this.#idleTimer)
    this.messages += 1
    const body = new WatchedBody(content)
    const server = serverName(this.#options)
    const { error, response } = await this.#offer(envelope, body)
    if (!error) return { ...result('sent', response), retriable: false }
    if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') await this.#reset()
    return {
      ...outcomeOf(error, { server, handedOver: body.handedOver }),
      retriable: !body.handedOver && isGone(error),
    }
  }

  /** Leaves by itself where nothing is sent for so long, before the server does. */
  quitAfter(idleMs: number): void {
    this.#idleTimer = setTimeout(() => this.quit(), idleMs).unref()
  }

  /** Says QUIT and waits a moment for the answer. */
  async quit(): Promise<void> {
    if (!this.#usable) return
    this.#usable = false
    clearTimeout(this.#idleTimer)
    const timer = setTimeout(() => this.#connection.close(), goodbyeMs)
    this.#connection.quit()
    await this.#ended
    clearTimeout(timer)
  }

  #offer(envelope: Envelope, body: Readable): Promise<Offered> {
    const connection = this.#connection
    return new Promise<Offered>((resolve) => {
      const settle = (outcome: Offered) => {
        clearTimeout(timer)
        connection.removeListener('end', onEnd)
        resolve(outcome)
      }
      const timer = setTimeout(() => {
        settle({ error: Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }) })
        connection.close()
      }, this.#options.messageTimeout)
      // A connection may close without calling back; where it calls back, that comes first and tells more.
      const onEnd = () => setImmediate(() => settle({ error: new Error('Connection closed') }))
      connection.once('end', onEnd)
      connection.send({ ...envelope }, body, (error, info) =>
        settle(error ? { error } : { response: info.response }),
      )
    }).catch((error: NodemailerError) => ({ error }))
  }

  /** After a refusal the server still holds half an envelope (RFC 5321 4.1.1.5). */
  #reset(): Promise<void> {
    if (!this.#usable) return Promise.resolve()
    return new Promise((resolve) => {
      this.#connection.once('end', resolve)
      this.#connection.reset((error) => {
        if (error) this.#connection.close()
        this.#connection.removeListener('end', resolve)
        resolve()
      })
    })
  }
}

/** The server ended the connection, as servers do with one that was idle or carried many messages. */
function isGone(error: NodemailerError): boolean {
  return error.responseCode === 421 || error.code === 'ECONNECTION' || error.code === 'ESOCKET'
}

/**
 * The message as the connection reads it. It is read for the first time when the server has answered DATA with 354, and
 * not before: from that moment a lost connection leaves the delivery uncertain (CONTRACT.md section 6).
 */
class WatchedBody extends Readable {
  handedOver = false
  readonly #content: Buffer

  constructor(content: Buffer) {
    super()
    this.#content = content
  }

  override _read(): void {
    this.handedOver = true
    this.push(this.#content)
    this.push(null)
  }
}
