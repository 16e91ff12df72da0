import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneServer } from '../../../../test/support/each-server.ts'
import { startSubscriptions } from '../../../../test/support/subscriptions-server.ts'

/* Arbitrary input to /api/subscribe. */

oneServer('what is sent to POST /api/subscribe', startSubscriptions, (server) => {
  test.each([
    {},
    { email: null },
    { email: ['ada@example.com'] },
    { email: { address: 'ada@example.com' } },
    { email: `${'a'.repeat(30_000)}@example.com` },
    null,
    ['ada@example.com'],
  ])('refuses %j as 422 invalid_email and stores nothing', async (body) => {
    const before = await server.subscriptions()
    const answer = await server.post(JSON.stringify(body))
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_email' })
    expect(answer.body.errors).toEqual({ email: [answer.body.detail] })
    expect(await server.subscriptions()).toEqual(before)
  })

  test.each([
    ['not JSON', '{"email":', 'application/json', 400],
    ['a prototype', '{"__proto__":{"email":"a@example.com"}}', 'application/json', 400],
    ['another type', '<email/>', 'text/xml', 415],
    ['100 kB', `{"email":"${'a'.repeat(100_000)}"}`, 'application/json', 413],
    ['a multipart without its boundary', 'x', 'multipart/form-data', 400],
    ['an address twice', 'email=a@b.co&email=b@b.co', 'application/x-www-form-urlencoded', 422],
  ])('answers %s with a 4xx', async (_name, body, type, status) => {
    const answer = await server.post(body, { 'content-type': type })
    expect(answer.status).toBe(status)
    expect(answer.body.code).toEqual(expect.any(String))
  })

  test('refuses a file', async () => {
    const body = new FormData()
    body.set('email', 'file@example.com')
    body.set('upload', new Blob(['x']), 'x.pdf')
    const answer = await server.newBrowser().post('/api/subscribe', body)
    expect(answer.status).toBe(400)
  })

  test('is always answered, and never with a 5xx', async () => {
    const email = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.emailAddress(),
      fc.jsonValue(),
      fc.constantFrom('a@b.co', '@', 'a@', '__proto__'),
    )
    const body = fc.oneof(
      fc.record({ email, website: fc.option(fc.string()) }, { requiredKeys: [] }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { status } = await server.post(JSON.stringify(value))
        expect([200, 201, 400, 409, 422]).toContain(status)
      }),
      { numRuns: 100 },
    )
  })
})
