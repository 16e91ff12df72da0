import { describe, expect, it } from 'vitest'
import {
  EMAIL,
  newSignedIn,
  newVisitor,
  PASSWORD,
} from '../../../../test/support/accounts-server.ts'
import { csrfOf, guardedServer, upload } from '../../../../test/support/guarded-server.ts'
import { createVisitor, csrfIn } from '../../../../test/support/visitor.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'

const server = guardedServer()

describe('without a session', () => {
  it('a page leads to the sign-in and back', async () => {
    const visitor = createVisitor(server.origin)
    const answer = await visitor.get('/admin/guarded?sort=date&x=1')
    const next = '/admin/login?next=%2Fadmin%2Fguarded%3Fsort%3Ddate%26x%3D1'
    expect(answer).toMatchObject({ status: 303, location: next })
    await visitor.get(answer.location ?? '')
    const signedIn = await visitor.post('/admin/login', {
      email: EMAIL,
      password: PASSWORD,
      next: '/admin/guarded?sort=date&x=1',
    })
    expect(signedIn).toMatchObject({ status: 303, location: '/admin/guarded?sort=date&x=1' })
  })

  it('a page with an address too long for a header leads to the sign-in alone', async () => {
    const answer = await createVisitor(server.origin).get(`/admin/guarded?q=${'%E2'.repeat(3000)}`)
    expect(answer).toMatchObject({ status: 303, location: '/admin/login' })
  })

  it('the sign-in leads to no other site', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const visitor = createVisitor(server.origin)
      const page = await visitor.get(`/admin/login?next=${encodeURIComponent(next)}`)
      expect(page.body).not.toContain('evil.example')
      const fields = { email: EMAIL, password: PASSWORD, next }
      expect(await visitor.post('/admin/login', fields)).toMatchObject({
        status: 303,
        location: '/admin',
      })
      const again = await visitor.get(`/admin/login?next=${encodeURIComponent(next)}`)
      expect(again).toMatchObject({ status: 303, location: '/admin' })
    }
  })

  it('a program gets 401 with a code', async () => {
    const answer = await createVisitor(server.origin).get('/admin/guarded', {
      accept: 'application/json',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'sign_in_required', status: 401 })
  })
})

describe('a change (PROMISES 8)', () => {
  it('is made with the token of the session, as a field or a header', async () => {
    const visitor = await newSignedIn(server)
    const token = await csrfOf(visitor)
    expect((await visitor.post('/admin/guarded', { _csrf: token, title: 'a' })).status).toBe(200)
    const header = { 'x-csrf-token': token }
    expect((await visitor.post('/admin/guarded', { _csrf: '', title: 'b' }, header)).status).toBe(
      200,
    )
    expect((await visitor.post('/admin/guarded', upload({ title: 'c' }), header)).status).toBe(200)
    const form = upload({ title: 'd', _csrf: token })
    expect((await visitor.post('/admin/guarded', form)).status).toBe(200)
    expect(server.received.map(({ text, files }) => text + files)).toEqual(['a0', 'b0', 'c1', 'd1'])
    await expect.poll(server.leftovers).toEqual([])
  })

  it('is refused without it, with a wrong one, and with that of another session', async () => {
    const visitor = await newSignedIn(server)
    const other = await csrfOf(await newSignedIn(server))
    const signedOut = createVisitor(server.origin)
    const { body } = await signedOut.get('/admin/login')
    const beforeSignIn = csrfIn(body)
    const json = { accept: 'application/json' }
    for (const token of ['', 'x', other, beforeSignIn]) {
      const asField = await visitor.post('/admin/guarded', { _csrf: token, title: 'a' }, json)
      expect(asField.status).toBe(403)
      expect(JSON.parse(asField.body)).toMatchObject({ code: 'csrf' })
      const header = { ...json, 'x-csrf-token': token }
      expect((await visitor.post('/admin/guarded', upload({}), header)).status).toBe(403)
      expect((await visitor.post('/admin/guarded', upload({ _csrf: token }))).status).toBe(403)
    }
    expect(server.received).toEqual([])
    await expect.poll(server.leftovers).toEqual([])
  })

  it('is not made by GET or HEAD', async () => {
    const visitor = await newSignedIn(server)
    for (const path of ['/admin/logout', '/admin/account/password', '/admin/admins/1/disable']) {
      expect((await visitor.get(path)).status).toBe(404)
    }
    expect((await visitor.get('/admin/account')).status).toBe(200)
  })
})

describe('the sign-in form', () => {
  it('carries a token that is bound to the browser’s cookie (PROMISES 8)', async () => {
    const fields = { email: EMAIL, password: PASSWORD }
    const visitor = await newVisitor(server)
    expect((await visitor.post('/admin/login', { ...fields, _csrf: '' })).status).toBe(403)

    const page = await createVisitor(server.origin).get('/admin/login')
    const foreign = csrfIn(page.body)
    expect((await visitor.post('/admin/login', { ...fields, _csrf: foreign })).status).toBe(403)

    const withoutCookie = createVisitor(server.origin)
    await withoutCookie.get('/admin/login')
    withoutCookie.cookies.clear()
    expect((await withoutCookie.post('/admin/login', fields)).status).toBe(403)
    expect((await visitor.post('/admin/login', { ...fields, _csrf: 'x' })).status).toBe(403)
    expect((await visitor.post('/admin/login', fields)).status).toBe(303)
  })
})

it('every answer of the admin area is private (PROMISES 9)', async () => {
  const visitor = await newSignedIn(server)
  const stranger = createVisitor(server.origin)
  const answers = [
    await visitor.get('/admin/account'),
    await visitor.get('/admin/guarded'),
    await stranger.get('/admin/login'),
    await stranger.get('/admin/guarded'),
    await visitor.post('/admin/guarded', { _csrf: 'x' }),
    await stranger.get(`/admin/first-run/${'x'.repeat(43)}`),
  ]
  for (const { headers } of answers) {
    for (const [name, value] of Object.entries(PRIVATE_HEADERS))
      expect(headers.get(name)).toBe(value)
  }
})
