import { expect, test } from 'vitest'
import { newConfirming } from '../../../../test/support/subscriptions-server.ts'

const DAY = 86_400_000

test.each(['sqlite', 'postgres'] as const)(
  'the link in the message asks, its button subscribes, on %s',
  async (dialect) => {
    const server = await newConfirming(dialect)
    const answer = await server.post({ email: 'Ada@Example.com' })
    expect([answer.status, answer.body]).toEqual([202, { status: 'confirmation_sent' }])
    const pending = { email: 'Ada@Example.com', state: 'pending' }
    expect(await server.subscriptions()).toMatchObject([pending])

    const [message, ...more] = await server.readOutbox()
    expect(more).toEqual([])
    expect(message?.to).toEqual([{ name: '', address: 'Ada@example.com' }])
    expect(message?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    const path = await server.confirmPath()
    expect(message?.html).toContain(path)
    const [{ token } = { token: '' }] = await server.subscriptions()
    expect(path).not.toContain(token)

    const browser = server.newBrowser()
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('Ada@')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await server.newBrowser().post(path)).status).toBe(403)
    const done = await browser.post(path)
    expect(done.status).toBe(200)
    expect(done.body).toContain('Subscribed')
    expect(done.body).toMatch(/<title>Subscribed/)
    expect(await server.subscriptions()).toMatchObject([{ state: 'active', token }])

    expect((await browser.post(path)).status).toBe(200)
    expect((await browser.get(path)).body).toContain('Subscribed')
    expect((await server.post({ email: 'ada@example.com' })).body.code).toBe('already_subscribed')
  },
)

test('opening the link a hundred times, by GET and HEAD, subscribes nobody', async () => {
  const server = await newConfirming()
  await server.post({ email: 'ada@example.com' })
  const path = await server.confirmPath()
  const before = await server.subscriptions()
  for (const method of ['GET', 'HEAD']) {
    const visits = Array.from({ length: 100 }, () => fetch(server.origin + path, { method }))
    for (const { status } of await Promise.all(visits)) expect(status).toBe(200)
  }
  expect(await server.subscriptions()).toEqual(before)
})

test('no other link confirms, and none after a week or after saying no', async () => {
  const server = await newConfirming()
  await server.post({ email: 'ada@example.com' })
  const path = await server.confirmPath()
  const browser = server.newBrowser()
  const [, id, signature] = /(\d+)-(.*)$/.exec(path) ?? []
  const strange = [
    ...['x', '1', '%00', `${id}-`, `${id}-${signature}x`, `${id}-${'A'.repeat(43)}`],
    ...[Number(id) + 1, `0${id}`, '99999999999'].map((other) => `${other}-${signature}`),
  ]
  await browser.get(path)
  for (const token of strange) {
    expect((await browser.get(`/subscribe/confirm/${token}`)).status).toBe(404)
    expect((await browser.post(`/subscribe/confirm/${token}`)).status).toBe(404)
  }
  // It was requested while the clock was ahead.
  server.time.now -= 400 * DAY
  expect((await browser.get(path)).status).toBe(404)
  server.time.now += 400 * DAY
  expect((await browser.get(path)).status).toBe(200)
  server.time.now += 7 * DAY
  expect((await browser.get(path)).status).toBe(404)
  expect((await browser.post(path)).status).toBe(404)
  expect(await server.subscriptions()).toMatchObject([{ state: 'pending' }])

  // Subscribing again also revives the first link: it went to the same mailbox.
  expect((await server.post({ email: 'ada@example.com' })).status).toBe(202)
  expect((await browser.get(path)).status).toBe(200)
  await server.platform.db.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
  expect((await browser.get(path)).status).toBe(404)
  expect((await browser.post(path)).status).toBe(404)
})

test('coming back needs a confirmation as well, and keeps the unsubscribe token', async () => {
  const server = await newConfirming()
  await server.post({ email: 'ada@example.com' })
  const [old] = await server.subscriptions()
  await server.platform.db.updateTable('subscriptions').set({ state: 'unsubscribed' }).execute()
  server.time.now += DAY
  const { body } = await server.post({ email: 'ada@example.com' })
  expect(body).toEqual({ status: 'confirmation_sent' })
  expect(await server.subscriptions()).toMatchObject([{ state: 'pending', token: old?.token }])
  expect(await server.readOutbox()).toHaveLength(2)
})
