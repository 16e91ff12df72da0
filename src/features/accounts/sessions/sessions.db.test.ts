import { beforeEach, describe, expect, it } from 'vitest'
import { EMAIL, PASSWORD, startWithClerk } from '../../../../test/support/accounts-server.ts'
import { oneServer, sharedServer } from '../../../../test/support/each-server.ts'
import type { Visitor } from '../../../../test/support/visitor.ts'
import { hashText } from '../../../platform/http/signing.ts'

const NEW_PASSWORD = 'seven teapots of gravel'
const MINUTE = 60_000

oneServer('sessions', startWithClerk, (server) => {
  beforeEach(() => server.platform.db.deleteFrom('throttles').execute())

  const sessions = () => server.platform.db.selectFrom('sessions').selectAll().execute()
  const isIn = async (visitor: Visitor) => (await visitor.get('/admin')).status === 200

  async function changePassword(visitor: Visitor, from: string, to: string, change = {}) {
    await visitor.get('/admin/account')
    const fields = { current_password: from, password: to, password_repeat: to, ...change }
    return visitor.post('/admin/account/password', fields)
  }

  it('ends if it began, or was last used, while the clock was ahead', async () => {
    const { now } = server.time
    server.time.now = now + 400 * 24 * 60 * MINUTE
    const visitor = await server.newSignedIn()
    expect(await isIn(visitor)).toBe(true)
    server.time.now = now
    expect(await isIn(visitor)).toBe(false)
    const other = await server.newSignedIn()
    expect(Math.max(...(await sessions()).map(({ created_at }) => created_at))).toBe(now)
    server.time.now = now + 90 * MINUTE
    expect(await isIn(other)).toBe(true)
    server.time.now = now
    expect(await isIn(other)).toBe(false)
    const seconds = await server.newSignedIn()
    server.time.now = now - 1000
    expect(await isIn(seconds)).toBe(true)
    server.time.now = now
  })

  it('begins with a new identifier of 256 bits in a cookie, of which only the hash is stored (PROMISES 1, 2)', async () => {
    const visitor = await server.newSignedIn()
    const line = visitor.setCookies.find((one) => one.startsWith('session='))
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const id = visitor.cookies.get('session') ?? ''
    expect(id).toMatch(/^[\w-]{43}$/)
    const rows = await sessions()
    expect(rows.map((row) => row.id_hash)).toContain(hashText(id))
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(await isIn(visitor)).toBe(true)
  })

  it('accepts no planted identifier, before signing in or after (PROMISES 1)', async () => {
    const planted = 'P'.repeat(43)
    const visitor = await server.newVisitor()
    visitor.cookies.set('session', planted)
    expect(await isIn(visitor)).toBe(false)
    const answer = await visitor.post('/admin/login', { email: EMAIL, password: PASSWORD })
    expect(answer.status).toBe(303)
    expect(visitor.cookies.get('session')).not.toBe(planted)
    expect(await isIn(visitor)).toBe(true)
    visitor.cookies.set('session', planted)
    expect(await isIn(visitor)).toBe(false)

    // Not even a live one, of someone else.
    await visitor.get('/admin/login')
    const other = await server.newSignedIn()
    visitor.cookies.set('session', other.cookies.get('session') ?? '')
    await visitor.post('/admin/login', { email: EMAIL, password: PASSWORD })
    expect(await isIn(visitor)).toBe(true)
    expect(await isIn(other)).toBe(false)
  })

  it('ends on the server when signing out (PROMISES 3)', async () => {
    const visitor = await server.newSignedIn()
    const id = visitor.cookies.get('session') ?? ''
    await visitor.get('/admin/account')
    const out = await visitor.post('/admin/logout')
    expect(out).toMatchObject({ status: 303, location: '/admin/login' })
    expect(visitor.cookies.has('session')).toBe(false)
    visitor.cookies.set('session', id)
    expect(await isIn(visitor)).toBe(false)
  })

  it.each([
    ['two idle hours, not before', 119, 3, 120],
    ['twelve hours however busy', 60, 11, 60],
  ])('ends after %s (PROMISES 3)', async (_, minutes, times, last) => {
    const visitor = await server.newSignedIn()
    for (let i = 0; i < times; i++) {
      server.time.now += minutes * MINUTE
      expect(await isIn(visitor)).toBe(true)
    }
    server.time.now += last * MINUTE
    expect(await isIn(visitor)).toBe(false)
  })

  it('ends everywhere else when the password changes; here it gets a new identifier (PROMISES 3)', async () => {
    const here = await server.newSignedIn()
    const elsewhere = await server.newSignedIn()
    const before = here.cookies.get('session') ?? ''
    const changed = await changePassword(here, PASSWORD, NEW_PASSWORD)
    expect(changed).toMatchObject({ status: 303, location: '/admin/account' })
    expect(here.cookies.get('session')).not.toBe(before)
    expect(await isIn(here)).toBe(true)
    expect(await isIn(elsewhere)).toBe(false)
    here.cookies.set('session', before)
    expect(await isIn(here)).toBe(false)

    const old = await server.newVisitor()
    const refused = await old.post('/admin/login', { email: EMAIL, password: PASSWORD })
    expect(refused.status).toBe(401)
    const again = await server.newSignedIn({ password: NEW_PASSWORD })
    await changePassword(again, NEW_PASSWORD, PASSWORD)
  })

  it('changes no password without the current one, nor to a bad one, and ends nothing then', async () => {
    const here = await server.newSignedIn()
    const elsewhere = await server.newSignedIn()
    for (const [wrong, reason] of [
      [{ current_password: 'something else entirely' }, 'not your current password'],
      [{ password: 'short', password_repeat: 'short' }, 'at least 15 characters'],
      [{ password: 'passwordpassword', password_repeat: 'passwordpassword' }, 'easy to guess'],
      [{ password_repeat: `${NEW_PASSWORD}!` }, 'do not match'],
    ] as const) {
      const answer = await changePassword(here, PASSWORD, NEW_PASSWORD, wrong)
      expect(answer.status).toBe(422)
      expect(answer.body).toContain(reason)
      expect(answer.body).not.toContain(NEW_PASSWORD)
    }
    expect(await isIn(elsewhere)).toBe(true)
  })

  it('stops guessing at the current password', async () => {
    const here = await server.newSignedIn()
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push((await changePassword(here, `guess number ${i}`, '')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  it('shows where you are signed in', async () => {
    await server.platform.db.deleteFrom('sessions').execute()
    const here = await server.newSignedIn({}, '192.0.2.10')
    await server.newSignedIn({}, '192.0.2.11')
    const page = await here.get('/admin/account')
    expect(page.body).toContain('192.0.2.11')
    expect(page.body).toContain('This browser')
  })

  it('removes rows of ended sessions at the next sign-in', async () => {
    await server.newSignedIn()
    server.time.now += 24 * 60 * MINUTE
    await server.newSignedIn()
    expect(await sessions()).toHaveLength(1)
  })
})

describe('under https', () => {
  const server = sharedServer(() => startWithClerk('sqlite', { PUBLIC_URL: 'https://docket.test' }))

  it('every cookie is __Host-, Secure and HttpOnly (PROMISES 1)', async () => {
    const visitor = await server.newVisitor()
    const lines = [...visitor.setCookies]
    await visitor.post('/admin/login', { email: EMAIL, password: PASSWORD })
    lines.push(...visitor.setCookies)
    expect(lines.some((line) => line.startsWith('__Host-session='))).toBe(true)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-[a-z]+=/)
      expect(line).toContain('; Path=/; ')
      expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
      expect(line).not.toContain('Domain')
    }
    expect((await visitor.get('/admin/account')).status).toBe(200)
  })

  it('a cookie with the plain name is ignored', async () => {
    const visitor = await server.newSignedIn()
    visitor.cookies.set('session', visitor.cookies.get('__Host-session') ?? '')
    visitor.cookies.delete('__Host-session')
    expect((await visitor.get('/admin/account')).status).toBe(303)
  })
})
