import { expect, test } from 'vitest'
import {
  addSubscriber,
  eachSubscriptionsServer,
  mailProvider,
  ONE_CLICK,
  stateOf,
  UNKNOWN,
} from '../../../test/support/unsubscribing.ts'

eachSubscriptionsServer('unsubscribing by one click', {}, (server) => {
  test('one click: 200, no redirect, no cookie, for mail providers that send nothing else', async () => {
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    for (const body of [ONE_CLICK, multipart]) {
      const reader = await addSubscriber(server)
      for (let times = 0; times < 2; times++) {
        const answer = await mailProvider(server, reader.token, body)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(answer.headers.get('set-cookie')).toBeNull()
        expect(answer.headers.get('location')).toBeNull()
        expect(await stateOf(server, reader)).toBe('unsubscribed')
      }
    }
    expect((await mailProvider(server, UNKNOWN)).status).toBe(404)
  })

  test.each([
    ['\r\n', {}],
    ['\n', {}],
    ['', { 'content-type': 'text/plain; charset=utf-8' }],
    ['\r\n', { 'content-type': 'text/plain' }],
    ['', { 'content-type': '' }],
  ])('one click as some providers send it, with %j behind it and %j: 200', async (end, headers) => {
    const reader = await addSubscriber(server)
    const body = `${ONE_CLICK}${end}`
    expect((await mailProvider(server, reader.token, body, headers)).status).toBe(200)
    expect(await stateOf(server, reader)).toBe('unsubscribed')
  })

  test('one click without a type: 200', async () => {
    const reader = await addSubscriber(server)
    const body = new Blob([ONE_CLICK])
    const url = `${server.origin}/unsubscribe/${reader.token}`
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
    expect(await stateOf(server, reader)).toBe('unsubscribed')
  })

  test.each([
    ['', {}],
    ['List-Unsubscribe=one-click', {}],
    ['list-unsubscribe=One-Click', {}],
    ['List-Unsubscribe=One-Click&List-Unsubscribe=One-Click', {}],
    ['List-Unsubscribe=One-Click&_csrf=x', {}],
    ['_csrf=x', {}],
    ['List-Unsubscribe=', {}],
    ['List-Unsubscribe', {}],
    ['{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }],
    ['List-Unsubscribe=One-Click x', { 'content-type': 'text/plain' }],
    ['x', { 'content-type': 'multipart/form-data; boundary=y' }],
  ])('one click takes nothing but its own body: %j is 400', async (body, headers) => {
    const reader = await addSubscriber(server)
    expect((await mailProvider(server, reader.token, body, headers)).status).toBe(400)
    expect((await mailProvider(server, UNKNOWN, body, headers)).status).toBe(400)
    expect(await stateOf(server, reader)).toBe('active')
  })

  test('one click takes no multipart form with more in it', async () => {
    const reader = await addSubscriber(server)
    const more = new FormData()
    more.set('List-Unsubscribe', 'One-Click')
    more.set('more', '1')
    const file = new FormData()
    file.set('List-Unsubscribe', new Blob(['One-Click']), 'One-Click')
    const andFile = new FormData()
    andFile.set('List-Unsubscribe', 'One-Click')
    andFile.set('file', new Blob(['x']), 'x')
    for (const body of [more, file, andFile]) {
      expect((await mailProvider(server, reader.token, body)).status).toBe(400)
    }
    expect(await stateOf(server, reader)).toBe('active')
  })
})
