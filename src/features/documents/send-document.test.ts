import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPieces } from '../../platform/files/read-pieces.ts'
import { planResponse } from './plan-response.ts'
import { type DocumentAnswer, sendDocument } from './send-document.ts'

const KB = 1024
const MB = 1024 * KB
const FILE = join(tmpdir(), `docket-send-${process.pid}.pdf`)
const CONTENT = randomBytes(12 * MB)

let server: FastifyInstance
let port: number
let size: number
let isCached: boolean
/** What a test wants otherwise. */
let changes: Partial<DocumentAnswer>
/** What happened, in order. */
let events: string[]
let inFlight = 0
let onSent: () => void
let onRequest: () => void

const record = vi.fn<DocumentAnswer['record']>()
const withdraw = vi.fn<() => Promise<void>>()
const onFailure = vi.fn<DocumentAnswer['onFailure']>()

beforeAll(async () => {
  writeFileSync(FILE, CONTENT)
  server = Fastify({ forceCloseConnections: true })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })
  server.addHook('onResponse', async (_request, reply) => {
    events.push(`answered ${reply.statusCode}`)
  })
  server.get('/', async (request, reply) => {
    onRequest()
    inFlight += 1
    const plan = planResponse({
      method: request.method,
      headers: request.headers,
      sha256: 'ab'.repeat(32),
      byteSize: size,
      lastModified: 0,
    })
    await sendDocument(reply, {
      plan,
      disposition: 'inline; filename="ECF 001.pdf"',
      cached: isCached ? CONTENT.subarray(0, size) : undefined,
      open: (start, end) => readPieces(FILE, start, end),
      record,
      onFailure,
      ...changes,
    }).finally(() => {
      inFlight -= 1
      onSent()
    })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as { port: number }).port
})

afterAll(async () => {
  await server.close()
  rmSync(FILE)
})

beforeEach(() => {
  events = []
  changes = {}
  size = 300 * KB
  isCached = true
  onSent = () => {}
  onRequest = () => {}
  withdraw.mockReset().mockImplementation(async () => {
    events.push('withdrawn')
  })
  record.mockReset().mockImplementation(async () => {
    events.push('recorded')
    return { withdraw }
  })
  onFailure.mockReset()
})

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => agent.destroy())
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(() => inFlight).toBe(0)
})

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

