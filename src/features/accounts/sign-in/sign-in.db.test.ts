import { expect, it, vi } from 'vitest'
import { EMAIL, PASSWORD, WRONG } from '../../../../test/support/accounts-server.ts'
import { eachAccountsServer } from '../../../../test/support/each-accounts-server.ts'
import type { Answer } from '../../../../test/support/visitor.ts'
import { changePassword } from '../passwords/change-password.ts'
import { DUMMY_HASH, verifyPassword } from '../passwords/password-hash.ts'
import { signIn } from './sign-in.ts'

// Another test file in this worker may have loaded it already.
vi.hoisted(() => vi.resetModules())
vi.mock('../passwords/password-hash.ts', async (original) => {
  const hashes = await original<typeof import('../passwords/password-hash.ts')>()
  return { ...hashes, verifyPassword: vi.fn(hashes.verifyPassword) }
})

/** The page without the parts that differ each time. */
const shown = ({ body }: Answer) => body.replaceAll(/name="_csrf" value="[^"]*"/g, '')

eachAccountsServer('sign-in', (server) => {
  const guess = async (fields: Record<string, string>, ip?: string) =>
    (await server.newVisitor(ip)).post('/admin/login', fields)

  const auditLog = () =>
    server.platform.db.selectFrom('audit_log').selectAll().orderBy('id').execute()

  it('signs an administrator in, with the address in any case and with spaces around', async () => {
    const answer = await guess({ email: ' Clerk@EXAMPLE.com ', password: PASSWORD })
    expect(answer).toMatchObject({ status: 303, location: '/admin' })
  })

  it('answers an unknown account, a wrong password and a disabled account alike (PROMISES 5)', async () => {
    const wrong = await guess(WRONG)
    expect(wrong.status).toBe(401)
    expect(wrong.body).toContain('The e-mail address or password is wrong.')
    expect(wrong.body).toContain(`value="${EMAIL}"`)
    expect(wrong.body).not.toContain(WRONG.password)
    const unknown = await guess({ ...WRONG, email: 'nobody@example.com' })
    expect(unknown.status).toBe(401)
    expect(shown(unknown).replace('nobody@example.com', EMAIL)).toBe(shown(wrong))
    await server.platform.db.updateTable('administrators').set({ disabled_at: 1 }).execute()
    const disabled = await guess({ email: EMAIL, password: PASSWORD })
    expect(disabled.status).toBe(401)
    expect(shown(disabled)).toBe(shown(wrong))
  })

  it('does the same work for an unknown account (PROMISES 5)', async () => {
    const workFor = async (email: string, password: string) => {
      vi.mocked(verifyPassword).mockClear()
      await guess({ email, password })
      return vi.mocked(verifyPassword).mock.calls
    }
    expect(await workFor(EMAIL, WRONG.password)).toHaveLength(1)
    expect(await workFor('no@example.com', WRONG.password)).toEqual([[DUMMY_HASH, WRONG.password]])
    expect(await workFor('no address\0', WRONG.password)).toHaveLength(1)
    expect(await workFor(EMAIL, 'x'.repeat(20_000))).toHaveLength(1)
  })

  it('is in the audit log, failures too, with no password (PROMISES 7, 13)', async () => {
    await guess(WRONG, '198.51.100.5')
    await guess({ email: 'nobody@example.com', password: WRONG.password })
    await guess({ email: PASSWORD, password: '' })
    const visitor = await server.newSignedIn({}, '192.0.2.8')
    await visitor.get('/admin/account')
    await visitor.post('/admin/logout')
    const log = await auditLog()
    expect(log).toMatchObject([
      { subject: EMAIL, details: 'wrong password', client_ip: '198.51.100.5' },
      { subject: 'nobody@example.com', details: 'unknown account' },
      { actor: 'not signed in', action: 'administrator.sign_in_failed', subject: 'no address' },
      { actor: EMAIL, action: 'administrator.signed_in', client_ip: '192.0.2.8' },
      { actor: EMAIL, action: 'administrator.signed_out' },
    ])
    expect(JSON.stringify(log)).not.toContain(PASSWORD)
  })

  it('is refused if the password changes between the check and the session (PROMISES 3)', async () => {
    const { db } = server.platform
    const account = await db.selectFrom('administrators').selectAll().executeTakeFirstOrThrow()
    const client = { ip: null, userAgent: '' }
    const attempt = {
      ...{ email: EMAIL, password: PASSWORD, code: '', client },
      ...{ knownDevice: undefined, replacedSession: undefined },
    }
    const changed = vi.fn(async () => {
      const own = { administratorId: account.id, currentPassword: PASSWORD }
      const change = { ...own, password: 'other words for teapots' }
      await changePassword(server.platform, change, client)
      return true
    })
    vi.mocked(verifyPassword).mockImplementationOnce(changed)
    await expect(signIn(server.platform, attempt)).rejects.toThrow('password is wrong')
    await expect(changed.mock.results[0]?.value).resolves.toBe(true)
    const { password_hash } = account
    await db.updateTable('administrators').set({ password_hash }).execute()
  })
})
