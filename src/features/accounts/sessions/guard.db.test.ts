import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { EMAIL, PASSWORD, startWithClerk } from '../../../../test/support/accounts-server.ts'
import { sharedServer } from '../../../../test/support/each-server.ts'
import {
  cookieHeader,
  createVisitor,
  csrfIn,
  type Visitor,
} from '../../../../test/support/visitor.ts'
import { get, post, withFiles } from '../../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'

/** What reached the handler behind the guard, which may be held up while the client disconnects. */
const received: { text: string; files: number }[] = []
let held: Promise<void> | undefined
let isClientGone = () => false

/** With a page and a form only for administrators. */
const server = sharedServer(() =>
  startWithClerk('sqlite', { UPLOAD_MAX_MB: '1' }, ({ administrator }) => [
    get('/admin/guarded', administrator, () => ({ ok: true })),
    withFiles(
      post('/admin/guarded', administrator, async (request) => {
        isClientGone = () => request.raw.socket.destroyed
        await held
        received.push({ text: request.form.text('title'), files: request.form.files.length })
        if (request.form.text('title') === 'fail') throw new Error('on purpose')
        return { by: request.session?.email }
      }),
    ),
  ]),
)
beforeEach(() => {
  received.length = 0
})

/** Uploaded files that are still kept. */
async function leftovers() {
  const folder = `${server.platform.config.dataDir}/documents/incoming`
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.part'))
}

/** The CSRF token of the visitor's session. */
const csrfOf = async (visitor: Visitor) => csrfIn((await visitor.get('/admin/account')).body)

/** A multipart form with a small file. */
function upload(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('documents', new Blob(['%PDF-1.7 something']), 'motion.pdf')
  return form
}

/** A multipart request, to be written piece by piece. */
function begin(visitor: Visitor, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const request = httpRequest(`${server.origin}/admin/guarded`, {
    method: 'POST',
    headers: { ...cookieHeader(visitor), ...type, ...headers },
  })
  request.on('error', () => {})
  return request
}

describe('without a session', () => {
  it('a page leads to the sign-in and back', async () => {
    const visitor = createVisitor(server.origin)
    const answer = await visitor.get('/admin/guarded?sort=date&x=1')
    const next = '/admin/login?next=%2Fadmin%2Fguarded%3Fsort%3Ddate%26x%3D1'
    expect(answer).toMatchObject({ status: 303, location: next })
    await visitor.get(answer.location ?? '')
    const location = '/admin/guarded?sort=date&x=1'
    const fields = { email: EMAIL, password: PASSWORD, next: location }
    expect(await visitor.post('/admin/login', fields)).toMatchObject({ status: 303, location })
  })

  it('a page with an address too long for a header leads to the sign-in alone', async () => {
    const answer = await createVisitor(server.origin).get(`/admin/guarded?q=${'%E2'.repeat(3000)}`)
    expect(answer).toMatchObject({ status: 303, location: '/admin/login' })
  })

  it('the sign-in leads to no other site', async () => {
    const home = { status: 303, location: '/admin' }
    const fields = { email: EMAIL, password: PASSWORD, next: 'https://evil.example/' }
    const visitor = await server.newVisitor()
    expect(await visitor.post('/admin/login', fields)).toMatchObject(home)
    expect(await visitor.get('/admin/login?next=https://evil.example/')).toMatchObject(home)
  })

  it('a program gets 401 with a code', async () => {
    const accept = 'application/json'
    const answer = await createVisitor(server.origin).get('/admin/guarded', { accept })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'sign_in_required', status: 401 })
  })
})

describe('a change (PROMISES 8)', () => {
  it('is made with the token of the session, as a field or a header', async () => {
    const visitor = await server.newSignedIn()
    const token = await csrfOf(visitor)
    expect((await visitor.post('/admin/guarded', { _csrf: token, title: 'a' })).status).toBe(200)
    const header = { 'x-csrf-token': token }
    const noField = { _csrf: '', title: 'b' }
    expect((await visitor.post('/admin/guarded', noField, header)).status).toBe(200)
    expect((await visitor.post('/admin/guarded', upload({ title: 'c' }), header)).status).toBe(200)
    const form = upload({ title: 'd', _csrf: token })
    expect((await visitor.post('/admin/guarded', form)).status).toBe(200)
    expect(received.map(({ text, files }) => text + files)).toEqual(['a0', 'b0', 'c1', 'd1'])
    await expect.poll(leftovers).toEqual([])
  })

  it('is refused without it, with a wrong one, and with that of another session', async () => {
    const visitor = await server.newSignedIn()
    const other = await csrfOf(await server.newSignedIn())
    const signedOut = createVisitor(server.origin)
    const beforeSignIn = csrfIn((await signedOut.get('/admin/login')).body)
    const json = { accept: 'application/json' }
    for (const token of ['', 'x', other, beforeSignIn]) {
      const asField = await visitor.post('/admin/guarded', { _csrf: token, title: 'a' }, json)
      expect(asField.status).toBe(403)
      expect(JSON.parse(asField.body)).toMatchObject({ code: 'csrf' })
      const header = { ...json, 'x-csrf-token': token }
      expect((await visitor.post('/admin/guarded', upload({}), header)).status).toBe(403)
      expect((await visitor.post('/admin/guarded', upload({ _csrf: token }))).status).toBe(403)
    }
    expect(received).toEqual([])
    await expect.poll(leftovers).toEqual([])
  })
})

