import { expect, test } from 'vitest'
import { ONE_CLICK, onSubscriptions, UNKNOWN } from '../../../test/support/subscriptions-server.ts'
import { cookieHeader, csrfIn } from '../../../test/support/visitor.ts'

const CLICK: [string, string] = ['List-Unsubscribe', 'One-Click']

function multipart(...fields: [name: string, value: string | Blob][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  return form
}

onSubscriptions('unsubscribing', (server) => {
  test.each([
    ['/unsubscribe/TOKEN/', 301],
    ['/api/unsubscribe/TOKEN/x', 404],
    ['/unsubscribe/TOKEN%zz', 404],
  ])('the mistyped address %s tells its token to nobody', async (address, status) => {
    const page = await server.newBrowser().get(address)
    expect(page.status).toBe(status)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('the link asks, the page’s button unsubscribes, and doing it again is harmless', async () => {
    const reader = await server.addReader()
    const browser = server.newBrowser()
    const page = await browser.get(`/unsubscribe/${reader.token}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('r•••@example.com')
    expect(page.body).not.toContain(reader.email)
    expect(page.body).toContain(`action="/api/unsubscribe/${reader.token}"`)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await server.stateOf(reader)).toBe('active')

    const done = await browser.post(`/api/unsubscribe/${reader.token}`)
    expect(done.status).toBe(200)
    expect(done.body).toContain('You are unsubscribed')
    expect(await server.stateOf(reader)).toBe('unsubscribed')

    const again = await browser.post(`/api/unsubscribe/${reader.token}`)
    expect(again.status).toBe(200)
    expect(again.body).toContain('Already unsubscribed')
    const ownPage = await browser.get(`/unsubscribe/${reader.token}`)
    expect(ownPage.status).toBe(200)
    expect(ownPage.body).toContain('Already unsubscribed')
    expect(ownPage.body).not.toContain('method="post"')
  })

  test('a script sends the token as a header and gets JSON, twice the same', async () => {
    const reader = await server.addReader()
    const browser = server.newBrowser()
    const page = await browser.get(`/unsubscribe/${reader.token}`)
    const csrf = csrfIn(page.body)
    for (let times = 0; times < 2; times++) {
      const headers = { 'x-csrf-token': csrf, ...cookieHeader(browser) }
      const url = `${server.origin}/api/unsubscribe/${reader.token}`
      const answer = await fetch(url, { method: 'POST', headers })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ status: 'unsubscribed' })
    }
    expect(await server.stateOf(reader)).toBe('unsubscribed')
  })

  test('someone who has not confirmed yet can say no for good', async () => {
    const reader = await server.addReader('pending')
    const browser = server.newBrowser()
    await browser.get(`/unsubscribe/${reader.token}`)
    expect((await browser.post(`/api/unsubscribe/${reader.token}`)).status).toBe(200)
    expect(await server.stateOf(reader)).toBe('unsubscribed')
  })

  test('scanners that open every link a hundred times, by GET and HEAD, change nothing', async () => {
    const active = await server.addReader()
    const pending = await server.addReader('pending')
    const before = await server.subscriptions()
    for (const { token } of [active, pending]) {
      for (const path of [`/unsubscribe/${token}`, `/api/unsubscribe/${token}`]) {
        for (const method of ['GET', 'HEAD']) {
          const url = `${server.origin}${path}?List-Unsubscribe=One-Click`
          const visits = Array.from({ length: 100 }, () =>
            fetch(url, { method, redirect: 'manual' }),
          )
          for (const { status } of await Promise.all(visits)) expect(status).toBeLessThan(303)
        }
      }
    }
    expect(await server.subscriptions()).toEqual(before)
  })

  test('the link of old messages leads to the page, on this site and no other', async () => {
    const reader = await server.addReader()
    const browser = server.newBrowser()
    const old = `/api/unsubscribe/${reader.token}`
    const answer = await browser.get(old, { host: 'evil.example' })
    expect([answer.status, answer.location]).toEqual([302, `/unsubscribe/${reader.token}`])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    for (const token of ['//evil.example', '\r\nSet-Cookie: a=b', '../..', '\\\\evil', '?']) {
      const segment = encodeURIComponent(token)
      const { status, location } = await browser.get(`/api/unsubscribe/${segment}`)
      expect([status, location]).toEqual([302, `/unsubscribe/${segment}`])
    }
  })

  test('one click: 200, no redirect, no cookie, for mail providers that send nothing else', async () => {
    for (const body of [ONE_CLICK, multipart(CLICK)]) {
      const reader = await server.addReader()
      for (let times = 0; times < 2; times++) {
        const answer = await server.oneClick(reader.token, body)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(answer.headers.get('set-cookie')).toBeNull()
        expect(answer.headers.get('location')).toBeNull()
        expect(await server.stateOf(reader)).toBe('unsubscribed')
      }
    }
    expect((await server.oneClick(UNKNOWN)).status).toBe(404)
  })

  test.each<[body: string | Blob, headers: Record<string, string>]>([
    [`${ONE_CLICK}\r\n`, {}],
    [`${ONE_CLICK}\n`, {}],
    [ONE_CLICK, { 'content-type': 'text/plain; charset=utf-8' }],
    [`${ONE_CLICK}\r\n`, { 'content-type': 'text/plain' }],
    [ONE_CLICK, { 'content-type': '' }],
    [new Blob([ONE_CLICK]), {}],
  ])('one click as some providers send it, %j with %j: 200', async (body, headers) => {
    const reader = await server.addReader()
    expect((await server.oneClick(reader.token, body, headers)).status).toBe(200)
    expect(await server.stateOf(reader)).toBe('unsubscribed')
  })

  test.each<[what: string, body: string | FormData, headers?: Record<string, string>]>([
    ['nothing', ''],
    ['the value in lower case', 'List-Unsubscribe=one-click'],
    ['no value', 'List-Unsubscribe'],
    ['the field twice', `${ONE_CLICK}&${ONE_CLICK}`],
    ['another field', `${ONE_CLICK}&_csrf=x`],
    ['JSON', '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }],
    ['more text', `${ONE_CLICK} x`, { 'content-type': 'text/plain' }],
    ['a broken multipart form', 'x', { 'content-type': 'multipart/form-data; boundary=y' }],
    ['another field of a multipart form', multipart(CLICK, ['more', '1'])],
    ['a file in its place', multipart(['List-Unsubscribe', new Blob(['One-Click'])])],
    ['a file besides', multipart(CLICK, ['file', new Blob(['x'])])],
  ])('one click with %s is 400, and changes nothing', async (_, body, headers) => {
    const reader = await server.addReader()
    expect((await server.oneClick(reader.token, body, headers)).status).toBe(400)
    expect((await server.oneClick(UNKNOWN, body, headers)).status).toBe(400)
    expect(await server.stateOf(reader)).toBe('active')
  })

  test('without the CSRF token, with another browser’s, or without the cookie: 403 and no change', async () => {
    const reader = await server.addReader()
    const path = `/api/unsubscribe/${reader.token}`
    const [mine, other] = [server.newBrowser(), server.newBrowser()]
    const csrfOf = async (browser: typeof mine) =>
      csrfIn((await browser.get(`/unsubscribe/${reader.token}`)).body)
    const [own, foreign] = [await csrfOf(mine), await csrfOf(other)]
    expect(own).not.toBe(foreign)
    const { cookie = '' } = cookieHeader(mine)
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
    const send = (fields: Record<string, string> | string, headers: Record<string, string>) =>
      fetch(server.origin + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    for (const [fields, headers] of attempts) {
      const answer = await send(fields, headers)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'csrf' })
    }
    expect((await send(`_csrf=${own}&_csrf=${own}`, { cookie })).status).toBe(403)
    expect(await server.stateOf(reader)).toBe('active')

    const page = await send('', { accept: 'text/html', cookie })
    expect(page.status).toBe(403)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await mine.post(path, { _csrf: own })).status).toBe(200)
  })

  test('two pages open in one browser both work', async () => {
    const [first, second] = [await server.addReader(), await server.addReader()]
    const browser = server.newBrowser()
    const page = await browser.get(`/unsubscribe/${first.token}`)
    const csrf = csrfIn(page.body)
    await browser.get(`/unsubscribe/${second.token}`)
    expect(browser.setCookies).toEqual([])
    for (const { token } of [first, second])
      expect((await browser.post(`/api/unsubscribe/${token}`, { _csrf: csrf })).status).toBe(200)
  })
})
