import { describe, expect, test } from 'vitest'
import { publishedApi } from '../../../test/support/published-api.ts'
import { createFeatures } from '../../features.ts'
import { createRoutes } from '../../routes.ts'

const api = publishedApi()

describe('pages of other sites', () => {
  const other = { origin: 'https://journalist.test', 'sec-fetch-site': 'cross-site' }
  const from = (path: string, init: RequestInit = {}) =>
    fetch(api.docket.origin + path, { ...init, headers: { ...other, ...init.headers } })
  const preflight = (path: string, method: string) => {
    const headers = { 'access-control-request-method': method }
    return from(path, { method: 'OPTIONS', headers })
  }

  test.each([
    ...['/api/docket-entries', '/api/docket-entries/1', '/api/documents/1/download'],
    ...['/api/openapi.json', '/feed.xml', '/calendar.ics'],
  ])('may read %s, never with cookies', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await from(path, { method })
      await answer.arrayBuffer()
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
    const { status, headers } = await preflight(path, 'GET')
    expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD'])
  })

  test('may read that something is not there', async () => {
    const answer = await from('/api/docket-entries/999')
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  })

  test('may read nothing else, and change nothing', async () => {
    const features = createFeatures(api.docket.platform)
    const others = createRoutes(features)
      .filter(({ crossOrigin }) => !crossOrigin)
      .map(({ method, url }) => ({ method, path: url.replace(/:id/g, '1').replace(/:\w+/g, 'x') }))
    expect(others.length).toBeGreaterThan(60)
    for (const { method, path } of others) {
      const answer = await from(path, { method, redirect: 'manual' })
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
      if (method === 'POST') expect([path, answer.status]).toEqual([path, 403])
    }
    for (const path of ['/api/subscribe', '/admin/entries', '/api/unsubscribe/x']) {
      const { headers } = await preflight(path, 'POST')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    await features.close()
  })
})
