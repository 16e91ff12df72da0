import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eachServer } from '../../../../test/support/each-server.ts'
import { listen } from '../../../../test/support/start-server.ts'
import { startSubscriptions, subscribersOf } from '../../../../test/support/subscriptions-server.ts'
import { connectDatabase } from '../../../platform/database/connect.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import { SUBSCRIBE_THROTTLE } from './throttles.ts'

const written: string[] = []

function startLogged(dialect: DialectName) {
  const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) })
  return startSubscriptions(dialect, {}, { log })
}

eachServer('POST /api/subscribe', startLogged, (server) => {
  test('answers by CONTRACT section 3: 201, 409, whatever else is sent, and 200 with the same token after leaving', async () => {
    const created = await server.post({ email: 'Ada@Example.com' })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({ status: 'subscribed' })
    expect(created.headers.get('cache-control')).toBe('no-store')

    const again = await server.post({ email: ' ada@example.COM ', name: 'Ada', state: 'x' })
    expect(again.status).toBe(409)
    expect(again.headers.get('content-type')).toContain('application/problem+json')
    expect(again.body).toMatchObject({ status: 409, code: 'already_subscribed' })

    const [before] = await server.subscriptions()
    expect(before).toMatchObject({ email: 'Ada@Example.com', state: 'active' })
    expect(before?.token).toMatch(/^[\w-]{43}$/)
    await server.platform.db.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
    const back = await server.post({ email: 'ada@example.com' })
    expect(back.status).toBe(200)
    expect(back.body).toEqual({ status: 'reactivated' })
    const after = { ...before, email: 'ada@example.com', updated_at: server.time.now }
    expect(await server.subscriptions()).toEqual([after])
  })

  test('takes a form as well, urlencoded or multipart', async () => {
    const multipart = new FormData()
    multipart.set('email', 'multi@example.com')
    multipart.set('website', '')
    const urlencoded = new URLSearchParams({ email: 'form@example.com', website: '' })
    for (const body of [urlencoded, multipart]) {
      const answer = await fetch(`${server.origin}/api/subscribe`, { method: 'POST', body })
      expect(answer.status).toBe(201)
      expect(await answer.json()).toEqual({ status: 'subscribed' })
    }
  })

  test('a program that fills in the field nobody sees learns nothing, and nothing is stored', async () => {
    const before = await server.subscriptions()
    const json = await server.post({ email: 'robot@example.com', website: 'https://spam.example' })
    expect([json.status, json.body]).toEqual([201, { status: 'subscribed' }])
    const browser = server.newBrowser()
    const page = await browser.post('/api/subscribe', { email: 'robot@example.com', website: 'x' })
    expect(page.status).toBe(201)
    expect(page.body).toContain('e-mail to robot@example.com begins when it goes live')
    expect(await server.subscriptions()).toEqual(before)
  })

  test('a browser’s form gets the page back, with the same status and what happened', async () => {
    const browser = server.newBrowser()
    const send = (email: string) => browser.post('/api/subscribe', { email, website: '' })

    const created = await send('form.page@example.com')
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(created.body).toContain('e-mail to form.page@example.com begins when it goes live')

    const again = await send('form.page@example.com')
    expect(again.status).toBe(409)
    expect(again.body).toContain('form.page@example.com is already subscribed')

    const refused = await send('"><script>alert(1)</script>@example.com')
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>@example.com"')
    expect(refused.body).not.toContain('<script>alert')
    expect(refused.body).toContain('Enter an e-mail address like')
  })

  test('too many from one client: 429 with Retry-After, for all processes together', async () => {
    const ip = '203.0.113.9'
    const secondDb = await connectDatabase(server.platform.config.databaseUrl)
    const second = await listen({ ...server.platform, db: secondDb })
    const there = subscribersOf({ ...server, ...second })
    const send = (index: number, from = ip) =>
      (index % 2 ? there : server).post({ email: 'nobody' }, { ip: from })
    try {
      for (let index = 0; index < SUBSCRIBE_THROTTLE.limit; index++)
        expect((await send(index)).status).toBe(422)
      for (const index of [0, 1]) {
        const answer = await send(index)
        expect(answer.status).toBe(429)
        expect(answer.body.code).toBe('too_many_requests')
        expect(Number(answer.headers.get('retry-after'))).toBe(SUBSCRIBE_THROTTLE.windowMs / 1000)
      }
      expect((await send(0, '203.0.113.10')).status).toBe(422)

      const page = await server.newBrowser(ip).post('/api/subscribe', { email: 'a@example.com' })
      expect(page.status).toBe(429)
      expect(page.headers.get('retry-after')).toBe('600')
      expect(page.body).toContain('Please try again in 10 minutes.')

      server.time.now += SUBSCRIBE_THROTTLE.windowMs
      expect((await send(0)).status).toBe(422)
    } finally {
      await second.close()
      await secondDb.destroy()
    }
  })

  test.each([
    ['/56', 2, (index: number) => `2001:db8:5:1${index.toString(16).padStart(2, '0')}::1`],
    ['/48', 4, (index: number) => `2001:db8:6:${index.toString(16).padStart(2, '0')}00::1`],
  ])('the /64s of one %s together have a limit, too (PROMISES 30)', async (_, times, ipOf) => {
    const max = times * SUBSCRIBE_THROTTLE.limit
    for (let index = 0; index < max; index++)
      expect((await server.post({ email: 'nobody' }, { ip: ipOf(index) })).status).toBe(422)
    const stopped = await server.post({ email: 'nobody' }, { ip: ipOf(max) })
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.post({ email: 'nobody' }, { ip: '2001:db8:7::1' })).status).toBe(422)
  })

  test('one mailbox is subscribed three times a day, whatever its tags', async () => {
    const statuses = []
    for (let index = 0; index < 5; index++)
      statuses.push((await server.post({ email: `victim+${index}@example.net` })).status)
    expect(statuses).toEqual([201, 201, 201, 429, 429])
    expect((await server.post({ email: 'another@example.net' })).status).toBe(201)
  })

  test('neither the log nor the throttles know an address', async () => {
    const tokens = (await server.subscriptions()).map(({ token }) => token)
    const log = written.join('')
    expect(log).toContain('/api/subscribe')
    for (const secret of ['example.com', 'ada@', ...tokens]) expect(log).not.toContain(secret)
    const throttles = await server.platform.db.selectFrom('throttles').select('key').execute()
    for (const { key } of throttles) expect(key).toMatch(/^(subscribe|recipient-\w+):[\w-]{43}$/)
  })
})
