import { beforeEach, expect, it } from 'vitest'
import { EMAIL, PASSWORD, WRONG } from '../../../../test/support/accounts-server.ts'
import { eachAccountsServer } from '../../../../test/support/each-accounts-server.ts'
import { listen } from '../../../../test/support/start-server.ts'
import { type Answer, createVisitor, type Visitor } from '../../../../test/support/visitor.ts'
import { connectDatabase } from '../../../platform/database/connect.ts'

const MINUTE = 60_000
const RIGHT = { email: EMAIL, password: PASSWORD }

/** The statuses of this many guesses. */
async function statusesOf(count: number, guess: (number: number) => Promise<Answer>) {
  const statuses: number[] = []
  for (let number = 0; number < count; number++) statuses.push((await guess(number)).status)
  return statuses
}
const throttledAfter = (allowed: number, all: number) => [
  ...Array(allowed).fill(401),
  ...Array(all - allowed).fill(429),
]

eachAccountsServer('guessing at passwords', (server) => {
  /** The browser of each address, until it has signed in. */
  const browsers = new Map<string, Visitor>()
  beforeEach(() => browsers.clear())

  const guess = async (fields: Record<string, string>, ip = '192.0.2.7') => {
    const browser = browsers.get(ip) ?? (await server.newVisitor(ip))
    browsers.set(ip, browser)
    const answer = await browser.post('/admin/login', fields)
    if (answer.status === 303) browsers.delete(ip)
    return answer
  }

  it('stops one client from guessing at one account, and then refuses the right password too (PROMISES 5)', async () => {
    for (let i = 0; i < 5; i++) expect((await guess(WRONG)).status).toBe(401)
    const stopped = await guess(RIGHT)
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBe(900)
    expect(stopped.body).toContain(`value="${EMAIL}"`)
    server.time.now += 15 * MINUTE
    expect((await guess(RIGHT)).status).toBe(303)
  })

  it('throttles an account that does not exist in the same way', async () => {
    const unknown = { ...WRONG, email: 'nobody@example.com' }
    expect(await statusesOf(6, () => guess(unknown))).toEqual(throttledAfter(5, 6))
  })

  it('locks no administrator out: others sign in, and a known browser does too (PROMISES 5)', async () => {
    const ownDevice = await server.newSignedIn({}, '192.0.2.1')
    for (let i = 0; i < 25; i++) await guess(WRONG, '198.51.100.66')
    expect((await guess(RIGHT, '192.0.2.2')).status).toBe(303)

    const statuses = await statusesOf(25, (i) => guess(WRONG, `198.51.100.${i}`))
    expect(statuses).toEqual(throttledAfter(20, 25))
    const stranger = await guess(RIGHT, '192.0.2.3')
    expect(stranger.status).toBe(429)
    expect(Number(stranger.headers.get('retry-after'))).toBeLessThanOrEqual(300)

    ownDevice.cookies.delete('session')
    await ownDevice.get('/admin/login')
    expect((await ownDevice.post('/admin/login', RIGHT)).status).toBe(303)

    server.time.now += 5 * MINUTE
    expect((await guess(RIGHT, '192.0.2.3')).status).toBe(303)
  })

  it.each([
    ['/56', (i: number) => `2001:db8:1:${(0x200 + i).toString(16)}::7`, 6],
    ['/48', (i: number) => `2001:db8:1:${i.toString(16)}00::7`, 8],
  ])(
    'neighbors of one %s share a few guesses, and use up nobody else’s (PROMISES 30)',
    async (_network, addressOf, shared) => {
      const statuses = await statusesOf(20, (i) => guess(WRONG, addressOf(i)))
      expect(statuses).toEqual(throttledAfter(shared, 20))
      const stranger = await guess(RIGHT, '2001:db8:2::7')
      expect(stranger.status).toBe(303)
    },
  )

  it.each([
    ['one client guessing at many accounts (PROMISES 5)', () => '192.0.2.7', '%', 28],
    [
      'neighbors who guess at many accounts (PROMISES 30)',
      (i: number) => `2001:db8:1:${(0x200 + i).toString(16)}::7`,
      '%/56',
      58,
    ],
  ])('stops %s', async (_who, addressOf, key, count) => {
    const guessNext = (i: number) =>
      guess({ ...WRONG, email: `person${i}@example.com` }, addressOf(i))
    expect(await statusesOf(2, guessNext)).toEqual([401, 401])
    // Directly, because each real guess would cost a password hash.
    const { numUpdatedRows } = await server.platform.db
      .updateTable('throttles')
      .set({ count })
      .where('key', 'like', `sign-in:client:${key}`)
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    expect(await statusesOf(3, (i) => guessNext(i + 2))).toEqual([401, 401, 429])
  })

  it('gives a known browser few guesses too, and a forged one none of its own', async () => {
    const current = await server.newSignedIn()
    current.cookies.delete('session')
    await current.get('/admin/login')
    const guessHere = () => current.post('/admin/login', WRONG)
    expect(await statusesOf(6, guessHere)).toEqual(throttledAfter(5, 6))

    const forger = await server.newVisitor('198.51.100.1')
    const forged = await statusesOf(6, (i) => {
      forger.cookies.set('device', `${'x'.repeat(42)}${i}.${'y'.repeat(43)}`)
      return forger.post('/admin/login', WRONG)
    })
    expect(forged).toEqual(throttledAfter(5, 6))
  })

  it('counts only wrong guesses', async () => {
    expect(new Set(await statusesOf(35, () => guess(RIGHT)))).toEqual(new Set([303]))
    for (let i = 0; i < 4; i++) await guess(WRONG)
    expect((await guess(RIGHT)).status).toBe(303)
    expect((await guess(WRONG)).status).toBe(401)
  })

  it('counts in the database: another process and a restart go on counting (PROMISES 5, 24)', async () => {
    const db = await connectDatabase(server.platform.config.databaseUrl)
    const other = await listen({ ...server.platform, db })
    try {
      expect(await statusesOf(3, () => guess(WRONG))).toEqual([401, 401, 401])
      const there = async () =>
        (await server.newVisitor()).post(`${other.origin}/admin/login`, WRONG)
      expect(await statusesOf(3, there)).toEqual([401, 401, 429])
      expect((await guess(WRONG)).status).toBe(429)
      // Sessions are shared too.
      const visitor = await server.newSignedIn({}, '192.0.2.50')
      const same = createVisitor(other.origin)
      for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
      expect((await same.get('/admin/account')).status).toBe(200)
    } finally {
      await other.close()
      await db.destroy()
    }
  })

  it('does not let guesses made at once slip through', async () => {
    const visitor = await server.newVisitor()
    const tries = Array.from({ length: 12 }, () => visitor.post('/admin/login', WRONG))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })
})
