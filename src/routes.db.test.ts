import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_EMAIL, ADMIN_PASSWORD, signIn } from '../test/support/admin-client.ts'
import { addCheapAdministrator } from '../test/support/cheap-administrator.ts'
import { createTestPlatform } from '../test/support/test-platform.ts'
import { cookieHeader, createVisitor, type Visitor } from '../test/support/visitor.ts'
import type { Route } from './platform/http/route.ts'
import type { Platform } from './platform/platform.ts'
import { createRoutes } from './routes.ts'
import { createWebServer, type WebServer } from './web-server.ts'

/* What must hold for every route, whatever is sent to it. */

let platform: Platform
let dispose: () => Promise<void>
let web: WebServer
let origin: string
let routes: Route[]
const sockets: Socket[] = []
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ base: null }, { write: (line) => logged.push(line) })
  ;({ platform, dispose } = await createTestPlatform('sqlite', {}, { log }))
  web = await createWebServer(platform)
  routes = createRoutes(web.features)
  web.server.server.on('connection', (socket) => sockets.push(socket))
  origin = await web.server.listen({ port: 0, host: '127.0.0.1' })
  await addCheapAdministrator(platform, ADMIN_EMAIL, ADMIN_PASSWORD)
})
afterAll(async () => {
  await web.close()
  await dispose()
})

const pathOf = ({ url }: Route) => url.replace(/:id/g, '1').replace(/:\w+/g, 'x')

test.each([
  ['GET', '/api/documents/7/download', '/api/documents/:id/download', '7'],
  ['GET', '/documents/7', '/documents/:id', '7'],
  ['GET', `/unsubscribe/${'secret'.repeat(4)}`, '/unsubscribe/:token', undefined],
  ['POST', `/api/unsubscribe/${'secret'.repeat(4)}`, '/api/unsubscribe/:token', undefined],
])('%s %s is in the log, by its route', async (method, path, route, id) => {
  logged.length = 0
  const { status } = await fetch(origin + path, { method })
  await expect.poll(() => logged).toHaveLength(1)
  const request = { msg: 'request', method, route, status, ip: '127.0.0.1' }
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ ...request, ...(id && { id }) })
  expect(logged[0]).not.toContain('secret')
})

