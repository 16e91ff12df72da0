import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  listenSubscriptions,
  newBrowser,
  type SubscriptionsServer,
  startSubscriptions,
} from '../../../test/support/subscriptions-server.ts'
import type { Subscription, SubscriptionState } from '../../platform/database/schema.ts'
import { insertSubscription } from './queries.ts'
import { testToken } from './test-token.ts'
import { LINK_THROTTLE } from './throttles.ts'

let server: SubscriptionsServer
const written: string[] = []

let people = 0

async function subscriber(state: SubscriptionState = 'active'): Promise<Subscription> {
  people += 1
  const email = `reader${people}@example.com`
  const row = await insertSubscription(
    server.platform.db,
    { email, email_key: email, token: `${people}`.padStart(43, '-_aZ09'), state },
    1000,
  )
  if (!row) throw new Error('already there')
  return row
}

const stateOf = async ({ id }: Subscription) =>
  (
    await server.platform.db
      .selectFrom('subscriptions')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.state

const subscriptions = () => server.platform.db.selectFrom('subscriptions').selectAll().execute()

const unknown = 'u'.repeat(43)
const oneClick = 'List-Unsubscribe=One-Click'
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

/** As a mail provider's servers send it: no cookie, no Origin, nothing of a browser. */
const mailProvider = (token: string, body: string | FormData = oneClick, headers = {}) =>
  fetch(`${server.origin}/unsubscribe/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: typeof body === 'string' ? { ...urlencoded, ...headers } : headers,
    body,
  })

describe.each(['sqlite', 'postgres'] as const)('unsubscribing on %s', (dialect) => {
  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
    server = await startSubscriptions(dialect, {}, { log })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.platform.db.deleteFrom('throttles').execute()
  })

  test('the link asks, the page’s button unsubscribes, doing it again is no harm', async () => {
    const reader = await subscriber()
    const browser = newBrowser(server)
    const page = await browser.get(`/unsubscribe/${reader.token}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('r•••@example.com')
    expect(page.body).not.toContain(reader.email)
    expect(page.body).toContain(`action="/api/unsubscribe/${reader.token}"`)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await stateOf(reader)).toBe('active')

    const done = await browser.post(`/api/unsubscribe/${reader.token}`)
    expect(done.status).toBe(200)
    expect(done.body).toContain('You are unsubscribed')
    expect(await stateOf(reader)).toBe('unsubscribed')

    const again = await browser.post(`/api/unsubscribe/${reader.token}`)
    expect(again.status).toBe(200)
    expect(again.body).toContain('Already unsubscribed')
    const known = await browser.get(`/unsubscribe/${reader.token}`)
    expect(known.status).toBe(200)
    expect(known.body).toContain('Already unsubscribed')
  })

  test('a script sends the token as a header and gets JSON, twice the same', async () => {
    const reader = await subscriber()
    const browser = newBrowser(server)
    const page = await browser.get(`/unsubscribe/${reader.token}`)
    const csrf = /name="_csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    for (let times = 0; times < 2; times++) {
      const answer = await fetch(`${server.origin}/api/unsubscribe/${reader.token}`, {
        method: 'POST',
        headers: {
          'x-csrf-token': csrf,
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        },
      })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ status: 'unsubscribed' })
    }
    expect(await stateOf(reader)).toBe('unsubscribed')
  })

  test('someone who has not confirmed yet can say no for good', async () => {
    const reader = await subscriber('pending')
    const browser = newBrowser(server)
    await browser.get(`/unsubscribe/${reader.token}`)
    expect((await browser.post(`/api/unsubscribe/${reader.token}`)).status).toBe(200)
    expect(await stateOf(reader)).toBe('unsubscribed')
  })

  test('scanners that open every link a hundred times, by GET and HEAD, change nothing', async () => {
    const active = await subscriber()
    const pending = await subscriber('pending')
    const before = await subscriptions()
    for (const { token } of [active, pending]) {
      for (const path of [`/unsubscribe/${token}`, `/api/unsubscribe/${token}`]) {
        for (const method of ['GET', 'HEAD']) {
          const visits = Array.from({ length: 100 }, () =>
            fetch(`${server.origin}${path}?List-Unsubscribe=One-Click`, {
              method,
              redirect: 'manual',
            }),
          )
          for (const { status } of await Promise.all(visits)) expect(status).toBeLessThan(303)
        }
      }
    }
    expect(await subscriptions()).toEqual(before)
  })

  test('the link of old messages leads to the page, on this site and no other', async () => {
    const reader = await subscriber()
    const answer = await newBrowser(server).get(`/api/unsubscribe/${reader.token}`, {
      host: 'evil.example',
    })
    expect([answer.status, answer.location]).toEqual([302, `/unsubscribe/${reader.token}`])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const strange = [
      '%2F%2Fevil.example',
      '%0d%0aSet-Cookie:%20a=b',
      '..%2F..',
      '%5C%5Cevil',
      '%3F',
    ]
    for (const token of strange) {
      const { status, location } = await newBrowser(server).get(`/api/unsubscribe/${token}`)
      expect([status, location]).toEqual([
        302,
        `/unsubscribe/${encodeURIComponent(decodeURIComponent(token))}`,
      ])
    }
  })

  test('a token of version 1.0 works, whatever its characters', async () => {
    const reader = await subscriber()
    const token = 'Old+token/1.0?=&#"'
    await server.platform.db
      .updateTable('subscriptions')
      .set({ token })
      .where('id', '=', reader.id)
      .execute()
    const browser = newBrowser(server)
    const old = await browser.get(`/api/unsubscribe/${encodeURIComponent(token)}`)
    const page = await browser.get(old.location ?? '')
    expect(page.status).toBe(200)
    const action = /action="(\/api[^"]*)"/.exec(page.body)?.[1] ?? ''
    expect((await browser.post(action)).status).toBe(200)
    expect(await stateOf(reader)).toBe('unsubscribed')
  })

  test('without the CSRF token, with another browser’s, or without the cookie: 403 and no change', async () => {
    const reader = await subscriber()
    const path = `/api/unsubscribe/${reader.token}`
    const [mine, other] = [newBrowser(server), newBrowser(server)]
    const csrfOf = async (browser: typeof mine) =>
      /name="_csrf" value="([^"]*)"/.exec(
        (await browser.get(`/unsubscribe/${reader.token}`)).body,
      )?.[1] ?? ''
    const [own, foreign] = [await csrfOf(mine), await csrfOf(other)]
    expect(own).not.toBe(foreign)
    const cookie = [...mine.cookies].map((pair) => pair.join('=')).join('; ')
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{}, { cookie }],
      [{ _csrf: '' }, { cookie }],
      [{ _csrf: foreign }, { cookie }],
      [{ _csrf: own }, {}],
      [{ _csrf: own }, { cookie: 'visit=' }],
      [{ _csrf: own }, { cookie: `visit=${'x'.repeat(43)}` }],
      [{ _csrf: `${own}x` }, { cookie }],
      [{ _csrf: foreign }, { cookie, 'x-csrf-token': own }],
    ]
    for (const [fields, headers] of attempts) {
      const answer = await fetch(server.origin + path, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'csrf' })
    }
    const twice = await fetch(server.origin + path, {
      method: 'POST',
      headers: { cookie, ...urlencoded },
      body: `_csrf=${own}&_csrf=${own}`,
    })
    expect(twice.status).toBe(403)
    expect(await stateOf(reader)).toBe('active')

    const page = await fetch(server.origin + path, {
      method: 'POST',
      headers: { ...urlencoded, accept: 'text/html', cookie },
      body: '',
    })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ])
    expect((await mine.post(path, { _csrf: own })).status).toBe(200)
  })

  test('two pages open in one browser both work', async () => {
    const [first, second] = [await subscriber(), await subscriber()]
    const browser = newBrowser(server)
    const page = await browser.get(`/unsubscribe/${first.token}`)
    const csrf = /name="_csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    await browser.get(`/unsubscribe/${second.token}`)
    expect(browser.setCookies).toEqual([])
    expect((await browser.post(`/api/unsubscribe/${first.token}`, { _csrf: csrf })).status).toBe(
      200,
    )
    expect((await browser.post(`/api/unsubscribe/${second.token}`)).status).toBe(200)
  })

  test('another site’s page is refused even with everything else right', async () => {
    const reader = await subscriber()
    const browser = newBrowser(server)
    await browser.get(`/unsubscribe/${reader.token}`)
    const foreign = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]
    for (const headers of foreign) {
      const answer = await browser.post(`/api/unsubscribe/${reader.token}`, {}, headers)
      expect(answer.status).toBe(403)
      expect((await mailProvider(reader.token, oneClick, headers)).status).toBe(403)
    }
    expect(await stateOf(reader)).toBe('active')
  })

  test('one click: 200, no redirect, no cookie, for mail providers that send nothing else', async () => {
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    for (const body of [oneClick, multipart]) {
      const reader = await subscriber()
      for (let times = 0; times < 2; times++) {
        const answer = await mailProvider(reader.token, body)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(answer.headers.get('set-cookie')).toBeNull()
        expect(answer.headers.get('location')).toBeNull()
        expect(await stateOf(reader)).toBe('unsubscribed')
      }
    }
    expect((await mailProvider(unknown)).status).toBe(404)
  })

  test.each([
    ['', {}],
    ['List-Unsubscribe=one-click', {}],
    ['list-unsubscribe=One-Click', {}],
    ['List-Unsubscribe=One-Click&List-Unsubscribe=One-Click', {}],
    ['List-Unsubscribe=One-Click&_csrf=x', {}],
    ['_csrf=x', {}],
    ['List-Unsubscribe=', {}],
    ['List-Unsubscribe', {}],
    ['{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }],
    ['List-Unsubscribe=One-Click', { 'content-type': 'text/plain' }],
    ['x', { 'content-type': 'multipart/form-data; boundary=y' }],
  ])('one click takes nothing but its own body: %j is 400', async (body, headers) => {
    const reader = await subscriber()
    expect((await mailProvider(reader.token, body, headers)).status).toBe(400)
    expect((await mailProvider(unknown, body, headers)).status).toBe(400)
    expect(await stateOf(reader)).toBe('active')
  })

  test('one click takes no multipart form with more in it', async () => {
    const reader = await subscriber()
    const more = new FormData()
    more.set('List-Unsubscribe', 'One-Click')
    more.set('more', '1')
    const file = new FormData()
    file.set('List-Unsubscribe', new Blob(['One-Click']), 'One-Click')
    const andFile = new FormData()
    andFile.set('List-Unsubscribe', 'One-Click')
    andFile.set('file', new Blob(['x']), 'x')
    for (const body of [more, file, andFile]) {
      expect((await mailProvider(reader.token, body)).status).toBe(400)
    }
    expect(await stateOf(reader)).toBe('active')
  })

  test('unknown and malformed tokens are not found, whatever they are', async () => {
    const browser = newBrowser(server)
    const { token } = await subscriber()
    await browser.get(`/unsubscribe/${token}`)
    const strange = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .map((text) => encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E'))
    const odd = fc.constantFrom(
      '%00',
      `${token}%00`,
      `${token}%20`,
      'test-x',
      `test-${unknown}`,
      unknown,
      'x'.repeat(400),
      '%F0%9F%92%A9',
      "'",
      '..%2Fadmin',
      '%E2%80%AE',
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(strange, odd), async (segment) => {
        await server.platform.db.deleteFrom('throttles').execute()
        const page = await browser.get(`/unsubscribe/${segment}`)
        expect([page.status, page.headers.get('content-type')]).toEqual([
          404,
          'text/html; charset=utf-8',
        ])
        const posted = await browser.post(`/api/unsubscribe/${segment}`)
        expect(posted.status).toBe(404)
        expect((await mailProvider(segment)).status).toBe(404)
      }),
      { numRuns: 60 },
    )
    const json = await browser.post(
      `/api/unsubscribe/${unknown}`,
      {},
      { accept: 'application/json' },
    )
    expect(json.status).toBe(404)
    expect(JSON.parse(json.body)).toMatchObject({ status: 404, code: 'not_found' })
    for (const segment of ['%ff', '%', 'x'.repeat(5000)]) {
      const { status } = await browser.get(`/unsubscribe/${segment}`)
      expect([400, 404, 414]).toContain(status)
    }
  })

  test('the link of a test message says so, and nothing that is sent to it changes anything', async () => {
    await subscriber()
    const before = await subscriptions()
    const token = testToken(server.platform.secretKey, 'clerk@example.com')
    const browser = newBrowser(server)
    const page = await browser.get(`/unsubscribe/${token}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('That message was a test')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect((await mailProvider(token)).status).toBe(200)
    const posted = await browser.post(`/api/unsubscribe/${token}`)
    expect(posted.status).toBe(200)
    expect(posted.body).toContain('That message was a test')
    expect(await subscriptions()).toEqual(before)
  })

  test('a flood from one client is cut off, wide enough for a mail provider', async () => {
    expect((await mailProvider(unknown)).status).toBe(404)
    await server.platform.db
      .updateTable('throttles')
      .set({ count: LINK_THROTTLE.limit - 1 })
      .execute()
    expect((await mailProvider(unknown)).status).toBe(404)
    const answer = await mailProvider(unknown)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('600')
    expect(
      (await mailProvider(unknown, oneClick, { 'x-forwarded-for': '198.51.100.9' })).status,
    ).toBe(404)
  })

  test('the log has neither an address nor a token', async () => {
    const log = written.join('')
    expect(log).toContain('/api/unsubscribe/:token')
    expect(log).not.toContain('example.com')
    for (const { token } of await subscriptions()) expect(log).not.toContain(token)
    expect(log).not.toContain(unknown)
    expect(log).not.toContain('test-')
  })
})

test('under https the cookie is of this host alone', async () => {
  const https = await startSubscriptions('sqlite', { PUBLIC_URL: 'https://docket.example' })
  try {
    server = https
    const reader = await subscriber()
    const browser = newBrowser(https)
    await browser.get(`/unsubscribe/${reader.token}`)
    expect(browser.setCookies).toEqual([
      expect.stringMatching(/^__Host-visit=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    const second = await listenSubscriptions(https.platform)
    const elsewhere = newBrowser(second)
    elsewhere.cookies = browser.cookies
    await browser.get(`/unsubscribe/${reader.token}`)
    await elsewhere.get(`/unsubscribe/${reader.token}`)
    expect((await elsewhere.post(`/api/unsubscribe/${reader.token}`)).status).toBe(200)
    await second.close()
  } finally {
    await https.close()
  }
})
