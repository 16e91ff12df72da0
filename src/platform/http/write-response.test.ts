import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { end, writeChunk } from './write-response.ts'

/* CONTRACT section 4: what the system has taken counts as sent. */

/** More than the kernel buffers for a visitor who does not read. */
const MUCH = Buffer.alloc(64 * 1024 * 1024)

let server: Server
let responses: ServerResponse[]
let sockets: Socket[]

beforeEach(async () => {
  responses = []
  sockets = []
  server = createServer((_request, response) => responses.push(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** A visitor who reads nothing until told to. */
async function visit(headers = ''): Promise<Socket> {
  const { port } = server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  sockets.push(socket)
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  while (responses.length === 0) await new Promise(setImmediate)
  return socket
}

const response = () => responses[0] as ServerResponse

test.each(['close', 'keep-alive'])(
  'what the kernel has taken is written: %s',
  async (connection) => {
    const visitor = await visit(`Connection: ${connection}\r\n`)
    expect(await writeChunk(response(), Buffer.from('he'))).toBe(true)
    expect(await end(response(), Buffer.from('llo'))).toBe(true)
    const [bytes] = await once(visitor, 'data')
    expect(String(bytes)).toContain('he')
  },
)

describe.each([
  ['a piece', writeChunk],
  ['the last bytes', end],
])('%s', (_what, send) => {
  test.each<[string, (visitor: Socket) => unknown]>([
    ['the visitor goes', (visitor) => visitor.destroy()],
    ['the visitor resets', (visitor) => visitor.resetAndDestroy()],
    ['this side destroys the connection', () => response().socket?.destroy()],
  ])('is not written if %s while it is on its way', async (_how, leave) => {
    const visitor = await visit()
    const sent = send(response(), MUCH)
    await once(visitor, 'readable')
    leave(visitor)
    expect(await sent).toBe(false)
  })

  test('is not written for a visitor who has gone, or on a connection just destroyed', async () => {
    const visitor = await visit()
    visitor.destroy()
    await once(response(), 'close')
    expect(await send(response(), Buffer.from('hello'))).toBe(false)
    responses = []
    await visit()
    response().socket?.destroy()
    expect(await send(response(), Buffer.from('hello'))).toBe(false)
  })
})
