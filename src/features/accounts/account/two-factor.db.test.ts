import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, it } from 'vitest'
import { EMAIL, PASSWORD, startWithClerk, WRONG } from '../../../../test/support/accounts-server.ts'
import { oneServer } from '../../../../test/support/each-server.ts'
import { listen } from '../../../../test/support/start-server.ts'
import { createVisitor, type Visitor } from '../../../../test/support/visitor.ts'
import { hashText } from '../../../platform/http/signing.ts'

const OWN = { current_password: PASSWORD }
const PLACE = '/admin/account/two-factor'

const secretIn = (body: string) => /name="secret" value="([^"]*)"/.exec(body)?.[1] ?? ''

const recoveryCodesIn = (body: string) =>
  [...body.matchAll(/<li><code>([a-z2-9-]{29})<\/code>/g)].map(([, code]) => code ?? '')

oneServer('two-factor', startWithClerk, (server) => {
  /** No one is throttled, two-factor sign-in is off, and no code was used in this period. */
  beforeEach(async () => {
    const { db } = server.platform
    await db.deleteFrom('throttles').execute()
    await db.deleteFrom('recovery_codes').execute()
    await sql`update administrators set totp_secret = null, totp_last_step = null`.execute(db)
    server.time.now += 120_000
  })

  /** What the app shows. @param offset milliseconds from now */
  const codeFor = (secret: string, offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: server.time.now + offset,
    })

  async function turnOn(visitor: Visitor) {
    const { body: page } = await visitor.get(PLACE)
    const secret = secretIn(page)
    const answer = await visitor.post(PLACE, { secret, ...OWN, code: codeFor(secret) })
    return { answer, page, codes: recoveryCodesIn(answer.body), secret }
  }

  const signInFrom = (visitor: Visitor, code: string) =>
    visitor.post('/admin/login', { email: EMAIL, password: PASSWORD, code })

  /** As a new visitor. */
  const signIn = async (code: string) => signInFrom(await server.newVisitor(), code)

  it('is turned on with a code, and shows ten recovery codes once, stored hashed', async () => {
    const visitor = await server.newSignedIn()
    const { answer, page, codes, secret } = await turnOn(visitor)
    expect(page).toMatch(/role="img"[^>]*><svg /)
    expect(page).not.toMatch(/style=/)
    expect(answer.status).toBe(200)
    expect(codes).toHaveLength(10)
    expect(page).not.toContain('download=')
    const file = encodeURIComponent(codes.join('\n'))
    expect(answer.body).toContain(`href="data:text/plain,${file}" download="recovery-codes.txt"`)
    expect(answer.body).toContain(`data-copy-link="${codes.join('\n')}"`)
    const stored = await server.platform.db.selectFrom('recovery_codes').selectAll().execute()
    expect(stored.map((row) => row.code_hash)).toContain(
      hashText((codes[0] ?? '').replaceAll('-', '')),
    )
    const [account] = await server.platform.db.selectFrom('administrators').selectAll().execute()
    expect(account?.totp_secret?.length).toBeGreaterThan(40)
    expect(account?.totp_secret).not.toContain(secret)
    for (const path of ['/admin/account', PLACE]) {
      const { body } = await visitor.get(path)
      expect(body).not.toContain(codes[0])
      expect(body).not.toContain(secret)
    }
  })

  it('is not turned on by looking at the page, nor with a wrong code or password', async () => {
    const visitor = await server.newSignedIn()
    const secret = secretIn((await visitor.get(PLACE)).body)
    const good = { secret, ...OWN, code: codeFor(secret) }
    for (const [wrong, status] of [
      [{ code: codeFor(secret, 300_000) }, 422],
      [{ code: '' }, 422],
      [{ current_password: WRONG.password }, 422],
      [{ secret: '!!!' }, 400],
    ] as const) {
      const answer = await visitor.post(PLACE, { ...good, ...wrong })
      expect(answer.status).toBe(status)
      // The same secret again, so the app does not have to scan twice.
      if (status === 422) expect(secretIn(answer.body)).toBe(secret)
    }
    expect((await signIn('')).status).toBe(303)
    expect((await visitor.post(PLACE, good)).status).toBe(200)
    expect((await visitor.post(PLACE, good)).status).toBe(409)
  })

  it('is turned off with the password only; all of it is in the audit log (PROMISES 7)', async () => {
    const { db } = server.platform
    await db.deleteFrom('audit_log').execute()
    const visitor = await server.newSignedIn()
    const { codes } = await turnOn(visitor)
    await signIn(codes[0] ?? '')
    await visitor.get(PLACE)
    const refused = await visitor.post(`${PLACE}/off`, { current_password: WRONG.password })
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('This is not your current password.')
    const off = await visitor.post(`${PLACE}/off`, OWN)
    expect(off).toMatchObject({ status: 303, location: '/admin/account' })
    expect((await signIn('')).status).toBe(303)
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    const log = await db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ['administrator.signed_in', ''],
      ['administrator.two_factor_turned_on', ''],
      ['administrator.signed_in', 'with a recovery code'],
      ['administrator.two_factor_turned_off', ''],
      ['administrator.signed_in', ''],
    ])
    for (const code of codes) expect(JSON.stringify(log)).not.toContain(code)
  })

  it('asks for the code only after the right password', async () => {
    await turnOn(await server.newSignedIn())
    const wrong = await (await server.newVisitor()).post('/admin/login', WRONG)
    expect(wrong.body).toContain('The e-mail address or password is wrong.')
    expect(wrong.body).toContain('<details><summary>')
    const without = await signIn('')
    expect(without.status).toBe(401)
    expect(without.body).toContain('This account uses two-factor sign-in.')
    expect(without.body).toContain('<details open><summary>')
    const bad = await signIn(' 000 000 ')
    expect(bad.status).toBe(401)
    expect(bad.body).toContain('That code is wrong or was already used.')
  })

  it('a code works once (PROMISES 6)', async () => {
    const { secret } = await turnOn(await server.newSignedIn())
    // The code that turned it on is used up too.
    expect((await signIn(codeFor(secret))).status).toBe(401)
    server.time.now += 30_000
    const code = codeFor(secret)
    expect((await signIn(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303)
    expect((await signIn(code)).status).toBe(401)
    // Neither does an older code within the window.
    expect((await signIn(codeFor(secret, -30_000))).status).toBe(401)
    server.time.now += 30_000
    expect((await signIn(codeFor(secret))).status).toBe(303)
  })

  it('of two sign-ins with one code at once, one succeeds', async () => {
    const { secret, codes } = await turnOn(await server.newSignedIn())
    server.time.now += 60_000
    const statuses = async (code: string) =>
      (await Promise.all([signIn(code), signIn(code), signIn(code)]))
        .map(({ status }) => status)
        .sort()
    expect(await statuses(codeFor(secret))).toEqual([303, 401, 401])
    await server.platform.db.deleteFrom('throttles').execute()
    expect(await statuses(codes[3] ?? '')).toEqual([303, 401, 401])
  })

  it('a recovery code works in place of the app, once each (PROMISES 6)', async () => {
    const visitor = await server.newSignedIn()
    const { codes } = await turnOn(visitor)
    const [first = '', second = ''] = codes
    expect((await signIn(first)).status).toBe(303)
    expect((await signIn(first)).status).toBe(401)
    expect((await signIn(second.toUpperCase().replaceAll('-', ' '))).status).toBe(303)
    expect((await visitor.get('/admin/account')).body).toContain('Unused recovery codes: 8.')
  })

  it('with another SECRET_KEY, refuses the app’s code and a missing one; recovery codes work', async () => {
    const { secret, codes } = await turnOn(await server.newSignedIn())
    const other = await listen({ ...server.platform, secretKey: 'another key of an installation' })
    try {
      server.time.now += 60_000
      const visitor = createVisitor(other.origin)
      await visitor.get('/admin/login')
      const there = async (code: string) => (await signInFrom(visitor, code)).status
      for (const code of [codeFor(secret), '000000', '']) expect(await there(code)).toBe(401)
      expect(await there(codes[0] ?? '')).toBe(303)
    } finally {
      await other.close()
    }
  })

  it('leaves its owner a way in, whoever knows the password (PROMISES 5, 30)', async () => {
    const ownDevice = await server.newSignedIn()
    const { secret, codes } = await turnOn(ownDevice)
    for (let i = 0; i < 11; i++)
      await signInFrom(await server.newVisitor(`198.51.100.${i}`), '000000')
    server.time.now += 60_000
    const from = async (visitor: Visitor, code: string) => {
      visitor.cookies.delete('session')
      await visitor.get('/admin/login')
      return (await signInFrom(visitor, code)).status
    }
    const stranger = () => server.newVisitor('192.0.2.99')
    expect(await from(await stranger(), codeFor(secret))).toBe(429)
    expect(await from(await stranger(), codes[0] ?? '')).toBe(303)
    expect(await from(ownDevice, codes[1] ?? '')).toBe(303)
    expect(await from(ownDevice, codeFor(secret))).toBe(303)
    // A known browser gets only a few guesses too.
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push(await from(ownDevice, '000000'))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})
