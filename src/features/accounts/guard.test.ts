import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AccountsServer,
  addAdministrator,
  EMAIL,
  newSignedIn,
  newVisitor,
  PASSWORD,
  startAccounts,
} from '../../../test/support/accounts-server.ts'
import { createVisitor, type Visitor } from '../../../test/support/visitor.ts'
import { get, post } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'

let server: AccountsServer
const received: { text: string; files: number }[] = []
/** Lets a test hold the handler while the client goes away. */
let hold: Promise<void> | undefined
let isClientGone = () => false

beforeAll(async () => {
  server = await startAccounts('sqlite', { UPLOAD_MAX_MB: '1' }, ({ administrator }) => [
    get('/admin/entries', administrator, () => ({ ok: true })),
    post(
      '/admin/entries',
      administrator,
      async (request) => {
        isClientGone = () => request.raw.socket.destroyed
        await hold
        received.push({ text: request.form.text('title'), files: request.form.files.length })
        if (request.form.text('title') === 'fail') throw new Error('on purpose')
        return { by: request.administrator?.email }
      },
      { upload: true },
    ),
  ])
  await addAdministrator(server.platform)
})
beforeEach(() => {
  received.length = 0
  hold = undefined
})
afterAll(() => server.close())

async function csrfOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get('/admin/account')
  return /name="_csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''
}

const leftovers = async () => {
  const folder = `${server.platform.config.dataDir}/documents/incoming`
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.part'))
}

function upload(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('documents', new Blob(['%PDF-1.7 something']), 'motion.pdf')
  return form
}

describe('without a session', () => {
  it('a page leads to the sign-in and back', async () => {
    const visitor = createVisitor(server.origin)
    const answer = await visitor.get('/admin/entries?sort=date&x=1')
    const next = '/admin/login?next=%2Fadmin%2Fentries%3Fsort%3Ddate%26x%3D1'
    expect(answer).toMatchObject({ status: 303, location: next })
    await visitor.get(answer.location ?? '')
    const signedIn = await visitor.post('/admin/login', {
      email: EMAIL,
      password: PASSWORD,
      next: '/admin/entries?sort=date&x=1',
    })
    expect(signedIn).toMatchObject({ status: 303, location: '/admin/entries?sort=date&x=1' })
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

  it('a program is told 401 with a code', async () => {
    const answer = await createVisitor(server.origin).get('/admin/entries', {
      accept: 'application/json',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'sign_in_required', status: 401 })
  })

  it('nothing is done and nothing is kept of an upload', async () => {
    const answer = await createVisitor(server.origin).post('/admin/entries', upload({}))
    expect(answer).toMatchObject({ status: 303, location: '/admin/login' })
    expect(received).toEqual([])
    expect(await leftovers()).toEqual([])
  })
})

describe('a change (PROMISES 8)', () => {
  it('is made with the token of the session, as a field or a header', async () => {
    const visitor = await newSignedIn(server)
    const token = await csrfOf(visitor)
    expect((await visitor.post('/admin/entries', { _csrf: token, title: 'a' })).status).toBe(200)
    const header = { 'x-csrf-token': token }
    expect((await visitor.post('/admin/entries', { _csrf: '', title: 'b' }, header)).status).toBe(
      200,
    )
    expect((await visitor.post('/admin/entries', upload({ title: 'c' }), header)).status).toBe(200)
    const form = upload({ title: 'd', _csrf: token })
    expect((await visitor.post('/admin/entries', form)).status).toBe(200)
    expect(received.map(({ text, files }) => text + files)).toEqual(['a0', 'b0', 'c1', 'd1'])
    await expect.poll(leftovers).toEqual([])
  })

  it('is refused without it, with a wrong one, and with that of another session', async () => {
    const visitor = await newSignedIn(server)
    const other = await csrfOf(await newSignedIn(server))
    const newcomer = createVisitor(server.origin)
    const { body } = await newcomer.get('/admin/login')
    const beforeSignIn = /name="_csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''
    const json = { accept: 'application/json' }
    for (const token of ['', 'x', other, beforeSignIn]) {
      const asField = await visitor.post('/admin/entries', { _csrf: token, title: 'a' }, json)
      expect(asField.status).toBe(403)
      expect(JSON.parse(asField.body)).toMatchObject({ code: 'csrf' })
      const header = { ...json, 'x-csrf-token': token }
      expect((await visitor.post('/admin/entries', upload({}), header)).status).toBe(403)
      expect((await visitor.post('/admin/entries', upload({ _csrf: token }))).status).toBe(403)
    }
    expect(received).toEqual([])
    await expect.poll(leftovers).toEqual([])
  })

  it('is refused from another site, even with the token', async () => {
    const visitor = await newSignedIn(server)
    const fields = { _csrf: await csrfOf(visitor), title: 'a' }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect((await visitor.post('/admin/entries', fields, headers)).status).toBe(403)
    }
    expect(received).toEqual([])
    const own = { 'sec-fetch-site': 'same-origin', origin: server.origin }
    expect((await visitor.post('/admin/entries', fields, own)).status).toBe(200)
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
    const foreign = /name="_csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    expect((await visitor.post('/admin/login', { ...fields, _csrf: foreign })).status).toBe(403)

    const withoutCookie = createVisitor(server.origin)
    await withoutCookie.get('/admin/login')
    withoutCookie.cookies.clear()
    expect((await withoutCookie.post('/admin/login', fields)).status).toBe(403)
    expect((await visitor.post('/admin/login', { ...fields, _csrf: 'x' })).status).toBe(403)
    expect((await visitor.post('/admin/login', fields)).status).toBe(303)
  })

  it('takes small multipart forms and no uploads', async () => {
    const visitor = createVisitor(server.origin)
    const { body } = await visitor.get('/admin/login')
    const token = /name="_csrf" value="([^"]*)"/.exec(body)?.[1] ?? ''
    const form = upload({ _csrf: token, email: EMAIL, password: PASSWORD })
    expect((await visitor.post('/admin/login', form)).status).toBe(303)
    form.set('documents', new Blob([new Uint8Array(100_000)]), 'large.pdf')
    expect((await visitor.post('/admin/login', form)).status).toBe(413)
    await expect.poll(leftovers).toEqual([])
  })
})

