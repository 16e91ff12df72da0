import { expect, test } from 'vitest'
import { newBrowser } from '../../../test/support/subscriptions-server.ts'
import {
  addSubscriber,
  onSubscriptionsServer,
  stateOf,
  URLENCODED,
} from '../../../test/support/unsubscribing.ts'
import { csrfIn } from '../../../test/support/visitor.ts'

onSubscriptionsServer('the button of the unsubscribe page', {}, (server) => {
  test('without the CSRF token, with another browser’s, or without the cookie: 403 and no change', async () => {
    const reader = await addSubscriber(server)
    const path = `/api/unsubscribe/${reader.token}`
    const [mine, other] = [newBrowser(server), newBrowser(server)]
    const csrfOf = async (browser: typeof mine) =>
      csrfIn((await browser.get(`/unsubscribe/${reader.token}`)).body)
    const [own, foreign] = [await csrfOf(mine), await csrfOf(other)]
    expect(own).not.toBe(foreign)
    const cookie = [...mine.cookies].map((pair) => pair.join('=')).join('; ')
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{}, { cookie }],
      [{ _csrf: '' }, { cookie }],
      [{ _csrf: foreign }, { cookie }],
      [{ _csrf: own }, {}],
      [{ _csrf: own }, { cookie: 'visit=' }],
      [{ _csrf: own }, { cookie: `visit=${'x'.repeat(43)}` }],
      [{ _csrf: `${own}x` }, { cookie }],
      [{ _csrf: foreign }, { cookie, 'x-csrf-token': own }],
    ]
    for (const [fields, headers] of attempts) {
      const answer = await fetch(server.origin + path, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'csrf' })
    }
    const twice = await fetch(server.origin + path, {
      method: 'POST',
      headers: { cookie, ...URLENCODED },
      body: `_csrf=${own}&_csrf=${own}`,
    })
    expect(twice.status).toBe(403)
    expect(await stateOf(server, reader)).toBe('active')

    const page = await fetch(server.origin + path, {
      method: 'POST',
      headers: { ...URLENCODED, accept: 'text/html', cookie },
      body: '',
    })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ])
    expect((await mine.post(path, { _csrf: own })).status).toBe(200)
  })

  test('two pages open in one browser both work', async () => {
    const [first, second] = [await addSubscriber(server), await addSubscriber(server)]
    const browser = newBrowser(server)
    const page = await browser.get(`/unsubscribe/${first.token}`)
    const csrf = csrfIn(page.body)
    await browser.get(`/unsubscribe/${second.token}`)
    expect(browser.setCookies).toEqual([])
    expect((await browser.post(`/api/unsubscribe/${first.token}`, { _csrf: csrf })).status).toBe(
      200,
    )
    expect((await browser.post(`/api/unsubscribe/${second.token}`)).status).toBe(200)
  })
})
