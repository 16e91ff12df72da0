import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestPlatform } from '../../../../test/support/test-platform.ts'
import { createWebServer, type WebServer } from '../../../web-server.ts'
import { cutSlowBody } from './body-limits.ts'

/* PROMISES 12: the whole site, with real connections and a clock for the 30 seconds only. */

const KB = 1024
let web: WebServer
let port: number
let visitor: Socket

beforeAll(async () => {
  const { platform } = await createTestPlatform('sqlite')
  web = await createWebServer(platform)
  await web.server.listen({ port: 0, host: '127.0.0.1' })
  port = (web.server.server.address() as AddressInfo).port
})

// Also closes the platform.
afterAll(() => web.close())

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))

afterEach(() => {
  visitor.destroy()
  vi.useRealTimers()
})

const MULTIPART = 'Content-Type: multipart/form-data; boundary=x\r\nCookie: session=made-up'
const FORM = 'Content-Type: application/x-www-form-urlencoded'

/** Sends the head and the first byte of a body of 30 kB; resolves when the service has them. */
async function begin(head: string, length = 'Content-Length: 30000', first = 'a') {
  const arrived = new Promise<Socket>((resolve) => {
    web.server.server.once('request', ({ socket }) => resolve(socket))
  })
  visitor = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  visitor.resume()
  visitor.write(`${head}\r\nHost: x\r\n${length}\r\n\r\n${first}`)
  return arrived
}

test.each([
  ['an address that cannot be decoded', `POST /%zz HTTP/1.1\r\n${FORM}`],
  ['GET with a body', `GET / HTTP/1.1\r\n${FORM}`],
  ['an upload with a made-up cookie', `POST /admin/entries HTTP/1.1\r\n${MULTIPART}`],
  ['a form', `POST /api/subscribe HTTP/1.1\r\n${FORM}`],
])('%s: a body that trickles in ends the connection', async (_what, head) => {
  const socket = await begin(head)
  visitor.write('a')
  vi.advanceTimersByTime(31_000)
  await expect.poll(() => socket.destroyed).toBe(true)
  await expect.poll(() => visitor.closed).toBe(true)
})

test('a chunked body that trickles in does, too', async () => {
  const length = 'Transfer-Encoding: chunked'
  const socket = await begin(`POST /nowhere HTTP/1.1\r\n${FORM}`, length, '1\r\na\r\n')
  vi.advanceTimersByTime(31_000)
  await expect.poll(() => socket.destroyed).toBe(true)
})

test('a body that is read may take any time while it keeps arriving, and is cut off when it pauses', async () => {
  const server = createServer((request) => request.resume()).on('request', cutSlowBody)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  visitor = connect({ port: (server.address() as AddressInfo).port }).on('error', () => {})
  visitor.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n')
  await once(server, 'request')
  const [socket] = await accepted
  for (let window = 1; window <= 3; window += 1) {
    const before = socket.bytesRead
    visitor.write('a'.repeat(70 * KB))
    await expect.poll(() => socket.bytesRead).toBe(before + 70 * KB)
    vi.advanceTimersByTime(30_000)
    expect(socket.destroyed).toBe(false)
  }
  vi.advanceTimersByTime(30_000)
  expect(socket.destroyed).toBe(true)
  server.close()
})

test('a connection whose body has arrived goes on', async () => {
  const length = 'Content-Length: 3'
  const socket = await begin(`POST /nowhere HTTP/1.1\r\n${FORM}`, length, 'abc')
  await once(visitor, 'data')
  vi.advanceTimersByTime(90_000)
  expect(socket.destroyed).toBe(false)
})