describe('files that nobody took', () => {
  it('are gone after an error, and where the file is too large', async () => {
    const visitor = await newSignedIn(server)
    const header = { 'x-csrf-token': await csrfOf(visitor) }
    expect((await visitor.post('/admin/entries', upload({ title: 'fail' }), header)).status).toBe(
      500,
    )
    await expect.poll(leftovers).toEqual([])
    const large = upload({})
    large.set('documents', new Blob([new Uint8Array(1_200_000)]), 'large.pdf')
    expect((await visitor.post('/admin/entries', large, header)).status).toBe(200)
    await expect.poll(leftovers).toEqual([])
  })

  it('are gone when the client goes away, while sending or while waiting', async () => {
    const visitor = await newSignedIn(server)
    const token = await csrfOf(visitor)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const part =
      '--b\r\ncontent-disposition: form-data; name="documents"; filename="a.pdf"\r\n\r\n%PDF-1.7'
    const headers = {
      cookie,
      'x-csrf-token': token,
      'content-type': 'multipart/form-data; boundary=b',
    }
    const begin = () => {
      const request = httpRequest(`${server.origin}/admin/entries`, { method: 'POST', headers })
      request.on('error', () => {})
      return request
    }
    const half = begin()
    half.write(part)
    await expect.poll(leftovers).toHaveLength(1)
    half.destroy()
    await expect.poll(leftovers).toEqual([])

    let release = () => {}
    hold = new Promise((resolve) => {
      release = resolve
    })
    const whole = begin()
    whole.end(`${part}\r\n--b--\r\n`)
    await expect.poll(leftovers).toHaveLength(1)
    whole.destroy()
    await expect.poll(() => isClientGone()).toBe(true)
    release()
    await expect.poll(() => received.length).toBe(1)
    await expect.poll(leftovers).toEqual([])
  })
})

it('every answer of the admin area is private (PROMISES 9)', async () => {
  const visitor = await newSignedIn(server)
  const stranger = createVisitor(server.origin)
  const answers = [
    await visitor.get('/admin/account'),
    await visitor.get('/admin/entries'),
    await stranger.get('/admin/login'),
    await stranger.get('/admin/entries'),
    await visitor.post('/admin/entries', { _csrf: 'x' }),
    await stranger.get(`/admin/first-run/${'x'.repeat(43)}`),
  ]
  for (const { headers } of answers) {
    for (const [name, value] of Object.entries(PRIVATE_HEADERS))
      expect(headers.get(name)).toBe(value)
  }
})