async function ask(headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const asked = httpRequest({ port, host: '127.0.0.1', headers, method, agent }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

/** A visitor on a bare connection, who reads only what the test reads. */
function visit(requests = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'): Socket {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  sockets.push(socket)
  socket.write(requests)
  return socket
}

function untilSent(): Promise<void> {
  return new Promise((resolve) => {
    onSent = resolve
  })
}

/** Until this side knows that the next visitor to come has gone. */
function untilClosed(): Promise<void> {
  return new Promise((resolve) => {
    server.server.once('connection', (socket) => socket.once('close', () => resolve()))
  })
}

/** A record that is committed when the test says so. */
function holdRecord() {
  const asked = Promise.withResolvers<void>()
  const committed = Promise.withResolvers<void>()
  record.mockImplementation(async () => {
    asked.resolve()
    await committed.promise
    events.push('recorded')
    return { withdraw }
  })
  return { asked: asked.promise, commit: committed.resolve }
}

describe.each([
  ['from memory', true],
  ['from the storage', false],
])('%s', (_where, cached) => {
  beforeEach(() => {
    isCached = cached
  })

  test.each([1, 1000, 64 * KB, 64 * KB + 1, 300 * KB, 5 * MB])(
    '%d bytes arrive as they are, and are recorded once',
    async (byteSize) => {
      size = byteSize
      const { status, headers, body } = await ask()
      expect(status).toBe(200)
      expect(body.equals(CONTENT.subarray(0, size))).toBe(true)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(size),
        'content-disposition': 'inline; filename="ECF 001.pdf"',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
        etag: `"${'ab'.repeat(32)}"`,
      })
      expect(headers).not.toHaveProperty('transfer-encoding')
      await expect.poll(() => events).toEqual(['recorded', 'answered 200'])
      expect(withdraw).not.toHaveBeenCalled()
    },
  )

  test('any range arrives as it is; only one that has the last byte is recorded', async () => {
    for (let i = 0; i < 30; i += 1) {
      const start = Math.floor(Math.random() * size)
      const end = i % 3 ? start + Math.floor(Math.random() * (size - start)) : size - 1
      record.mockClear()
      const { status, headers, body } = await ask({ range: `bytes=${start}-${end}` })
      expect(status).toBe(206)
      expect(headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(body.equals(CONTENT.subarray(start, end + 1))).toBe(true)
      expect(record).toHaveBeenCalledTimes(end === size - 1 ? 1 : 0)
    }
  })

  test.each<[string, Record<string, string>, string, number]>([
    ['HEAD', {}, 'HEAD', 200],
    ['a document not changed', { 'if-none-match': '*' }, 'GET', 304],
    ['a range out of reach', { range: 'bytes=999999999-' }, 'GET', 416],
    ['a condition not met', { 'if-match': '"other"' }, 'GET', 412],
    ['a part without the last byte', { range: 'bytes=0-299' }, 'GET', 206],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 'GET', 200],
  ])('%s is no download', async (_what, headers, method, status) => {
    const answer = await ask(headers, method)
    expect(answer.status).toBe(status)
    await expect.poll(() => events).toEqual([`answered ${status}`])
    expect(record).not.toHaveBeenCalled()
    expect(onFailure).not.toHaveBeenCalled()
    if (method === 'HEAD') expect(answer.headers).toEqual(await headersOfGet(answer.headers.date))
    if (status === 416) expect(answer.headers['content-range']).toBe(`bytes */${size}`)
    if (status < 400) expect(answer.headers.etag).toBeDefined()
    if (status === 304) expect(answer.headers).not.toHaveProperty('content-disposition')
    // The connection goes on with the next request.
    expect((await ask()).body.length).toBe(size)
  })

  async function headersOfGet(date: string | undefined) {
    return { ...(await ask()).headers, date }
  }

  test.each([1000, 300 * KB, 5 * MB])(
    'of %d bytes the last does not leave before the record is committed',
    async (byteSize) => {
      size = byteSize
      const { asked, commit } = holdRecord()
      let received = 0
      const visitor = visit().on('data', (bytes) => {
        received += bytes.length
      })
      await asked
      // What has left arrives; then nothing more does.
      const before = byteSize <= 64 * KB ? 0 : byteSize - 64 * KB
      await expect.poll(() => received).toBeGreaterThanOrEqual(before)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(received).toBeLessThan(size)
      commit()
      await expect.poll(() => received).toBeGreaterThan(size)
      expect(visitor.destroyed).toBe(false)
      expect(withdraw).not.toHaveBeenCalled()
    },
  )

  test('a record that fails is told, and leaves the file alone', async () => {
    const failure = new Error('database is locked')
    record.mockRejectedValue(failure)
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body.equals(CONTENT.subarray(0, size))).toBe(true)
    expect(onFailure).toHaveBeenCalledExactlyOnceWith('record', failure)
  })

  test('a record function that throws at once is no different', async () => {
    record.mockImplementation(() => {
      throw new Error('no')
    })
    expect((await ask()).body.length).toBe(size)
    expect(onFailure).toHaveBeenCalledOnce()
  })

  test('a visitor who goes in the middle leaves no record', async () => {
    size = 12 * MB
    const sent = untilSent()
    const visitor = visit()
    await once(visitor, 'readable')
    visitor.destroy()
    await sent
    expect(record).not.toHaveBeenCalled()
    expect(onFailure).not.toHaveBeenCalled()
  })

  test.each([1000, 300 * KB])(
    'a visitor of %d bytes who goes while the record is committed takes it along',
    async (byteSize) => {
      size = byteSize
      const { asked, commit } = holdRecord()
      const sent = untilSent()
      const closed = untilClosed()
      const visitor = visit()
      await asked
      visitor.destroy()
      await closed
      commit()
      await sent
      expect(events).toEqual(['recorded', 'withdrawn'])
    },
  )

  test('a record that cannot be taken back is told', async () => {
    withdraw.mockRejectedValue(new Error('gone'))
    const { asked, commit } = holdRecord()
    const sent = untilSent()
    const closed = untilClosed()
    const visitor = visit()
    await asked
    visitor.destroy()
    await closed
    commit()
    await sent
    expect(onFailure).toHaveBeenCalledExactlyOnceWith('withdraw', expect.any(Error))
  })

  test('requests sent at once are answered in turn, one file at a time', async () => {
    let open = 0
    let most = 0
    changes.open = (start, end) => {
      const source = createReadStream(FILE, { start, end })
      open += 1
      most = Math.max(most, open)
      return source.once('close', () => {
        open -= 1
      })
    }
    const asking = 'GET / HTTP/1.1\r\nHost: x\r\n'
    const visitor = visit(
      [...Array(4).fill(asking), `${asking}Connection: close\r\n`, ''].join('\r\n'),
    )
    const received = Buffer.concat(await visitor.toArray())
    const parts = received.toString('latin1').split('HTTP/1.1 200 OK\r\n').slice(1)
    expect(parts.length).toBe(5)
    for (const part of parts) {
      const body = Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'latin1')
      expect(body.equals(CONTENT.subarray(0, size))).toBe(true)
    }
    expect(record).toHaveBeenCalledTimes(5)
    // One is still closing when the next is opened.
    expect(most).toBeLessThanOrEqual(2)
  })

  test('whoever goes with requests unanswered has none of them recorded, and nothing stays open', async () => {
    size = 12 * MB
    let sent = 0
    onSent = () => {
      sent += 1
    }
    let asked = 0
    onRequest = () => {
      asked += 1
    }
    const visitor = visit('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
    await expect.poll(() => asked).toBe(20)
    visitor.destroy()
    await expect.poll(() => sent).toBe(20)
    expect(record).not.toHaveBeenCalled()
    expect(onFailure).not.toHaveBeenCalled()
  })
})

