import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'

/** How the server treats a recipient. `times`: how often, before it accepts (greylisting). */
export type Behavior =
  | { kind: 'accept'; after?: Promise<unknown>; afterMs?: number; reply?: string }
  | { kind: 'refuse'; at: 'MAIL' | 'RCPT' | 'DATA'; reply: string; times?: number }
  | { kind: 'drop'; at: 'RCPT' | 'during DATA' | 'after DATA'; times?: number }
  | { kind: 'stall'; at: 'RCPT' | 'after DATA' }

export interface ReceivedMessage {
  from: string
  /** Every envelope recipient; `smtp-server` decodes xn-- domains. */
  to: string[]
  /** Empty with `keepRaw: false`. */
  raw: Buffer
  /** False if the server took the message and the connection broke before its reply. */
  answered: boolean
}

export interface SinkOptions {
  port?: number
  /** `smtp-server`'s own self-signed certificate for localhost. */
  tls?: 'none' | 'starttls' | 'implicit'
  /** AUTH is offered and required. */
  login?: { user: string; password: string }
  pipelining?: boolean
  /** A greeting such as `554 no service` instead of 220; `close` hangs up. */
  greeting?: string
  /** Tens of thousands of messages need not stay in memory. */
  keepRaw?: boolean
  /** Answers 421 to the message after this many on one connection. */
  messagesPerConnection?: number
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>

/** A real SMTP server on 127.0.0.1 that keeps its mail and misbehaves as configured. */
export async function startSmtpSink(options: SinkOptions = {}) {
  const { keepRaw = true, tls = 'none', login } = options
  const received: ReceivedMessage[] = []
  /** Accepted messages, by envelope recipient. */
  const counts = new Map<string, number>()
  const own = new Map<string, Behavior>()
  const offered = new Map<string, number>()
  let byDefault: (recipient: string) => Behavior = () => ({ kind: 'accept' })
  let connections = 0

  /** Undefined for a step other than this one, and once `times` is used up. */
  function due<At extends string>(recipient: string, at: At) {
    const behavior = own.get(recipient) ?? byDefault(recipient)
    if (behavior.kind === 'accept' || behavior.at !== at) return undefined
    if ('times' in behavior && behavior.times !== undefined) {
      if (behavior.times === 0) return undefined
      behavior.times -= 1
    }
    return behavior
  }

  function hangUp(session?: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (!session || connection.session === session) connection._socket.destroy()
    }
  }

  function record(session: SMTPServerSession, raw: Buffer, answered: boolean): void {
    const { mailFrom, rcptTo } = session.envelope
    const to = rcptTo.map(({ address }) => address)
    received.push({ from: mailFrom ? mailFrom.address : '', to, raw, answered })
    for (const address of to) counts.set(address, (counts.get(address) ?? 0) + 1)
  }

  const server = new SMTPServer({
    secure: tls === 'implicit',
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    hidePIPELINING: options.pipelining === false,
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect(session, done) {
      connections += 1
      if (options.greeting === 'close') return hangUp(session)
      done(options.greeting ? replyOf(options.greeting) : null)
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password
      if (isRight) done(null, { user: username })
      else done(replyOf('535 5.7.8 Authentication credentials invalid'))
    },
    onMailFrom(_address, session, done) {
      const count = (offered.get(session.id) ?? 0) + 1
      offered.set(session.id, count)
      if (count > (options.messagesPerConnection ?? Number.POSITIVE_INFINITY)) {
        return done(replyOf('421 4.7.0 Too many messages on this connection'))
      }
      const behavior = due('', 'MAIL')
      done(behavior?.kind === 'refuse' ? replyOf(behavior.reply) : null)
    },
    onRcptTo({ address }, session, done) {
      const behavior = due(address, 'RCPT')
      if (behavior?.kind === 'drop') hangUp(session)
      else if (behavior?.kind !== 'stall') {
        done(behavior?.kind === 'refuse' ? replyOf(behavior.reply) : null)
      }
    },
    onData(stream, session, done) {
      const recipient = session.envelope.rcptTo[0]?.address ?? ''
      if (due(recipient, 'during DATA')) {
        stream.once('data', () => hangUp(session))
        return
      }
      void readWhole(stream, keepRaw).then(async (raw) => {
        const refusal = due(recipient, 'DATA')
        if (refusal?.kind === 'refuse') return done(replyOf(refusal.reply))
        const end = due(recipient, 'after DATA')
        record(session, raw, end === undefined)
        if (end?.kind === 'drop') return hangUp(session)
        if (end?.kind === 'stall') return
        const behavior = own.get(recipient) ?? byDefault(recipient)
        const accept = behavior.kind === 'accept' ? behavior : undefined
        await accept?.after
        if (accept?.afterMs) await pause(accept.afterMs)
        done(null, accept?.reply ?? `2.0.0 Ok: queued as ${received.length}`)
      })
    },
  } satisfies SMTPServerOptions)
  server.on('error', () => {})
  greetAtOnce(server)

  const listening = server.listen(options.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo

  return {
    port,
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    counts,
    /** Since the start. */
    get connections() {
      return connections
    },
    behave: (recipient: string, behavior: Behavior) => void own.set(recipient, behavior),
    /** For every recipient without its own behavior; also the only one that answers MAIL. */
    behaveByDefault(behavior: Behavior | ((recipient: string) => Behavior)) {
      byDefault = typeof behavior === 'function' ? behavior : () => behavior
    },
    /** Ends every connection like a server that shuts down; new ones are still accepted. */
    hangUp: () => hangUp(),
    close() {
      hangUp()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Without the tenth of a second for which `smtp-server` looks out for clients that speak too soon. */
function greetAtOnce({ connections }: SMTPServer): void {
  const add = connections.add.bind(connections)
  connections.add = (connection) => {
    const own = connection as typeof connection & {
      init(): void
      connectionReady(): void
      _setListeners(done: () => void): void
    }
    own.init = () => own._setListeners(() => own.connectionReady())
    return add(connection)
  }
}

/** `450 4.2.0 Try later` as the error that makes `smtp-server` answer so. */
function replyOf(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}

/** Everything up to the final dot; never settles if the connection breaks before it. */
function readWhole(stream: SMTPServerDataStream, keep: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => keep && chunks.push(chunk))
  return new Promise((resolve) => stream.once('end', () => resolve(Buffer.concat(chunks))))
}
