import { expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { securityHeaders } from './security-headers.ts'

const hsts = (environment: Record<string, string>) =>
  securityHeaders(loadConfig(environment))['strict-transport-security']

test('HSTS names preload only where HSTS_PRELOAD says so, and is sent only with https', () => {
  const PUBLIC_URL = 'https://docket.example.com'
  const sent = 'max-age=63072000; includeSubDomains'
  expect(hsts({ PUBLIC_URL })).toBe(sent)
  expect(hsts({ PUBLIC_URL, HSTS_PRELOAD: 'true' })).toBe(`${sent}; preload`)
  expect(hsts({ HSTS_PRELOAD: 'true' })).toBeUndefined()
  expect(() => hsts({ HSTS_PRELOAD: 'yes' })).toThrow('HSTS_PRELOAD must be true or false')
})
