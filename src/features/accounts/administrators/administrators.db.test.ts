import { beforeAll, expect, it } from 'vitest'
import {
  addAdministrator,
  EMAIL,
  newSignedIn,
  newVisitor,
  PASSWORD,
} from '../../../../test/support/accounts-server.ts'
import { actionsOf, eachAccountsServer } from '../../../../test/support/each-accounts-server.ts'

const OWN = { current_password: PASSWORD }
const OTHER = 'deputy@example.com'

eachAccountsServer('administrators', (server) => {
  beforeAll(() => addAdministrator(server.platform, OTHER))

  it('are listed, and added with a password that is made and shown once', async () => {
    const visitor = await newSignedIn(server)
    expect((await visitor.get('/admin/admins')).body).toContain(OTHER)
    const answer = await visitor.post('/admin/admins', {
      ...OWN,
      email: ' New@Example.com ',
      password: '',
    })
    expect(answer.status).toBe(200)
    const password = /data-generated-password[^>]*>([^<]+)</.exec(answer.body)?.[1] ?? ''
    expect(password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/)
    expect((await visitor.get('/admin/admins')).body).not.toContain(password)
    await newSignedIn(server, { email: 'new@example.com', password })
    expect(await actionsOf(server)).toEqual([
      [EMAIL, 'administrator.created', 'new@example.com', '192.0.2.7'],
    ])
  })

  it('are added with a typed password, under the same rules', async () => {
    const visitor = await newSignedIn(server)
    await visitor.get('/admin/admins')
    const add = (email: string, password: string) =>
      visitor.post('/admin/admins', { ...OWN, email, password })
    expect(await add('typed@example.com', 'nine gravel lanterns')).toMatchObject({
      status: 303,
      location: '/admin/admins?done=added',
    })
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
    const visitor = await newSignedIn(server)
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
    const visitor = await newSignedIn(server)
    expect((await visitor.get('/admin/admins')).body).not.toContain('generated for you')
    const answer = await visitor.post('/admin/admins', { ...OWN, email: 'asked@example.com' })
    const made = /data-generated-password[^>]*>([^<]+)</.exec(answer.body)?.[1] ?? ''
    const query = await newSignedIn(server, { email: 'asked@example.com', password: made })
    for (const page of ['/admin/admins', '/admin/audit-log', '/admin/account']) {
      expect((await query.get(page)).body).toContain('<a href="/admin/account">choose your own</a>')
    }
    const password = 'eleven lanterns of gravel'
    const changed = await query.post('/admin/account/password', {
      current_password: made,
      password,
      password_repeat: password,
    })
    expect(changed.status).toBe(303)
    expect((await query.get('/admin/account')).body).not.toContain('generated for you')
  })

  it('pages need an administrator', async () => {
    const stranger = await newVisitor(server)
    for (const path of [
      '/admin/account',
      '/admin/admins',
      '/admin/audit-log',
      '/admin/account/two-factor',
    ]) {
      expect((await stranger.get(path)).location).toMatch(/^\/admin\/login/)
    }
    expect((await stranger.post('/admin/admins', { email: 'x@example.com' })).location).toBe(
      '/admin/login',
    )
  })
})
