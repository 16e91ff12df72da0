import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliver } from './delivery.ts'

/* CONTRACT section 4: what the connection reveals about a response that has left this program (docs/decisions/036). */

const KB = 1024
const undo = vi.fn(async () => {})
const visitors: Socket[] = []
let server: Server
/** The server's side of the last connection, and whether its response has been sent. */
let socket: Socket
let sent: PromiseWithResolvers<void>
let size = 0

beforeEach(async () => {
  undo.mockClear()
  sent = Promise.withResolvers()
  server = createServer(async (_request, response) => {
    response.setHeader('content-length', size)
    await deliver(response, Buffer.alloc(size), undo)
    sent.resolve()
  })
  server.on('connection', (connection) => {
    socket = connection
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(() => {
  for (const visitor of visitors.splice(0)) visitor.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends a request without reading the response yet. */
async function visit(connection: string, bytes: number): Promise<Socket> {
  size = bytes
  const { port } = server.address() as AddressInfo
  const visitor = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  visitors.push(visitor)
  visitor.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`)
  await sent.promise
  return visitor
}

async function readWhole(visitor: Socket): Promise<void> {
  let received = 0
  visitor.on('data', (bytes) => {
    received += bytes.length
  })
  await expect.poll(() => received).toBeGreaterThan(size)
}

const closed = () => new Promise((resolve) => socket.once('close', resolve))
/** Waits until the connection is no longer watched. */
const believed = () => expect.poll(() => socket.listeners('close').length, { timeout: 30_000 })

test.each(['close', 'keep-alive'])('a reset breaks it off: Connection: %s', async (connection) => {
  const visitor = await visit(connection, 100 * KB)
  visitor.resetAndDestroy()
  await expect.poll(() => undo.mock.calls.length).toBe(1)
})

test.each(['close', 'keep-alive'])(
  'a visitor who closes after reading has it: Connection: %s',
  async (connection) => {
    const visitor = await visit(connection, 300 * KB)
    await readWhole(visitor)
    const end = closed()
    visitor.end()
    await end
    // By now every earlier look at the kernel's tables is over.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(undo).not.toHaveBeenCalled()
  },
)

test.skipIf(process.platform !== 'linux').each(['close', 'keep-alive'])(
  'a visitor who closes with bytes under way has not: Connection: %s',
  async (connection) => {
    const visitor = await visit(connection, 3000 * KB)
    visitor.end()
    await expect.poll(() => undo.mock.calls.length).toBe(1)
  },
)

test.each(['close', 'keep-alive'])(
  'a reset later than all was acknowledged is none of its business: Connection: %s',
  async (connection) => {
    const visitor = await visit(connection, 300 * KB)
    const watching = socket.listeners('close').length
    await readWhole(visitor)
    await believed().toBe(watching - 1)
    const end = closed()
    visitor.resetAndDestroy()
    await end
    expect(undo).not.toHaveBeenCalled()
  },
)

test('a connection without further use waits for its visitor as long as an idle one, and no shutdown for it', async () => {
  const visitor = await visit('close', 100 * KB)
  await readWhole(visitor)
  await expect.poll(() => visitor.readableEnded).toBe(true)
  expect(socket.destroyed).toBe(false)
  expect(socket.timeout).toBe(72_000)
  server.closeIdleConnections()
  expect(socket.destroyed).toBe(true)
})
