import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendChunks } from './delivery.ts'

/* CONTRACT section 4: what the system has taken counts as sent. */

const MB = 1024 * 1024
const undo = vi.fn(async () => {})
const visitors: Socket[] = []
let server: Server
/** Resolves when the response has been handed over, or the visitor has gone. */
let delivered: PromiseWithResolvers<void>
let size = 0

beforeEach(async () => {
  undo.mockClear()
  delivered = Promise.withResolvers()
  server = createServer(async (_request, response) => {
    response.setHeader('content-length', size)
    await sendChunks(response, Buffer.alloc(size), undo)
    delivered.resolve()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(() => {
  for (const visitor of visitors.splice(0)) visitor.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends a request without reading the response. */
function visit(connection: string, bytes: number): Socket {
  size = bytes
  const { port } = server.address() as AddressInfo
  const visitor = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  visitors.push(visitor)
  visitor.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`)
  return visitor
}

const CONNECTIONS = ['close', 'keep-alive']
/** More than the system takes for a visitor who does not read. */
const LARGE = 32 * MB

test.each(CONNECTIONS)('a reset before it was handed over: Connection: %s', async (connection) => {
  const visitor = visit(connection, LARGE)
  await once(visitor, 'readable')
  visitor.resetAndDestroy()
  await delivered.promise
  expect(undo).toHaveBeenCalledOnce()
})

test.each(CONNECTIONS)('a close before it was handed over: Connection: %s', async (connection) => {
  const visitor = visit(connection, LARGE)
  await once(visitor, 'readable')
  visitor.destroy()
  await delivered.promise
  expect(undo).toHaveBeenCalledOnce()
})

test.each(CONNECTIONS)('a visitor who reads it all: Connection: %s', async (connection) => {
  visit(connection, LARGE).resume()
  await delivered.promise
  expect(undo).not.toHaveBeenCalled()
})

test.each(CONNECTIONS)('a reset after it was handed over: Connection: %s', async (connection) => {
  const visitor = visit(connection, MB / 10)
  await delivered.promise
  visitor.resetAndDestroy()
  await once(visitor, 'close')
  expect(undo).not.toHaveBeenCalled()
})
