import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { end, waitForTurn, writeChunk } from './write-response.ts'

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
async function visit(requests = 1, headers = ''): Promise<Socket> {
  const { port } = server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  sockets.push(socket)
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(requests))
  while (responses.length < requests) await new Promise(setImmediate)
  return socket
}

const response = (index = 0) => responses[index] as ServerResponse

test('what the kernel has taken is written', async () => {
  const visitor = await visit()
  expect(await writeChunk(response(), Buffer.from('he'))).toBe(true)
  expect(await end(response(), Buffer.from('llo'))).toBe(true)
  const [bytes] = await once(visitor, 'data')
  expect(String(bytes)).toContain('he')
})

test('so is what the kernel has taken of a connection that is not kept', async () => {
  await visit(1, 'Connection: close\r\n')
  expect(await end(response(), Buffer.from('hello'))).toBe(true)
})

test.each([
  ['a piece', writeChunk],
  ['the last bytes', end],
])('%s is not, when the visitor goes while it is on its way', async (_what, send) => {
  const visitor = await visit()
  const sent = send(response(), MUCH)
  await once(visitor, 'readable')
  visitor.destroy()
  expect(await sent).toBe(false)
})

test.each([
  ['a piece', writeChunk],
  ['the last bytes', end],
])('%s is not, when this side destroys the connection meanwhile', async (_what, send) => {
  const visitor = await visit()
  const sent = send(response(), MUCH)
  await once(visitor, 'readable')
  response().socket?.destroy()
  expect(await sent).toBe(false)
})

test.each([
  ['a piece', writeChunk],
  ['the last bytes', end],
])('%s is not, for a visitor who has gone', async (_what, send) => {
  const visitor = await visit()
  visitor.destroy()
  await once(response(), 'close')
  expect(await send(response(), Buffer.from('hello'))).toBe(false)
})

test.each([
  ['a piece', writeChunk],
  ['the last bytes', end],
])('%s is not, on a connection just destroyed', async (_what, send) => {
  await visit()
  response().socket?.destroy()
  expect(await send(response(), Buffer.from('hello'))).toBe(false)
})

test('requests on one connection take turns', async () => {
  await visit(3)
  const turns: number[] = []
  const waiting = responses.map(async (each, index) => {
    expect(await waitForTurn(each)).toBe(true)
    turns.push(index)
  })
  await waiting[0]
  expect(turns).toEqual([0])
  await end(response(0), Buffer.from('first'))
  await waiting[1]
  expect(turns).toEqual([0, 1])
  await end(response(1), Buffer.from('second'))
  await waiting[2]
})

test('a turn that never comes is told when the visitor goes', async () => {
  const visitor = await visit(20)
  const waiting = responses.slice(1).map(waitForTurn)
  visitor.destroy()
  expect(await Promise.all(waiting)).toEqual(Array(19).fill(false))
  expect(await Promise.all(responses.map(waitForTurn))).toEqual(Array(20).fill(false))
})
