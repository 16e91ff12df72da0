import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { EMAIL, newSignedIn, PASSWORD } from '../../../../test/support/accounts-server.ts'
import { csrfOf, guardedServer, upload } from '../../../../test/support/guarded-server.ts'
import { createVisitor, csrfIn } from '../../../../test/support/visitor.ts'

const server = guardedServer()

it('nothing is done and nothing is kept of an upload without a session', async () => {
  const answer = await createVisitor(server.origin).post('/admin/guarded', upload({}))
  expect(answer).toMatchObject({ status: 303, location: '/admin/login' })
  expect(server.received).toEqual([])
  expect(await server.leftovers()).toEqual([])
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
  await expect.poll(server.leftovers).toEqual([])
})

describe('files that nobody took', () => {
  it('are gone after an error, and where the file is too large', async () => {
    const visitor = await newSignedIn(server)
    const header = { 'x-csrf-token': await csrfOf(visitor) }
    expect((await visitor.post('/admin/guarded', upload({ title: 'fail' }), header)).status).toBe(
      500,
    )
    await expect.poll(server.leftovers).toEqual([])
    const large = upload({})
    large.set('documents', new Blob([new Uint8Array(1_200_000)]), 'large.pdf')
    expect((await visitor.post('/admin/guarded', large, header)).status).toBe(200)
    await expect.poll(server.leftovers).toEqual([])
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
      const request = httpRequest(`${server.origin}/admin/guarded`, { method: 'POST', headers })
      request.on('error', () => {})
      return request
    }
    const half = begin()
    half.write(part)
    await expect.poll(server.leftovers).toHaveLength(1)
    half.destroy()
    await expect.poll(server.leftovers).toEqual([])

    const release = server.hold()
    const whole = begin()
    whole.end(`${part}\r\n--b--\r\n`)
    await expect.poll(server.leftovers).toHaveLength(1)
    whole.destroy()
    await expect.poll(() => server.isClientGone()).toBe(true)
    release()
    await expect.poll(() => server.received.length).toBe(1)
    await expect.poll(server.leftovers).toEqual([])
  })
})

it('a wrong token is refused as soon as it has arrived, and fields are bounded together', async () => {
  const visitor = await newSignedIn(server)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=b' }
  const request = httpRequest(`${server.origin}/admin/guarded`, { method: 'POST', headers })
  request.on('error', () => {})
  // The rest is never sent.
  request.write('--b\r\ncontent-disposition: form-data; name="_csrf"\r\n\r\nwrong\r\n--b\r\n')
  const [answer] = await once(request, 'response')
  expect(answer.statusCode).toBe(403)
  request.destroy()

  const form = upload({ _csrf: await csrfOf(visitor) })
  for (const name of ['a', 'b', 'c']) form.set(name, 'x'.repeat(400_000))
  expect((await visitor.post('/admin/guarded', form)).status).toBe(413)
  expect(server.received).toEqual([])
  await expect.poll(server.leftovers).toEqual([])
})
