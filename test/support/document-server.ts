import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { planResponse } from '../../src/features/downloads/plan-response.ts'
import { type DocumentAnswer, sendDocument } from '../../src/features/downloads/send-document.ts'
import { readPieces } from '../../src/platform/files/folder-storage.ts'
import type { HttpError } from '../../src/platform/http/errors.ts'

export const KB = 1024
export const MB = 1024 * KB
export const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** A real server that sends one document; each test starts with 300 kB from memory and a record that succeeds. */
export class DocumentServer {
  readonly file = join(tmpdir(), `docket-send-${randomUUID()}.pdf`)
  readonly content = randomBytes(12 * MB)
  size = 0
  isCached = true
  /** Replaces reading the file. */
  open: DocumentAnswer['open'] | undefined
  /** What happened, in order. */
  events: string[] = []
  onRequest: () => void = () => {}
  onSent: () => void = () => {}
  readonly record = vi.fn<DocumentAnswer['record']>()
  readonly withdraw = vi.fn<() => Promise<void>>()
  readonly onFailure = vi.fn<DocumentAnswer['onFailure']>()
  readonly #server: FastifyInstance = Fastify({ forceCloseConnections: true })
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #visitors: Socket[] = []
  #port = 0
  #inFlight = 0

  async start(): Promise<void> {
    writeFileSync(this.file, this.content)
    this.#server.addHook('onRequest', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff')
    })
    this.#server.addHook('onResponse', async (_request, reply) => {
      this.events.push(`answered ${reply.statusCode}`)
    })
    this.#server.setErrorHandler<HttpError>((error, _request, reply) => {
      const { status = 500, code, headers = {} } = error
      return reply.code(status).headers(headers).send({ status, code })
    })
    this.#server.get('/', async ({ method, headers }, reply) => {
      this.onRequest()
      this.#inFlight += 1
      const { size, content, file, isCached, record, onFailure } = this
      const document = { sha256: 'ab'.repeat(32), byte_size: size, updated_at: 0 }
      try {
        await sendDocument(reply, {
          plan: planResponse({ method, headers }, document),
          disposition: 'inline; filename="ECF 001.pdf"',
          cached: isCached ? content.subarray(0, size) : undefined,
          open: this.open ?? ((start, end) => readPieces(file, start, end)),
          record,
          onFailure,
        })
      } finally {
        this.#inFlight -= 1
        this.onSent()
      }
    })
    await this.#server.listen({ port: 0, host: '127.0.0.1' })
    this.#port = (this.#server.server.address() as { port: number }).port
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    await this.#server.close()
    rmSync(this.file)
  }

  reset(): void {
    this.size = 300 * KB
    this.isCached = true
    this.open = undefined
    this.events = []
    this.onRequest = () => {}
    this.onSent = () => {}
    this.withdraw.mockReset().mockImplementation(async () => {
      this.events.push('withdrawn')
    })
    this.record.mockReset().mockImplementation(async () => {
      this.events.push('recorded')
      return { withdraw: this.withdraw }
    })
    this.onFailure.mockReset()
  }

  /** So that nothing from one test carries over into the next. */
  async settle(): Promise<void> {
    for (const visitor of this.#visitors.splice(0)) visitor.destroy()
    await expect.poll(() => this.#inFlight).toBe(0)
  }

  /** Requests over a keep-alive connection. */
  async ask(headers: Record<string, string> = {}, method = 'GET') {
    const options = { port: this.#port, host: '127.0.0.1', headers, method, agent: this.#agent }
    const [response] = (await once(httpRequest(options).end(), 'response')) as [IncomingMessage]
    const body = Buffer.concat(await response.toArray())
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  }

  /** A visitor on a separate connection, who reads only what the test reads. */
  visit(requests = GET): Socket {
    const visitor = connect({ port: this.#port, host: '127.0.0.1' }).on('error', () => {})
    this.#visitors.push(visitor)
    visitor.write(requests)
    return visitor
  }

  /** Resolves when the next response has been sent or abandoned. */
  untilSent(): Promise<void> {
    return new Promise((resolve) => {
      this.onSent = resolve
    })
  }

  /** Resolves when the server has noticed that the next visitor is gone. */
  untilClosed(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.server.once('connection', (socket) => socket.once('close', () => resolve()))
    })
  }

  /** A record that is committed when the test chooses. */
  holdRecord(): { requested: Promise<void>; commit: () => void } {
    const requested = Promise.withResolvers<void>()
    const committed = Promise.withResolvers<void>()
    this.record.mockImplementation(async () => {
      requested.resolve()
      await committed.promise
      this.events.push('recorded')
      return { withdraw: this.withdraw }
    })
    return { requested: requested.promise, commit: committed.resolve }
  }
}

export function useDocumentServer(): DocumentServer {
  const server = new DocumentServer()
  beforeAll(() => server.start())
  beforeEach(() => server.reset())
  afterEach(() => server.settle())
  afterAll(() => server.stop())
  return server
}
