import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { refuseForeignOrigin } from './origin.ts'

const post = (headers: Record<string, string>, method = 'POST') =>
  ({ method, headers: { host: 'docket.example.com', ...headers } }) as unknown as FastifyRequest

const isRefused = (request: FastifyRequest, publicUrl = 'https://docket.example.com') =>
  refuseForeignOrigin(request, publicUrl) !== undefined

describe('what another site’s page sends (PROMISES 8)', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://docket.example.com' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://docket.example.com' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'null' }, true],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://docket.example.com' }, false],
    [{ origin: 'http://docket.example.com' }, true],
    [{ origin: 'https://docket.example.com' }, false],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'https://docket.example.com.evil.example' }, true],
    [{ origin: 'not an origin' }, true],
    [{ origin: 'null' }, true],
    // A mail provider's one-click unsubscribe comes from no page.
    [{}, false],
  ])('%j is refused: %s', (headers, refused) => {
    expect(isRefused(post(headers as Record<string, string>))).toBe(refused)
  })

  it('is read where it changes nothing', () => {
    expect(isRefused(post({ 'sec-fetch-site': 'cross-site' }, 'GET'))).toBe(false)
  })

  it('leaves a null origin to the CSRF token where browsers say nothing else: plain http in a local network', () => {
    expect(isRefused(post({ origin: 'null' }), 'http://10.0.0.5:3000')).toBe(false)
    expect(isRefused(post({ origin: 'https://evil.example' }), 'http://10.0.0.5:3000')).toBe(true)
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(isRefused(post({ origin: 'null' }), own)).toBe(true)
  })
})
