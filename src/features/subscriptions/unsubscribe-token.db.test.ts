import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ONE_CLICK, onSubscriptions, UNKNOWN } from '../../../test/support/subscriptions-server.ts'
import { LINK_THROTTLE } from './subscribe/throttles.ts'
import { testToken } from './unsubscribe.ts'

onSubscriptions('the token of an unsubscribe link', (server) => {
  test('a token of version 1.0 works, whatever its characters', async () => {
    const reader = await server.addReader()
    const token = 'Old+token/1.0?=&#"'
    const { db } = server.platform
    await sql`update subscriptions set token = ${token} where id = ${reader.id}`.execute(db)
    const browser = server.newBrowser()
    const old = await browser.get(`/api/unsubscribe/${encodeURIComponent(token)}`)
    const page = await browser.get(old.location ?? '')
    expect(page.status).toBe(200)
    const action = /action="(\/api[^"]*)"/.exec(page.body)?.[1] ?? ''
    expect((await browser.post(action)).status).toBe(200)
    expect(await server.stateOf(reader)).toBe('unsubscribed')
  })

  test('unknown and malformed tokens are not found, whatever they are', async () => {
    const browser = server.newBrowser()
    const { token } = await server.addReader()
    await browser.get(`/unsubscribe/${token}`)
    const strange = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .map((text) => encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E'))
    const odd = fc.constantFrom(
      '%00',
      `${token}%00`,
      `${token}%20`,
      'test-x',
      testToken('a key of another installation, of enough characters'),
      testToken(server.platform.secretKey).slice(0, -1),
      `test-${UNKNOWN}`,
      UNKNOWN,
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
        expect(page.status).toBe(404)
        expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect((await browser.post(`/api/unsubscribe/${segment}`)).status).toBe(404)
        expect((await server.oneClick(segment)).status).toBe(404)
      }),
      { numRuns: 30 },
    )
    const unknown = await browser.get(`/unsubscribe/${UNKNOWN}`)
    expect(unknown.body).toContain('This unsubscribe link is not valid')
    const accept = 'application/json'
    const json = await browser.post(`/api/unsubscribe/${UNKNOWN}`, {}, { accept })
    expect(JSON.parse(json.body)).toMatchObject({ status: 404, code: 'not_found' })
    for (const segment of ['%ff', '%', 'x'.repeat(5000)]) {
      const { status } = await browser.get(`/unsubscribe/${segment}`)
      expect([400, 404, 414]).toContain(status)
    }
  })

  test('the link of a test message says so, and nothing that is sent to it changes anything', async () => {
    await server.addReader()
    const before = await server.subscriptions()
    const token = testToken(server.platform.secretKey)
    const browser = server.newBrowser()
    const page = await browser.get(`/unsubscribe/${token}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('That message was a test')
    expect(page.body).not.toContain('method="post"')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect((await server.oneClick(token)).status).toBe(200)
    const posted = await browser.post(`/api/unsubscribe/${token}`)
    expect(posted.status).toBe(200)
    expect(posted.body).toContain('That message was a test')
    expect(await server.subscriptions()).toEqual(before)
  })

  test('a flood from one client is cut off, wide enough for a mail provider', async () => {
    expect((await server.oneClick(UNKNOWN)).status).toBe(404)
    await sql`update throttles set count = ${LINK_THROTTLE.limit - 1}`.execute(server.platform.db)
    expect((await server.oneClick(UNKNOWN)).status).toBe(404)
    const answer = await server.oneClick(UNKNOWN)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('600')
    const elsewhere = { 'x-forwarded-for': '198.51.100.9' }
    expect((await server.oneClick(UNKNOWN, ONE_CLICK, elsewhere)).status).toBe(404)
  })
})
