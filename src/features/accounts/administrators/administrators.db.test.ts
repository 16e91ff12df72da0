import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addAdministrator, EMAIL, PASSWORD } from '../../../../test/support/accounts-server.ts'
import { countWaiting } from '../../../../test/support/count-waiting.ts'
import { actionsOf, eachAccountsServer } from '../../../../test/support/each-accounts-server.ts'
import type { Answer } from '../../../../test/support/visitor.ts'
import { COMMAND_LINE } from '../audit-log/queries.ts'
import { findAdministratorByEmail, lockAdministrators, updateDisabledAt } from '../queries.ts'
import { disableAdministrator } from './administrators.ts'

const OWN = { current_password: PASSWORD }
const OTHER = 'deputy@example.com'

const generatedIn = ({ body }: Answer) =>
  /data-generated-password[^>]*>([^<]+)</.exec(body)?.[1] ?? ''

eachAccountsServer('administrators', (server) => {
  beforeAll(() => addAdministrator(server.platform, OTHER))

  it('are listed, and added with a password that is made and shown once', async () => {
    const visitor = await server.newSignedIn()
    expect((await visitor.get('/admin/admins')).body).toContain(OTHER)
    const typed = { ...OWN, email: ' New@Example.com ', password: '' }
    const answer = await visitor.post('/admin/admins', typed)
    expect(answer.status).toBe(200)
    const password = generatedIn(answer)
    expect(password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/)
    expect((await visitor.get('/admin/admins')).body).not.toContain(password)
    await server.newSignedIn({ email: 'new@example.com', password })
    const created = [EMAIL, 'administrator.created', 'new@example.com', '192.0.2.7']
    expect(await actionsOf(server)).toEqual([created])
  })

  it('are added with a typed password, under the same rules', async () => {
    const visitor = await server.newSignedIn()
    await visitor.get('/admin/admins')
    const add = (email: string, password: string) =>
      visitor.post('/admin/admins', { ...OWN, email, password })
    const added = { status: 303, location: '/admin/admins' }
    expect(await add('typed@example.com', 'nine gravel lanterns')).toMatchObject(added)
    for (const [email, password, reason] of [
      ['typed@example.com', 'nine gravel lanterns', 'already an administrator'],
      ['TYPED@example.com', '', 'already an administrator'],
      ['next@example.com', 'short', 'at least 15'],
      ['no address', '', 'Enter an e-mail address'],
    ] as const) {
      const answer = await add(email, password)
      expect(answer.status).toBe(422)
      expect(answer.body).toContain(reason)
      expect(answer.body).toContain(`value="${email}"`)
    }
    expect(await actionsOf(server)).toHaveLength(1)
  })

  it('are added, disabled and enabled only with the administrator’s own password', async () => {
    const visitor = await server.newSignedIn()
    const page = await visitor.get('/admin/admins')
    const [, path = ''] = /action="(\/admin\/admins\/\d+)\/disable"/.exec(page.body) ?? []
    for (const [action, fields] of [
      ['/admin/admins', { email: 'another@example.com' }],
      [`${path}/disable`, {}],
      [`${path}/enable`, {}],
    ] as const) {
      for (const current_password of ['', 'not the password at all']) {
        const answer = await visitor.post(action, { ...fields, current_password })
        expect(answer.status).toBe(422)
        expect(answer.body).toContain('This is not your current password.')
      }
    }
    expect(await actionsOf(server)).toEqual([])
  })

  it('whose password was generated are asked for their own on every page, until they have one', async () => {
    const visitor = await server.newSignedIn()
    expect((await visitor.get('/admin/admins')).body).not.toContain('generated for you')
    const answer = await visitor.post('/admin/admins', { ...OWN, email: 'asked@example.com' })
    const made = generatedIn(answer)
    const added = await server.newSignedIn({ email: 'asked@example.com', password: made })
    for (const page of ['/admin/admins', '/admin/audit-log', '/admin/account'])
      expect((await added.get(page)).body).toContain('<a href="/admin/account">choose your own</a>')
    const password = 'eleven lanterns of gravel'
    const change = { current_password: made, password, password_repeat: password }
    expect((await added.post('/admin/account/password', change)).status).toBe(303)
    expect((await added.get('/admin/account')).body).not.toContain('generated for you')
  })
})

eachAccountsServer('disabling administrators', (server, dialect) => {
  let otherId: number
  beforeAll(async () => {
    otherId = (await addAdministrator(server.platform, OTHER)).id
  })

  it('a disabled one is signed out at once and cannot sign in again (PROMISES 3)', async () => {
    const visitor = await server.newSignedIn()
    const other = await server.newSignedIn({ email: OTHER })
    await visitor.get('/admin/admins')
    const disabled = { status: 303, location: '/admin/admins' }
    expect(await visitor.post(`/admin/admins/${otherId}/disable`, OWN)).toMatchObject(disabled)
    expect((await other.get('/admin/account')).status).toBe(303)
    await expect(server.newSignedIn({ email: OTHER })).rejects.toThrow('401')
    await visitor.post(`/admin/admins/${otherId}/enable`, OWN)
    // Enabling the account does not revive the old session.
    expect((await other.get('/admin/account')).status).toBe(303)
    await server.newSignedIn({ email: OTHER })
    expect(await actionsOf(server)).toEqual([
      [EMAIL, 'administrator.disabled', OTHER, '192.0.2.7'],
      ['not signed in', 'administrator.sign_in_failed', OTHER, '192.0.2.7'],
      [EMAIL, 'administrator.enabled', OTHER, '192.0.2.7'],
    ])
  })

  it('the session check alone also refuses a disabled account', async () => {
    const other = await server.newSignedIn({ email: OTHER })
    const { db } = server.platform
    await sql`update administrators set disabled_at = 1 where id = ${otherId}`.execute(db)
    expect((await other.get('/admin/account')).status).toBe(303)
  })

  it('no one can disable themselves, or the last administrator', async () => {
    const visitor = await server.newSignedIn()
    const { db } = server.platform
    const { id = 0 } = (await findAdministratorByEmail(db, EMAIL)) ?? {}
    await visitor.get('/admin/admins')
    const oneself = await visitor.post(`/admin/admins/${id}/disable`, OWN)
    expect(oneself.status).toBe(409)
    expect(oneself.body).toContain('You cannot disable your own account.')
    await sql`update administrators set disabled_at = 1 where id <> ${id}`.execute(db)
    const last = disableAdministrator(server.platform, id, COMMAND_LINE)
    await expect(last).rejects.toThrow('only administrator')
    expect((await visitor.get('/admin/account')).status).toBe(200)
    expect((await visitor.post('/admin/admins/999999/disable', OWN)).status).toBe(404)
    expect((await visitor.post('/admin/admins/x/disable', OWN)).status).toBe(404)
  })

  it('one who is being disabled at this moment no longer counts as remaining', async () => {
    const { db } = server.platform
    const [first, second] = await db.selectFrom('administrators').select('id').execute()
    if (!first || !second) throw new Error('two are needed')
    const refused = await db.transaction().execute(async (trx) => {
      await lockAdministrators(trx)
      await updateDisabledAt(trx, first.id, 1)
      const other = disableAdministrator(server.platform, second.id, COMMAND_LINE)
      const refusal = expect(other).rejects.toThrow('only administrator')
      // SQLite has one writer; on PostgreSQL this continues only once the other has reached the lock.
      if (dialect === 'postgres') {
        await expect.poll(() => countWaiting(db), { timeout: 60_000 }).toBeGreaterThan(0)
      }
      return () => refusal
    })
    await refused()
  })
})