it('the sign-in form carries a token that is bound to the browser’s cookie (PROMISES 8)', async () => {
  const fields = { email: EMAIL, password: PASSWORD }
  const visitor = await server.newVisitor()
  const foreign = csrfIn((await createVisitor(server.origin).get('/admin/login')).body)
  for (const _csrf of ['', 'x', foreign])
    expect((await visitor.post('/admin/login', { ...fields, _csrf })).status).toBe(403)
  // An empty cookie would be the same in every browser.
  const empty = () => createVisitor(server.origin, { cookie: 'visit=' })
  const common = csrfIn((await empty().get('/admin/login')).body)
  expect((await empty().post('/admin/login', { ...fields, _csrf: common })).status).toBe(403)
  const withoutCookie = await server.newVisitor()
  withoutCookie.cookies.clear()
  expect((await withoutCookie.post('/admin/login', fields)).status).toBe(403)
  expect((await visitor.post('/admin/login', fields)).status).toBe(303)
})

it('every answer of the admin area is private (PROMISES 9)', async () => {
  const visitor = await server.newSignedIn()
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

it('an upload without a session does nothing, and nothing of it is kept', async () => {
  const answer = await createVisitor(server.origin).post('/admin/guarded', upload({}))
  expect(answer).toMatchObject({ status: 303, location: '/admin/login' })
  expect(received).toEqual([])
  expect(await leftovers()).toEqual([])
})

it('the sign-in form takes small multipart forms and no uploads', async () => {
  const visitor = createVisitor(server.origin)
  const { body } = await visitor.get('/admin/login')
  const form = upload({ _csrf: csrfIn(body), email: EMAIL, password: PASSWORD })
  expect((await visitor.post('/admin/login', form)).status).toBe(400)
  form.set('documents', new Blob([new Uint8Array(100_000)]), 'large.pdf')
  expect((await visitor.post('/admin/login', form)).status).toBe(413)
  form.delete('documents')
  expect((await visitor.post('/admin/login', form)).status).toBe(303)
  await expect.poll(leftovers).toEqual([])
})

describe('files that no handler stored', () => {
  it('are gone after an error, and if a file is too large', async () => {
    const visitor = await server.newSignedIn()
    const header = { 'x-csrf-token': await csrfOf(visitor) }
    const failing = upload({ title: 'fail' })
    expect((await visitor.post('/admin/guarded', failing, header)).status).toBe(500)
    await expect.poll(leftovers).toEqual([])
    const large = upload({})
    large.set('documents', new Blob([new Uint8Array(1_200_000)]), 'large.pdf')
    expect((await visitor.post('/admin/guarded', large, header)).status).toBe(200)
    await expect.poll(leftovers).toEqual([])
  })

  it('are gone when the client goes away, while sending or while waiting', async () => {
    const visitor = await server.newSignedIn()
    const header = { 'x-csrf-token': await csrfOf(visitor) }
    const part =
      '--b\r\ncontent-disposition: form-data; name="documents"; filename="a.pdf"\r\n\r\n%PDF-1.7'
    const half = begin(visitor, header)
    half.write(part)
    await expect.poll(leftovers).toHaveLength(1)
    half.destroy()
    await expect.poll(leftovers).toEqual([])

    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    const whole = begin(visitor, header)
    whole.end(`${part}\r\n--b--\r\n`)
    await expect.poll(leftovers).toHaveLength(1)
    whole.destroy()
    await expect.poll(() => isClientGone()).toBe(true)
    release()
    await expect.poll(() => received.length).toBe(1)
    await expect.poll(leftovers).toEqual([])
  })
})

it('a wrong token is refused as soon as it has arrived, and fields are bounded together', async () => {
  const visitor = await server.newSignedIn()
  const request = begin(visitor)
  // The rest is never sent.
  request.write('--b\r\ncontent-disposition: form-data; name="_csrf"\r\n\r\nwrong\r\n--b\r\n')
  const [answer] = await once(request, 'response')
  expect(answer.statusCode).toBe(403)
  request.destroy()

  const form = upload({ _csrf: await csrfOf(visitor) })
  for (const name of ['a', 'b', 'c']) form.set(name, 'x'.repeat(400_000))
  expect((await visitor.post('/admin/guarded', form)).status).toBe(413)
  expect(received).toEqual([])
  await expect.poll(leftovers).toEqual([])
})
