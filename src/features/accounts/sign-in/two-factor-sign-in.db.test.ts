import { expect, it } from 'vitest'
import {
  EMAIL,
  newSignedIn,
  newVisitor,
  PASSWORD,
  WRONG,
} from '../../../../test/support/accounts-server.ts'
import { listen } from '../../../../test/support/start-server.ts'
import { onTwoFactorServer } from '../../../../test/support/two-factor-server.ts'
import type { Visitor } from '../../../../test/support/visitor.ts'

onTwoFactorServer('two-factor sign-in', ({ server, codeFor, turnOn, signIn }) => {
  it('asks for the code only after the right password', async () => {
    await turnOn(await newSignedIn(server))
    const wrong = await (await newVisitor(server)).post('/admin/login', WRONG)
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
    const { secret } = await turnOn(await newSignedIn(server))
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
    const { secret, codes } = await turnOn(await newSignedIn(server))
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
    const visitor = await newSignedIn(server)
    const { codes } = await turnOn(visitor)
    const [first = '', second = ''] = codes
    expect((await signIn(first)).status).toBe(303)
    expect((await signIn(first)).status).toBe(401)
    expect((await signIn(second.toUpperCase().replaceAll('-', ' '))).status).toBe(303)
    expect((await visitor.get('/admin/account')).body).toContain('Unused recovery codes: 8.')
  })

  it('with another SECRET_KEY, refuses the app’s code and a missing one; recovery codes work', async () => {
    const { secret, codes } = await turnOn(await newSignedIn(server))
    const other = await listen({ ...server.platform, secretKey: 'another key of an installation' })
    try {
      server.time.now += 60_000
      const there = async (code: string) =>
        (await newVisitor(other)).post('/admin/login', { email: EMAIL, password: PASSWORD, code })
      expect((await there(codeFor(secret))).status).toBe(401)
      expect((await there('000000')).status).toBe(401)
      expect((await there('')).status).toBe(401)
      expect((await there(codes[0] ?? '')).status).toBe(303)
    } finally {
      await other.close()
    }
  })

  it('leaves its owner a way in, whoever knows the password (PROMISES 5, 30)', async () => {
    const ownDevice = await newSignedIn(server)
    const { secret, codes } = await turnOn(ownDevice)
    for (let i = 0; i < 11; i++) {
      const thief = await newVisitor(server, `198.51.100.${i}`)
      await thief.post('/admin/login', { email: EMAIL, password: PASSWORD, code: '000000' })
    }
    server.time.now += 60_000
    const from = async (visitor: Visitor, code: string) => {
      visitor.cookies.delete('session')
      await visitor.get('/admin/login')
      const answer = await visitor.post('/admin/login', { email: EMAIL, password: PASSWORD, code })
      return answer.status
    }
    const stranger = () => newVisitor(server, '192.0.2.99')
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