test.each([
  ['/about/', '/about'],
  ['/entries/1/?page=2', '/entries/1?page=2'],
  ['/admin/', '/admin'],
])('%s leads to %s', async (typed, location) => {
  const response = await fetch(origin + typed, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([301, location])
})

test.each([
  ['/api/subscribe', '/'],
  ['/admin/logout', '/admin'],
  ['/admin/entries/7/notifications?again=1', '/admin/entries/7'],
  ['/admin/admins/2/disable', '/admin/admins'],
])('%s, which only takes a form, opens %s', async (form, page) => {
  const clerk = await signIn(origin)
  const { status, location } = await clerk.get(form)
  expect([status, location]).toEqual([302, page])
})

test.each(['//about/', '/about//', '/ecf/', '/nothing/', '//evil.example/'])(
  '%s leads nowhere',
  async (typed) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(`GET ${typed} HTTP/1.1\r\nHost: docket.example.com\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /)
  },
)

describe('a body that is not a form', () => {
  const multipart = 'multipart/form-data; boundary=b'
  const nameless = '--b\r\ncontent-disposition: form-data'
  const part = (name: string) => `${nameless}; name="${name}"`
  const json = 'application/json'
  const urlencoded = 'application/x-www-form-urlencoded'
  const deep = '['.repeat(15_000) + ']'.repeat(15_000)
  const names = ['email', 'password', 'title', 'documents', 'List-Unsubscribe', '_csrf']
  const each = (value: string) => `{${names.map((name) => `"${name}":${value}`).join(',')}}`
  const bodies: [what: string, type: string, body: string][] = [
    ['objects with a toString', json, each('{"toString":1}')],
    ['arrays of objects', json, each('[{"toString":1}]')],
    ['deep arrays', json, `{"email":${deep}}`],
    ['a prototype', json, '{"__proto__":{"email":"x"}}'],
    ['broken JSON', json, '{"email":'],
    ['no JSON at all', json, ''],
    ['multipart without a boundary', 'multipart/form-data', `${part('title')}\r\n\r\nx\r\n--b--`],
    ['multipart of nothing', multipart, ''],
    ['multipart cut short in a header', multipart, part('title')],
    ['multipart cut short in a file', multipart, `${part('documents')}; filename="a"\r\n\r\n%PDF`],
    ['a part without a name', multipart, `${nameless}\r\n\r\nx\r\n--b--`],
    ['a part named __proto__', multipart, `${part('__proto__')}\r\n\r\nx\r\n--b--\r\n`],
    ['a part of JSON', multipart, `${part('a')}\r\ncontent-type: ${json}\r\n\r\n{\r\n--b--\r\n`],
    ['percent signs', urlencoded, 'email=%&%=%zz&title=%ff%00'],
    ['names of members', urlencoded, '__proto__=1&constructor=2&toString=3'],
    ['another type', 'text/xml', '<a/>'],
  ]

  /** Signed in, or with the cookie of the sign-in form: the body is read. */
  async function answers(client: Visitor, type: string, body: string) {
    const send = async (path: string): Promise<[path: string, status: number]> => {
      const { status } = await fetch(origin + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...cookieHeader(client), 'x-csrf-token': client.csrf, 'content-type': type },
        body,
      })
      return [path, status]
    }
    const posts = routes.filter(({ method }) => method === 'POST').map(pathOf)
    const others = posts.filter((path) => path !== '/admin/logout')
    // Logging out would end the session that later requests need.
    return [...(await Promise.all(others.map(send))), await send('/admin/logout')]
  }

  test.each(bodies)('%s: never a 5xx, on any route', async (_what, type, body) => {
    await platform.db.deleteFrom('throttles').execute()
    const stranger = createVisitor(origin)
    await stranger.get('/admin/login')
    for (const client of [await signIn(origin), stranger]) {
      const statuses = await answers(client, type, body)
      expect(statuses.length).toBeGreaterThan(25)
      expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
    }
  })
})

describe('every address of the administration', () => {
  const administration = () =>
    routes.filter(({ url }) => /^\/admin(?!\/(?:login|logout|first-run))/.test(url))

  const send = (client: Visitor, method: string, path: string, fields = {}) =>
    method === 'GET' ? client.get(path) : client.post(path, fields)

  test('leads a stranger to the sign-in, and accepts no form without the session’s token', async () => {
    const [stranger, clerk] = [createVisitor(origin), await signIn(origin)]
    for (const route of administration()) {
      const path = pathOf(route)
      const { status, location } = await send(stranger, route.method, path)
      expect([path, status]).toEqual([path, 303])
      expect(location).toMatch(/^\/admin\/login/)
      if (route.method === 'GET') continue
      const forged = await send(clerk, route.method, path, { _csrf: 'forged' })
      expect([path, forged.status]).toEqual([path, 403])
    }
  })

  test.each(['0', 'x', '99999999', '99999999999'])('has nothing with the id %s', async (id) => {
    const clerk = await signIn(origin)
    // Who may sign in is changed only with one’s own password, which must be entered first.
    const withId = administration().filter(({ url }) => /^(?!\/admin\/admins).*:id/.test(url))
    const found: string[] = []
    for (const { method, url } of withId) {
      const { status } = await send(clerk, method, url.replaceAll(/:\w+/g, id))
      if (status !== 404) found.push(`${method} ${url}: ${status}`)
    }
    expect(found).toEqual([])
  })
})

test('the home page is HTML, and needs no payload', async () => {
  const answer = await fetch(`${origin}/`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toMatch(/^<!doctype html>/i)
})

describe('before a session is known to be live (PROMISES 28)', () => {
  /** The limit, plus what a single read from the kernel may add. */
  const MAX = 32 * 1024 + 128 * 1024

  /** Sends 1 MB to every route with a made-up session. @returns the most that the server read from any of them */
  async function mostRead(method: string | undefined, type: string, first: string) {
    const urls = new Set([...routes.map(pathOf), '/nothing', '/admin/nothing'])
    sockets.length = 0
    const senders = [...urls].map(async (path) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      socket.on('error', () => {})
      const existing = routes.find((route) => pathOf(route) === path)?.method ?? 'POST'
      socket.write(
        `${method ?? existing} ${path} HTTP/1.1\r\nhost: x\r\ncookie: session=${'x'.repeat(43)}\r\ncontent-type: ${type}\r\ncontent-length: 1048576\r\n\r\n${first}`,
      )
      socket.write(Buffer.alloc(1_048_576 - first.length, 97))
      let answer = ''
      socket.on('data', (bytes) => {
        answer += bytes
      })
      await new Promise((resolve) => socket.once('close', resolve))
      return [path, answer.slice(0, 12)]
    })
    const answers = await Promise.all(senders)
    expect(answers.filter(([, answer]) => !/^HTTP\/1\.1 [234]/.test(answer ?? ''))).toEqual([])
    expect(sockets.length).toBeGreaterThan(60)
    return Math.max(...sockets.map(({ bytesRead }) => bytesRead))
  }

  // Drawn beforehand: on a busy machine it can take longer than an unread body may.
  beforeAll(async () => void (await fetch(`${origin}/card.png`)))

  const field = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\n'
  test.each<[string | undefined, string, string]>([
    [undefined, 'application/x-www-form-urlencoded', 'title='],
    [undefined, 'multipart/form-data; boundary=b', field],
    [undefined, 'application/json', '{"email":"'],
    ['PUT', 'application/octet-stream', ''],
  ])('%s %s is not read beyond 32 kB on any address', async (method, type, first) => {
    expect(await mostRead(method, type, first)).toBeLessThan(MAX)
  })
})
