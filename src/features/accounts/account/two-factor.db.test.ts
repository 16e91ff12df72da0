import { expect, it } from 'vitest'
import { newSignedIn, PASSWORD } from '../../../../test/support/accounts-server.ts'
import { hiddenField, onTwoFactorServer } from '../../../../test/support/two-factor-server.ts'
import { hashText } from '../../../platform/http/signing.ts'

const OWN = { current_password: PASSWORD }
const WRONG = { current_password: 'not the password at all' }
const PLACE = '/admin/account/two-factor'

onTwoFactorServer('two-factor', ({ server, codeFor, turnOn, signIn }) => {
  it('is turned on with a code, and shows ten recovery codes once, stored hashed', async () => {
    const visitor = await newSignedIn(server)
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
    const visitor = await newSignedIn(server)
    const secret = hiddenField((await visitor.get(PLACE)).body, 'secret')
    const good = { secret, ...OWN, code: codeFor(secret) }
    for (const [wrong, status] of [
      [{ code: codeFor(secret, 300_000) }, 422],
      [{ code: '' }, 422],
      [WRONG, 422],
      [{ secret: '!!!' }, 400],
    ] as const) {
      const answer = await visitor.post(PLACE, { ...good, ...wrong })
      expect(answer.status).toBe(status)
      // The same secret again, so the app does not have to scan twice.
      if (status === 422) expect(hiddenField(answer.body, 'secret')).toBe(secret)
    }
    expect((await signIn('')).status).toBe(303)
    expect((await visitor.post(PLACE, good)).status).toBe(200)
    expect((await visitor.post(PLACE, good)).status).toBe(409)
  })

  it('is turned off with the password only', async () => {
    const visitor = await newSignedIn(server)
    await turnOn(visitor)
    await visitor.get(PLACE)
    const refused = await visitor.post(`${PLACE}/off`, WRONG)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('This is not your current password.')
    expect((await signIn('')).status).toBe(401)
    const off = await visitor.post(`${PLACE}/off`, OWN)
    expect(off).toMatchObject({ status: 303, location: '/admin/account?done=two-factor-off' })
    expect((await signIn('')).status).toBe(303)
    expect(await server.platform.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  it('is in the audit log (PROMISES 7)', async () => {
    const { db } = server.platform
    await db.deleteFrom('audit_log').execute()
    const visitor = await newSignedIn(server)
    const { codes } = await turnOn(visitor)
    await signIn(codes[0] ?? '')
    await visitor.get(PLACE)
    await visitor.post(`${PLACE}/off`, OWN)
    const log = await db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ['administrator.signed_in', ''],
      ['administrator.two_factor_turned_on', ''],
      ['administrator.signed_in', 'with a recovery code'],
      ['administrator.two_factor_turned_off', ''],
    ])
    for (const code of codes) expect(JSON.stringify(log)).not.toContain(code)
  })
})