describe('a visitor whose kernel has taken the file', () => {
  beforeEach(() => {
    size = 100 * KB
  })

  test('and who then resets the connection has aborted: no record', async () => {
    const sent = untilSent()
    const visitor = visit()
    await sent
    expect(events).toContain('recorded')
    await once(visitor, 'readable')
    visitor.resetAndDestroy()
    await expect.poll(() => events).toContain('withdrawn')
    expect(withdraw).toHaveBeenCalledOnce()
  })

  test('and who resets it after several downloads has aborted the last', async () => {
    const records = ['first', 'second'].map((name) => ({
      withdraw: async () => {
        events.push(`${name} withdrawn`)
      },
    }))
    record.mockImplementation(async () => records.shift() ?? { withdraw })
    const visitor = visit()
    let received = 0
    visitor.on('data', (bytes) => {
      received += bytes.length
    })
    await expect.poll(() => received).toBeGreaterThan(size)
    visitor.pause()
    const sent = untilSent()
    visitor.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await sent
    visitor.resetAndDestroy()
    await expect.poll(() => events).toContain('second withdrawn')
    expect(events.filter((event) => event.endsWith('withdrawn'))).toEqual(['second withdrawn'])
  })

  test('and who closes the connection after reading keeps it', async () => {
    const closed = untilClosed()
    const visitor = visit()
    let received = 0
    for await (const bytes of visitor) {
      received += bytes.length
      if (received > size) break
    }
    visitor.end()
    await closed
    expect(withdraw).not.toHaveBeenCalled()
  })

  test('and whose connection is reset much later keeps it', async () => {
    const closed = untilClosed()
    const sent = untilSent()
    const visitor = visit()
    await sent
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_001)
    await once(visitor, 'readable')
    visitor.resetAndDestroy()
    await closed
    vi.restoreAllMocks()
    expect(withdraw).not.toHaveBeenCalled()
  })

  test('and who asks for more before a reset keeps the first', async () => {
    const closed = untilClosed()
    const visitor = visit()
    let received = 0
    visitor.on('data', (bytes) => {
      received += bytes.length
    })
    await expect.poll(() => received).toBeGreaterThan(size)
    const asked = new Promise<void>((resolve) => {
      onRequest = resolve
    })
    const { commit } = holdRecord()
    visitor.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await asked
    visitor.resetAndDestroy()
    await closed
    expect(withdraw).not.toHaveBeenCalled()
    commit()
  })
})

describe('a storage that fails', () => {
  beforeEach(() => {
    isCached = false
  })

  test('before the first byte is an error of its own, and the connection stays', async () => {
    for (const open of [createReadStream, (file: string) => readPieces(file, 0, 1)]) {
      changes.open = () => open(`${FILE}.missing`)
      expect((await ask()).status).toBe(500)
      expect(record).not.toHaveBeenCalled()
      expect(onFailure).not.toHaveBeenCalled()
      changes = {}
      expect((await ask()).status).toBe(200)
      record.mockClear()
    }
  })

  const pieces = async function* (...counts: number[]) {
    for (const count of counts) yield Buffer.alloc(count * KB)
  }
  const broken = async function* () {
    yield* pieces(64, 64)
    throw new Error('EIO')
  }
  test.each<[string, () => AsyncGenerator<Buffer>]>([
    ['in the middle', broken],
    ['by ending early', () => pieces(64, 64)],
    ['by being longer than the document', () => pieces(64, 64, 64, 64, 64)],
  ])('%s cuts the connection, without a record', async (_how, source) => {
    changes.open = () => Readable.from(source(), { objectMode: false })
    await expect(ask()).rejects.toThrow(/aborted|hang up|reset/i)
    expect(record).not.toHaveBeenCalled()
    expect(onFailure).toHaveBeenCalledExactlyOnceWith('read', expect.any(Error))
  })

  test('to go on is left when the visitor goes', async () => {
    const source = new Readable({ read() {} })
    changes.open = () => source
    const sent = untilSent()
    const asked = get({ port, host: '127.0.0.1' }).on('error', () => {})
    await expect.poll(() => source.listenerCount('readable')).toBeGreaterThan(0)
    asked.destroy()
    await sent
    expect(source.destroyed).toBe(true)
    expect(onFailure).not.toHaveBeenCalled()
    expect(events).not.toContain('answered 500')
  })
})
